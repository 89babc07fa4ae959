// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/robotics/hand_manipulate.h"
#include "envpool/mujoco/robotics/hand_reach.h"
#include "envpool/mujoco/robotics/module.h"

namespace envpool::mujoco::robotics {
namespace {

ENVPOOL_TASK(HandManipulate)
ENVPOOL_TASK(HandReach)

}  // namespace

void AddHand(const pybind11::module_& module) {
  ENVPOOL_REGISTER(HandManipulate)
  ENVPOOL_REGISTER(HandReach)
}

}  // namespace envpool::mujoco::robotics
