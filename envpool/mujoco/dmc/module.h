// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Adds the domains' classes to the Python module. Several files, which compile
// in parallel, have one function each.

#ifndef ENVPOOL_MUJOCO_DMC_MODULE_H_
#define ENVPOOL_MUJOCO_DMC_MODULE_H_

#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/mujoco/dmc/dmc_env.h"

namespace envpool::mujoco::dmc {

void AddArms(const pybind11::module_& module);
void AddRobots(const pybind11::module_& module);
void AddSmall(const pybind11::module_& module);

}  // namespace envpool::mujoco::dmc

/// The types of a domain's spec and pool, without and with pixels.
#define ENVPOOL_TASK(name)                                          \
  using name##EnvSpec = PyEnvSpec<EnvSpec<DmcEnvFns<name>>>;        \
  using name##EnvPool = PyEnvPool<AsyncEnvPool<DmcEnv<name>>>;      \
  using name##PixelEnvSpec = PyEnvSpec<EnvSpec<DmcPixelFns<name>>>; \
  using name##PixelEnvPool = PyEnvPool<AsyncEnvPool<DmcPixelEnv<name>>>;

#define ENVPOOL_REGISTER(name)                   \
  REGISTER(module, name##EnvSpec, name##EnvPool) \
  REGISTER(module, name##PixelEnvSpec, name##PixelEnvPool)

#endif  // ENVPOOL_MUJOCO_DMC_MODULE_H_
