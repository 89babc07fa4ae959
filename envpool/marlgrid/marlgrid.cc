// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/py_envpool.h"
#include "envpool/marlgrid/marlgrid_env.h"

namespace marlgrid = envpool::marlgrid;

PYBIND11_MODULE(marlgrid_envpool, m) {
  using MarlGridEnvSpec = PyEnvSpec<marlgrid::MarlGridEnvSpec>;
  using MarlGridEnvPool = PyEnvPool<marlgrid::MarlGridEnvPool>;
  REGISTER(m, MarlGridEnvSpec, MarlGridEnvPool)
}
