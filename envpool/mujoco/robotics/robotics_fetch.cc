// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/robotics/fetch.h"
#include "envpool/mujoco/robotics/module.h"

namespace envpool::mujoco::robotics {
namespace {

ENVPOOL_TASK(Fetch)

}  // namespace

void AddFetch(const pybind11::module_& module) { ENVPOOL_REGISTER(Fetch) }

}  // namespace envpool::mujoco::robotics
