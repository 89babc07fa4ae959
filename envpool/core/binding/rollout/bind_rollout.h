// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Rollouts and their policies in Python: the class Policy, and methods of
// NativePool.
//
// Threads: with the GIL; a rollout releases it. Errors: Error.

#ifndef ENVPOOL_CORE_BINDING_ROLLOUT_BIND_ROLLOUT_H_
#define ENVPOOL_CORE_BINDING_ROLLOUT_BIND_ROLLOUT_H_

#include <pybind11/pybind11.h>

#include "envpool/core/binding/locked_class.h"

namespace envpool {

void BindRollout(pybind11::module_* module, PoolBinding* pool);

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_ROLLOUT_BIND_ROLLOUT_H_
