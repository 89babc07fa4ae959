// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/common/gl_context.h"
#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/mujoco/metaworld/metaworld_env.h"

namespace envpool::mujoco::metaworld {
namespace {

using MetaWorldEnvSpec = PyEnvSpec<EnvSpec<MetaWorldEnvFns>>;
using MetaWorldEnvPool = PyEnvPool<AsyncEnvPool<MetaWorldEnv>>;
using MetaWorldPixelEnvSpec = PyEnvSpec<EnvSpec<MetaWorldPixelFns>>;
using MetaWorldPixelEnvPool = PyEnvPool<AsyncEnvPool<MetaWorldPixelEnv>>;

PYBIND11_MODULE(metaworld_envpool, m) {
  REGISTER(m, MetaWorldEnvSpec, MetaWorldEnvPool)
  REGISTER(m, MetaWorldPixelEnvSpec, MetaWorldPixelEnvPool)
  Py_AtExit(envpool::EndGl);
}

}  // namespace
}  // namespace envpool::mujoco::metaworld
