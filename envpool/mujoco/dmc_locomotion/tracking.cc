// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc_locomotion/tracking.h"

#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/mujoco/dmc_locomotion/tracking_env.h"

namespace envpool::mujoco::dmc_locomotion {
namespace {

using TrackingEnvSpec = PyEnvSpec<EnvSpec<TrackingFns>>;
using TrackingEnvPool = PyEnvPool<AsyncEnvPool<TrackingEnv>>;
using TrackingPixelEnvSpec = PyEnvSpec<EnvSpec<TrackingPixelFns>>;
using TrackingPixelEnvPool = PyEnvPool<AsyncEnvPool<TrackingPixelEnv>>;

}  // namespace

void AddTracking(const pybind11::module_& module) {
  REGISTER(module, TrackingEnvSpec, TrackingEnvPool)
  REGISTER(module, TrackingPixelEnvSpec, TrackingPixelEnvPool)
}

}  // namespace envpool::mujoco::dmc_locomotion
