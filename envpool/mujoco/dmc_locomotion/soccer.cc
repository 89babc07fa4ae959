// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc_locomotion/soccer.h"

#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/mujoco/dmc_locomotion/soccer_env.h"

namespace envpool::mujoco::dmc_locomotion {
namespace {

using SoccerEnvSpec = PyEnvSpec<EnvSpec<SoccerFns>>;
using SoccerEnvPool = PyEnvPool<AsyncEnvPool<SoccerEnv>>;

}  // namespace

void AddSoccer(const pybind11::module_& module) {
  REGISTER(module, SoccerEnvSpec, SoccerEnvPool)
}

}  // namespace envpool::mujoco::dmc_locomotion
