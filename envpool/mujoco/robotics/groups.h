// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Adds the classes of groups of tasks to the Python module. The functions are
// in files of their own, which compile in parallel.

#ifndef ENVPOOL_MUJOCO_ROBOTICS_GROUPS_H_
#define ENVPOOL_MUJOCO_ROBOTICS_GROUPS_H_

#include <pybind11/pybind11.h>

namespace envpool::mujoco::robotics {

void AddAdroit(const pybind11::module_& module);
void AddFetch(const pybind11::module_& module);
void AddKitchen(const pybind11::module_& module);
void AddMazes(const pybind11::module_& module);
void AddHand(const pybind11::module_& module);

}  // namespace envpool::mujoco::robotics

#endif  // ENVPOOL_MUJOCO_ROBOTICS_GROUPS_H_
