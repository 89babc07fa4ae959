// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads EngineOptions from Python dicts, and returns their defaults.

#ifndef ENVPOOL_CORE_BINDING_POOL_OPTIONS_H_
#define ENVPOOL_CORE_BINDING_POOL_OPTIONS_H_

#include <pybind11/pybind11.h>

#include "envpool/core/engine/options.h"
#include "envpool/core/export.h"

namespace envpool {

/// The DType of a NumPy dtype, or of its name. Throws Error(kArgument).
DType ReadDType(pybind11::handle object);

/// Throws Error(kArgument) naming an unknown key or value.
ENVPOOL_EXPORT EngineOptions ParseOptions(const pybind11::dict& options);

/// Returns all options with their defaults.
pybind11::dict EngineDefaults();

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_POOL_OPTIONS_H_
