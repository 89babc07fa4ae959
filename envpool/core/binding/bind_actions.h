// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What of reading actions and ids envpool.core._core has for Python, apart from
// pools: the function `read_ids`, and `ActionReader` for those who have a spec
// but no pool.
//
// Threads: with the GIL. Errors: std::exceptions, as of pybind11.

#ifndef ENVPOOL_CORE_BINDING_BIND_ACTIONS_H_
#define ENVPOOL_CORE_BINDING_BIND_ACTIONS_H_

#include <pybind11/pybind11.h>

namespace envpool {

void BindActions(pybind11::module_* module);

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_BIND_ACTIONS_H_
