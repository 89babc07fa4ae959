// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/minigrid/minigrid_env.h"

namespace minigrid = envpool::minigrid;

using MiniGridEnvSpec = PyEnvSpec<minigrid::MiniGridEnvSpec>;
using MiniGridEnvPool = PyEnvPool<AsyncEnvPool<minigrid::MiniGridEnv>>;

PYBIND11_MODULE(minigrid_envpool, m) {
  REGISTER(m, MiniGridEnvSpec, MiniGridEnvPool)
}
