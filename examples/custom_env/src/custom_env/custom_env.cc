// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The Python module of custom_env: two lines for each environment.

#include "custom_env/corridor.h"
#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"

using CorridorEnvSpec = PyEnvSpec<custom_env::CorridorEnvSpec>;
using CorridorEnvPool = PyEnvPool<custom_env::CorridorEnvPool>;

PYBIND11_MODULE(custom_env_envpool, m) {
  REGISTER(m, CorridorEnvSpec, CorridorEnvPool)
}
