// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/procgen/procgen_env.h"

namespace {

using ProcgenEnvSpec = PyEnvSpec<envpool::procgen::ProcgenEnvSpec>;
using ProcgenEnvPool = PyEnvPool<AsyncEnvPool<envpool::procgen::ProcgenEnv>>;

}  // namespace

PYBIND11_MODULE(procgen_envpool, m) {
  REGISTER(m, ProcgenEnvSpec, ProcgenEnvPool)
}
