// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/classic_control/acrobot.h"
#include "envpool/classic_control/cartpole.h"
#include "envpool/classic_control/mountain_car.h"
#include "envpool/classic_control/mountain_car_continuous.h"
#include "envpool/classic_control/pendulum.h"
#include "envpool/core/batch_envpool.h"
#include "envpool/core/py_envpool.h"

namespace classic_control = envpool::classic_control;

using CartPoleEnvSpec = PyEnvSpec<classic_control::CartPoleEnvSpec>;
using CartPoleEnvPool = PyEnvPool<BatchEnvPool<classic_control::CartPoleEnv>>;

using PendulumEnvSpec = PyEnvSpec<classic_control::PendulumEnvSpec>;
using PendulumEnvPool = PyEnvPool<BatchEnvPool<classic_control::PendulumEnv>>;

using MountainCarEnvSpec = PyEnvSpec<classic_control::MountainCarEnvSpec>;
using MountainCarEnvPool =
    PyEnvPool<BatchEnvPool<classic_control::MountainCarEnv>>;

using MountainCarContinuousEnvSpec =
    PyEnvSpec<classic_control::MountainCarContinuousEnvSpec>;
using MountainCarContinuousEnvPool =
    PyEnvPool<BatchEnvPool<classic_control::MountainCarContinuousEnv>>;

using AcrobotEnvSpec = PyEnvSpec<classic_control::AcrobotEnvSpec>;
using AcrobotEnvPool = PyEnvPool<BatchEnvPool<classic_control::AcrobotEnv>>;

PYBIND11_MODULE(classic_control_envpool, m) {
  REGISTER(m, CartPoleEnvSpec, CartPoleEnvPool)
  REGISTER(m, PendulumEnvSpec, PendulumEnvPool)
  REGISTER(m, MountainCarEnvSpec, MountainCarEnvPool)
  REGISTER(m, MountainCarContinuousEnvSpec, MountainCarContinuousEnvPool)
  REGISTER(m, AcrobotEnvSpec, AcrobotEnvPool)
}
