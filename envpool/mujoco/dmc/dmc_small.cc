// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc/acrobot.h"
#include "envpool/mujoco/dmc/ball_in_cup.h"
#include "envpool/mujoco/dmc/cartpole.h"
#include "envpool/mujoco/dmc/lqr.h"
#include "envpool/mujoco/dmc/module.h"
#include "envpool/mujoco/dmc/pendulum.h"
#include "envpool/mujoco/dmc/point_mass.h"
#include "envpool/mujoco/dmc/reacher.h"

namespace {

ENVPOOL_TASK(Acrobot)
ENVPOOL_TASK(BallInCup)
ENVPOOL_TASK(Cartpole)
ENVPOOL_TASK(Lqr)
ENVPOOL_TASK(Pendulum)
ENVPOOL_TASK(PointMass)
ENVPOOL_TASK(Reacher)

}  // namespace

void envpool::mujoco::dmc::AddSmall(pybind11::module_* module) {
  pybind11::module_& m = *module;
  REGISTER(m, AcrobotEnvSpec, AcrobotEnvPool)
  REGISTER(m, BallInCupEnvSpec, BallInCupEnvPool)
  REGISTER(m, CartpoleEnvSpec, CartpoleEnvPool)
  REGISTER(m, LqrEnvSpec, LqrEnvPool)
  REGISTER(m, PendulumEnvSpec, PendulumEnvPool)
  REGISTER(m, PointMassEnvSpec, PointMassEnvPool)
  REGISTER(m, ReacherEnvSpec, ReacherEnvPool)
}
