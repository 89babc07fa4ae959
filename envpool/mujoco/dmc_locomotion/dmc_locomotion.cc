// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/common/gl_context.h"
#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/mujoco/dmc_locomotion/locomotion_env.h"
#include "envpool/mujoco/dmc_locomotion/soccer.h"
#include "envpool/mujoco/dmc_locomotion/tracking.h"

namespace envpool::mujoco::dmc_locomotion {
namespace {

using LocomotionEnvSpec = PyEnvSpec<EnvSpec<LocomotionFns>>;
using LocomotionEnvPool = PyEnvPool<AsyncEnvPool<LocomotionEnv>>;
using LocomotionPixelEnvSpec = PyEnvSpec<EnvSpec<LocomotionPixelFns>>;
using LocomotionPixelEnvPool = PyEnvPool<AsyncEnvPool<LocomotionPixelEnv>>;

}  // namespace
}  // namespace envpool::mujoco::dmc_locomotion

PYBIND11_MODULE(dmc_locomotion_envpool, m) {
  namespace family = envpool::mujoco::dmc_locomotion;
  using family::LocomotionEnvPool;
  using family::LocomotionEnvSpec;
  using family::LocomotionPixelEnvPool;
  using family::LocomotionPixelEnvSpec;
  REGISTER(m, LocomotionEnvSpec, LocomotionEnvPool)
  REGISTER(m, LocomotionPixelEnvSpec, LocomotionPixelEnvPool)
  family::AddSoccer(m);
  family::AddTracking(m);
  Py_AtExit(envpool::EndGl);
}
