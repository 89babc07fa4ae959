// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc/finger.h"
#include "envpool/mujoco/dmc/manipulator.h"
#include "envpool/mujoco/dmc/module.h"
#include "envpool/mujoco/dmc/stacker.h"

#define ENVPOOL_TASKS(F) \
  F(Finger)              \
  F(Manipulator)         \
  F(Stacker)

namespace envpool::mujoco::dmc {
namespace {

ENVPOOL_TASKS(ENVPOOL_TASK)

}  // namespace

void AddArms(const pybind11::module_& module) {
  ENVPOOL_TASKS(ENVPOOL_REGISTER)
}

}  // namespace envpool::mujoco::dmc
