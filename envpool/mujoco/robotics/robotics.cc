// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/common/gl_context.h"
#include "envpool/core/py_envpool.h"
#include "envpool/mujoco/robotics/groups.h"

PYBIND11_MODULE(robotics_envpool, m) {
  envpool::mujoco::robotics::AddAdroit(m);
  envpool::mujoco::robotics::AddFetch(m);
  envpool::mujoco::robotics::AddKitchen(m);
  envpool::mujoco::robotics::AddMazes(m);
  envpool::mujoco::robotics::AddHand(m);
  Py_AtExit(envpool::EndGl);
}
