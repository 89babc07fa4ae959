// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The tracking task in the Python module; it is compiled in a file of its own.
//
// Threads: the interpreter's. Errors: those of pybind11.

#ifndef ENVPOOL_MUJOCO_DMC_LOCOMOTION_TRACKING_H_
#define ENVPOOL_MUJOCO_DMC_LOCOMOTION_TRACKING_H_

#include <pybind11/pybind11.h>

namespace envpool::mujoco::dmc_locomotion {

/// Adds the classes of the tracking task.
void AddTracking(const pybind11::module_& module);

}  // namespace envpool::mujoco::dmc_locomotion

#endif  // ENVPOOL_MUJOCO_DMC_LOCOMOTION_TRACKING_H_
