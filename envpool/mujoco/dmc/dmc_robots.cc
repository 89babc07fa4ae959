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

namespace {

ENVPOOL_TASK(Cheetah)
ENVPOOL_TASK(Dog)
ENVPOOL_TASK(Fish)
ENVPOOL_TASK(Hopper)
ENVPOOL_TASK(Humanoid)
ENVPOOL_TASK(HumanoidCMU)
ENVPOOL_TASK(Quadruped)
ENVPOOL_TASK(Swimmer)
ENVPOOL_TASK(Walker)

}  // namespace

void envpool::mujoco::dmc::AddRobots(pybind11::module_* module) {
  pybind11::module_& m = *module;
  REGISTER(m, CheetahEnvSpec, CheetahEnvPool)
  REGISTER(m, DogEnvSpec, DogEnvPool)
  REGISTER(m, FishEnvSpec, FishEnvPool)
  REGISTER(m, HopperEnvSpec, HopperEnvPool)
  REGISTER(m, HumanoidEnvSpec, HumanoidEnvPool)
  REGISTER(m, HumanoidCMUEnvSpec, HumanoidCMUEnvPool)
  REGISTER(m, QuadrupedEnvSpec, QuadrupedEnvPool)
  REGISTER(m, SwimmerEnvSpec, SwimmerEnvPool)
  REGISTER(m, WalkerEnvSpec, WalkerEnvPool)
}
