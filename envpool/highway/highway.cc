// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/py_envpool.h"
#include "envpool/highway/module.h"

namespace highway = envpool::highway;

PYBIND11_MODULE(highway_envpool, m) {
  highway::RegisterHighway(m);
  highway::RegisterHighwayContinuous(m);
}
