// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/bipedal_walker_env.h"
#include "envpool/box2d/car_racing_env.h"
#include "envpool/box2d/lunar_lander_env.h"
#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"

namespace box2d = envpool::box2d;

using BipedalWalkerEnvSpec = PyEnvSpec<box2d::BipedalWalkerEnvSpec>;
using BipedalWalkerEnvPool = PyEnvPool<AsyncEnvPool<box2d::BipedalWalkerEnv>>;

using CarRacingEnvSpec = PyEnvSpec<box2d::CarRacingEnvSpec>;
using CarRacingEnvPool = PyEnvPool<AsyncEnvPool<box2d::CarRacingEnv>>;

using CarRacingDiscreteEnvSpec = PyEnvSpec<box2d::CarRacingDiscreteEnvSpec>;
using CarRacingDiscreteEnvPool =
    PyEnvPool<AsyncEnvPool<box2d::CarRacingDiscreteEnv>>;

using LunarLanderEnvSpec = PyEnvSpec<box2d::LunarLanderEnvSpec>;
using LunarLanderEnvPool = PyEnvPool<AsyncEnvPool<box2d::LunarLanderEnv>>;

using LunarLanderContinuousEnvSpec =
    PyEnvSpec<box2d::LunarLanderContinuousEnvSpec>;
using LunarLanderContinuousEnvPool =
    PyEnvPool<AsyncEnvPool<box2d::LunarLanderContinuousEnv>>;

PYBIND11_MODULE(box2d_envpool, m) {
  REGISTER(m, BipedalWalkerEnvSpec, BipedalWalkerEnvPool)
  REGISTER(m, CarRacingEnvSpec, CarRacingEnvPool)
  REGISTER(m, CarRacingDiscreteEnvSpec, CarRacingDiscreteEnvPool)
  REGISTER(m, LunarLanderEnvSpec, LunarLanderEnvPool)
  REGISTER(m, LunarLanderContinuousEnvSpec, LunarLanderContinuousEnvPool)
}
