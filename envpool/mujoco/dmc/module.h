// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// How the domains become classes of the Python module. They are in several
// files, which compile side by side; each has a function that adds its classes.

#ifndef ENVPOOL_MUJOCO_DMC_MODULE_H_
#define ENVPOOL_MUJOCO_DMC_MODULE_H_

#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/mujoco/dmc/dmc_env.h"

namespace envpool::mujoco::dmc {

void AddArms(pybind11::module_* module);
void AddRobots(pybind11::module_* module);
void AddSmall(pybind11::module_* module);

}  // namespace envpool::mujoco::dmc

#define ENVPOOL_TASK(name)                                                   \
  using name##EnvSpec = PyEnvSpec<                                           \
      EnvSpec<envpool::mujoco::dmc::DmcEnvFns<envpool::mujoco::dmc::name>>>; \
  using name##EnvPool = PyEnvPool<                                           \
      AsyncEnvPool<envpool::mujoco::dmc::DmcEnv<envpool::mujoco::dmc::name>>>;

#endif  // ENVPOOL_MUJOCO_DMC_MODULE_H_
