// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/highway/highway_env.h"
#include "envpool/highway/module.h"

namespace highway = envpool::highway;

void highway::RegisterHighway(const pybind11::module_& m) {
  using HighwayEnvSpec = PyEnvSpec<highway::HighwayEnvSpec>;
  using HighwayEnvPool = PyEnvPool<AsyncEnvPool<highway::HighwayEnv>>;
  REGISTER(m, HighwayEnvSpec, HighwayEnvPool)
}
