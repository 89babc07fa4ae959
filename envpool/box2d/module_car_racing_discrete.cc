// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/car_racing_env.h"
#include "envpool/box2d/module.h"
#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"

namespace box2d = envpool::box2d;

void box2d::RegisterCarRacingDiscrete(const pybind11::module_& m) {
  using CarRacingDiscreteEnvSpec = PyEnvSpec<box2d::CarRacingDiscreteEnvSpec>;
  using CarRacingDiscreteEnvPool =
      PyEnvPool<AsyncEnvPool<box2d::CarRacingDiscreteEnv>>;
  REGISTER(m, CarRacingDiscreteEnvSpec, CarRacingDiscreteEnvPool)
}
