// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "benchmark/per_env_cartpole/per_env_cartpole.h"

#include "envpool/core/py_envpool.h"

using PerEnvCartPoleEnvSpec = PyEnvSpec<benchmark_envs::PerEnvCartPoleEnvSpec>;
using PerEnvCartPoleEnvPool = PyEnvPool<benchmark_envs::PerEnvCartPoleEnvPool>;

PYBIND11_MODULE(per_env_cartpole_envpool, m) {
  REGISTER(m, PerEnvCartPoleEnvSpec, PerEnvCartPoleEnvPool)
}
