// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of the module gym_envpool, which are compiled separately.
//
// Threads, errors: as when a module is imported.

#ifndef ENVPOOL_MUJOCO_GYM_MODULE_H_
#define ENVPOOL_MUJOCO_GYM_MODULE_H_

#include <pybind11/pybind11.h>

namespace envpool::mujoco {

/// The tasks with pixels as observations.
void RegisterPixelTasks(const pybind11::module_& module);

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_GYM_MODULE_H_
