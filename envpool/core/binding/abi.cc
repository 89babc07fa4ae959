// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/abi.h"

#include <pybind11/pybind11.h>

namespace envpool {

void CheckAbi(std::uint64_t module_tag) {
  if (module_tag != AbiTag()) {
    throw pybind11::import_error(
        "this module was compiled against the headers of another version of "
        "envpool; build it again with the installed one");
  }
}

}  // namespace envpool
