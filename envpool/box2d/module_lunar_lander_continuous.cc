// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/lunar_lander_env.h"
#include "envpool/box2d/module.h"
#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"

namespace box2d = envpool::box2d;

void box2d::RegisterLunarLanderContinuous(const pybind11::module_& m) {
  using LunarLanderContinuousEnvSpec =
      PyEnvSpec<box2d::LunarLanderContinuousEnvSpec>;
  using LunarLanderContinuousEnvPool =
      PyEnvPool<AsyncEnvPool<box2d::LunarLanderContinuousEnv>>;
  REGISTER(m, LunarLanderContinuousEnvSpec, LunarLanderContinuousEnvPool)
}
