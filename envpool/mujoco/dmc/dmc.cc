// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/common/gl_context.h"
#include "envpool/mujoco/dmc/module.h"

PYBIND11_MODULE(dmc_envpool, m) {
  envpool::mujoco::dmc::AddArms(m);
  envpool::mujoco::dmc::AddRobots(m);
  envpool::mujoco::dmc::AddSmall(m);
  Py_AtExit(envpool::EndGl);
}
