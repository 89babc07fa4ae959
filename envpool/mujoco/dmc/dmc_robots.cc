// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc/cheetah.h"
#include "envpool/mujoco/dmc/dog.h"
#include "envpool/mujoco/dmc/fish.h"
#include "envpool/mujoco/dmc/hopper.h"
#include "envpool/mujoco/dmc/humanoid.h"
#include "envpool/mujoco/dmc/module.h"
#include "envpool/mujoco/dmc/quadruped.h"
#include "envpool/mujoco/dmc/swimmer.h"
#include "envpool/mujoco/dmc/walker.h"

#define ENVPOOL_TASKS(F) \
  F(Cheetah)             \
  F(Dog)                 \
  F(Fish)                \
  F(Hopper)              \
  F(Humanoid)            \
  F(HumanoidCMU)         \
  F(Quadruped)           \
  F(Swimmer)             \
  F(Walker)

namespace envpool::mujoco::dmc {
namespace {

ENVPOOL_TASKS(ENVPOOL_TASK)

}  // namespace

void AddRobots(const pybind11::module_& module) {
  ENVPOOL_TASKS(ENVPOOL_REGISTER)
}

}  // namespace envpool::mujoco::dmc
