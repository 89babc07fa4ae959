// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/robotics/kitchen.h"
#include "envpool/mujoco/robotics/module.h"

namespace envpool::mujoco::robotics {
namespace {

using FrankaKitchen = Kitchen;

ENVPOOL_TASK(FrankaKitchen)

}  // namespace

void AddKitchen(const pybind11::module_& module) {
  ENVPOOL_REGISTER(FrankaKitchen)
}

}  // namespace envpool::mujoco::robotics
