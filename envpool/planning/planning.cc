// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/py_envpool.h"
#include "envpool/planning/module.h"

namespace planning = envpool::planning;

PYBIND11_MODULE(planning_envpool, m) {
  planning::RegisterGames(m);
  planning::RegisterGraphs(m);
  planning::RegisterLogic(m);
  planning::RegisterMazes(m);
  planning::RegisterPacking(m);
  planning::RegisterPlans(m);
  planning::RegisterPuzzles(m);
  planning::RegisterRoutes(m);
  planning::RegisterTeams(m);
}
