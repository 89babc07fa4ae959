// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The contents of the Python module envpool.core._core.

#ifndef ENVPOOL_CORE_BINDING_MODULE_H_
#define ENVPOOL_CORE_BINDING_MODULE_H_

#include <pybind11/pybind11.h>

#include "envpool/core/export.h"

namespace envpool {

/// Fills the module; called once per process, by its PYBIND11_MODULE.
ENVPOOL_EXPORT void BindCore(pybind11::module_ module);

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_MODULE_H_
