// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The functions of NativePool for physical parameters. They refer to parameters
// and elements by index; python/params finds these indices by name.

#ifndef ENVPOOL_CORE_BINDING_BIND_PARAMS_H_
#define ENVPOOL_CORE_BINDING_BIND_PARAMS_H_

#include <pybind11/pybind11.h>

#include "envpool/core/binding/locked_class.h"

namespace envpool {

void BindParams(PoolBinding* pool);

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_BIND_PARAMS_H_
