// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/common/gl_context.h"
#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/mujoco/gym/module.h"
#include "envpool/mujoco/gym/tasks.h"

namespace {

#define ENVPOOL_TASK(name)                                                   \
  using name##EnvSpec =                                                      \
      PyEnvSpec<EnvSpec<envpool::mujoco::GymEnvFns<envpool::mujoco::name>>>; \
  using name##EnvPool =                                                      \
      PyEnvPool<AsyncEnvPool<envpool::mujoco::GymEnv<envpool::mujoco::name>>>;

ENVPOOL_GYM_TASKS(ENVPOOL_TASK)

}  // namespace

#define ENVPOOL_REGISTER(name) REGISTER(m, name##EnvSpec, name##EnvPool)

PYBIND11_MODULE(gym_envpool, m) {
  ENVPOOL_GYM_TASKS(ENVPOOL_REGISTER)
  envpool::mujoco::RegisterPixelTasks(m);
  Py_AtExit(envpool::EndGl);
}
