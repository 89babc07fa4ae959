// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "benchmark/grid_world/grid_world.h"

#include "envpool/core/py_envpool.h"

using GridWorldEnvSpec = PyEnvSpec<benchmark_envs::GridWorldEnvSpec>;
using GridWorldEnvPool = PyEnvPool<benchmark_envs::GridWorldEnvPool>;
using GridLanesEnvSpec = PyEnvSpec<benchmark_envs::GridLanesEnvSpec>;
using GridLanesEnvPool = PyEnvPool<benchmark_envs::GridLanesEnvPool>;

PYBIND11_MODULE(grid_world_envpool, m) {
  REGISTER(m, GridWorldEnvSpec, GridWorldEnvPool)
  REGISTER(m, GridLanesEnvSpec, GridLanesEnvPool)
}
