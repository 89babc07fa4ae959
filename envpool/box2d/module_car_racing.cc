// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/car_racing_env.h"
#include "envpool/box2d/module.h"
#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"

namespace box2d = envpool::box2d;

void box2d::RegisterCarRacing(const pybind11::module_& m) {
  using CarRacingEnvSpec = PyEnvSpec<box2d::CarRacingEnvSpec>;
  using CarRacingEnvPool = PyEnvPool<AsyncEnvPool<box2d::CarRacingEnv>>;
  REGISTER(m, CarRacingEnvSpec, CarRacingEnvPool)
}
