// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// BindActions: adds to envpool.core._core the function `read_ids`, and the
// class `ActionReader`, which reads actions without a pool. RemotePool of
// integrations/ray uses it: its envs are in other processes.
//
// Threads: with the GIL. Errors: std::exceptions of pybind11.

#ifndef ENVPOOL_CORE_BINDING_BIND_ACTIONS_H_
#define ENVPOOL_CORE_BINDING_BIND_ACTIONS_H_

#include <pybind11/pybind11.h>

namespace envpool {

void BindActions(pybind11::module_* module);

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_BIND_ACTIONS_H_
