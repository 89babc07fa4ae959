// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/py_envpool.h"
#include "envpool/planning/module.h"
#include "envpool/planning/problem_env.h"
#include "envpool/planning/robot_warehouse.h"
#include "envpool/planning/search_and_rescue.h"

namespace planning = envpool::planning;

void planning::RegisterTeams(const pybind11::module_& m) {
  using RobotWarehouseEnvSpec = PyEnvSpec<ProblemEnvSpec<RobotWarehouse>>;
  using RobotWarehouseEnvPool = PyEnvPool<ProblemEnvPool<RobotWarehouse>>;
  REGISTER(m, RobotWarehouseEnvSpec, RobotWarehouseEnvPool)
  using SearchAndRescueEnvSpec = PyEnvSpec<ProblemEnvSpec<SearchAndRescue>>;
  using SearchAndRescueEnvPool = PyEnvPool<ProblemEnvPool<SearchAndRescue>>;
  REGISTER(m, SearchAndRescueEnvSpec, SearchAndRescueEnvPool)
}
