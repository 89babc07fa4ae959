// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/bipedal_walker_env.h"
#include "envpool/box2d/module.h"
#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"

namespace box2d = envpool::box2d;

void box2d::RegisterBipedalWalker(const pybind11::module_& m) {
  using BipedalWalkerEnvSpec = PyEnvSpec<box2d::BipedalWalkerEnvSpec>;
  using BipedalWalkerEnvPool = PyEnvPool<AsyncEnvPool<box2d::BipedalWalkerEnv>>;
  REGISTER(m, BipedalWalkerEnvSpec, BipedalWalkerEnvPool)
}
