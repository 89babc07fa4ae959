// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/py_envpool.h"
#include "envpool/planning/cvrp.h"
#include "envpool/planning/module.h"
#include "envpool/planning/multi_cvrp.h"
#include "envpool/planning/problem_env.h"
#include "envpool/planning/tsp.h"

namespace planning = envpool::planning;

void planning::RegisterRoutes(const pybind11::module_& m) {
  using CvrpEnvSpec = PyEnvSpec<ProblemEnvSpec<Cvrp>>;
  using CvrpEnvPool = PyEnvPool<ProblemEnvPool<Cvrp>>;
  REGISTER(m, CvrpEnvSpec, CvrpEnvPool)
  using MultiCvrpEnvSpec = PyEnvSpec<ProblemEnvSpec<MultiCvrp>>;
  using MultiCvrpEnvPool = PyEnvPool<ProblemEnvPool<MultiCvrp>>;
  REGISTER(m, MultiCvrpEnvSpec, MultiCvrpEnvPool)
  using TspEnvSpec = PyEnvSpec<ProblemEnvSpec<Tsp>>;
  using TspEnvPool = PyEnvPool<ProblemEnvPool<Tsp>>;
  REGISTER(m, TspEnvSpec, TspEnvPool)
}
