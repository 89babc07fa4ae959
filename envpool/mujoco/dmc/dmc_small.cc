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

#define ENVPOOL_TASKS(F) \
  F(Acrobot)             \
  F(BallInCup)           \
  F(Cartpole)            \
  F(Lqr)                 \
  F(Pendulum)            \
  F(PointMass)           \
  F(Reacher)

namespace envpool::mujoco::dmc {
namespace {

ENVPOOL_TASKS(ENVPOOL_TASK)

}  // namespace

void AddSmall(const pybind11::module_& module) {
  ENVPOOL_TASKS(ENVPOOL_REGISTER)
}

}  // namespace envpool::mujoco::dmc
