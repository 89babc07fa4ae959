// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/module.h"
#include "envpool/core/py_envpool.h"

namespace box2d = envpool::box2d;

PYBIND11_MODULE(box2d_envpool, m) {
  box2d::RegisterBipedalWalker(m);
  box2d::RegisterCarRacing(m);
  box2d::RegisterCarRacingDiscrete(m);
  box2d::RegisterLunarLander(m);
  box2d::RegisterLunarLanderContinuous(m);
}
