// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc/finger.h"
#include "envpool/mujoco/dmc/manipulator.h"
#include "envpool/mujoco/dmc/module.h"
#include "envpool/mujoco/dmc/stacker.h"

namespace {

ENVPOOL_TASK(Finger)
ENVPOOL_TASK(Manipulator)
ENVPOOL_TASK(Stacker)

}  // namespace

void envpool::mujoco::dmc::AddArms(pybind11::module_* module) {
  pybind11::module_& m = *module;
  REGISTER(m, FingerEnvSpec, FingerEnvPool)
  REGISTER(m, ManipulatorEnvSpec, ManipulatorEnvPool)
  REGISTER(m, StackerEnvSpec, StackerEnvPool)
}
