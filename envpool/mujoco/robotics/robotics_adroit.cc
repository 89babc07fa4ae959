// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/robotics/adroit.h"
#include "envpool/mujoco/robotics/module.h"

namespace envpool::mujoco::robotics {
namespace {

using AdroitHandDoor = Door;
using AdroitHandHammer = Hammer;
using AdroitHandPen = Pen;
using AdroitHandRelocate = Relocate;

ENVPOOL_TASK(AdroitHandDoor)
ENVPOOL_TASK(AdroitHandHammer)
ENVPOOL_TASK(AdroitHandPen)
ENVPOOL_TASK(AdroitHandRelocate)

}  // namespace

void AddAdroit(const pybind11::module_& module) {
  ENVPOOL_REGISTER(AdroitHandDoor)
  ENVPOOL_REGISTER(AdroitHandHammer)
  ENVPOOL_REGISTER(AdroitHandPen)
  ENVPOOL_REGISTER(AdroitHandRelocate)
}

}  // namespace envpool::mujoco::robotics
