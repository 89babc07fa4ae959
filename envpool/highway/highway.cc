// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/py_envpool.h"
#include "envpool/highway/highway_env.h"

namespace highway = envpool::highway;

using HighwayEnvSpec = PyEnvSpec<highway::HighwayEnvSpec>;
using HighwayEnvPool = PyEnvPool<AsyncEnvPool<highway::HighwayEnv>>;

PYBIND11_MODULE(highway_envpool, m) {
  REGISTER(m, HighwayEnvSpec, HighwayEnvPool)
}
