// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Binds what data sets of rollouts need.
//
// Threads: the GIL is held, except in the functions that say otherwise.
// Errors: Error(kArgument).

#ifndef ENVPOOL_CORE_BINDING_ROLLOUT_BIND_DATA_SETS_H_
#define ENVPOOL_CORE_BINDING_ROLLOUT_BIND_DATA_SETS_H_

#include <pybind11/pybind11.h>

#include "envpool/core/rollout/stacked_rows.h"

namespace envpool {

/// The native object of a StackedRows in Python.
StackedRows* StackedOf(const pybind11::handle& stacks);
void BindDataSets(pybind11::module_* module);

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_ROLLOUT_BIND_DATA_SETS_H_
