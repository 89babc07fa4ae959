// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The errors for operations that an env does not support.
//
// Threads: none. Errors: each throws Error(kNotSupported) or Error(kArgument).

#ifndef ENVPOOL_CORE_ENGINE_KERNEL_NOT_SUPPORTED_H_
#define ENVPOOL_CORE_ENGINE_KERNEL_NOT_SUPPORTED_H_

#include <string>

#include "envpool/core/engine/errors.h"

namespace envpool {

[[noreturn]] inline void RefuseRender() {
  throw Error(ErrorKind::kNotSupported, "render: this env cannot be rendered");
}

[[noreturn]] inline void RefuseText() {
  throw Error(ErrorKind::kNotSupported,
              "render: this env cannot be rendered as text");
}

[[noreturn]] inline void RefuseCamera(const std::string& name) {
  throw Error(ErrorKind::kArgument,
              "camera: expected a number, since cameras of this env have no "
              "names, got \"" +
                  name + "\"");
}

[[noreturn]] inline void RefuseState() {
  throw Error(ErrorKind::kNotSupported,
              "this env does not support saving and loading its state");
}

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_KERNEL_NOT_SUPPORTED_H_
