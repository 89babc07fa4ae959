// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes functions of PoolTransforms available in Python, as methods of pools.
//
// Threads: with the GIL. Errors: Error; std::exceptions of pybind11.

#ifndef ENVPOOL_CORE_BINDING_BIND_TRANSFORMS_H_
#define ENVPOOL_CORE_BINDING_BIND_TRANSFORMS_H_

#include <pybind11/pybind11.h>

#include "envpool/core/binding/locked_class.h"

namespace envpool {

void BindTransforms(PoolBinding* pool);

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_BIND_TRANSFORMS_H_
