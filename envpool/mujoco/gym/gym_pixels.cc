// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/mujoco/gym/module.h"
#include "envpool/mujoco/gym/tasks.h"

namespace envpool::mujoco {
namespace {

#define ENVPOOL_TASK(name)                                          \
  using name##PixelEnvSpec = PyEnvSpec<EnvSpec<GymPixelFns<name>>>; \
  using name##PixelEnvPool = PyEnvPool<AsyncEnvPool<GymPixelEnv<name>>>;

ENVPOOL_GYM_TASKS(ENVPOOL_TASK)

}  // namespace

#define ENVPOOL_REGISTER(name) \
  REGISTER(module, name##PixelEnvSpec, name##PixelEnvPool)

void RegisterPixelTasks(const py::module_& module) {
  ENVPOOL_GYM_TASKS(ENVPOOL_REGISTER)
}

}  // namespace envpool::mujoco
