// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/planning/module.h"

namespace planning = envpool::planning;

PYBIND11_MODULE(planning_envpool, m) {
  planning::RegisterGrids(m);
  planning::RegisterLogic(m);
  planning::RegisterPacking(m);
  planning::RegisterRoutes(m);
}
