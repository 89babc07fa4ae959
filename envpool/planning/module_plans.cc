// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/py_envpool.h"
#include "envpool/planning/job_shop.h"
#include "envpool/planning/knapsack.h"
#include "envpool/planning/module.h"
#include "envpool/planning/problem_env.h"

namespace planning = envpool::planning;

void planning::RegisterPlans(const pybind11::module_& m) {
  using JobShopEnvSpec = PyEnvSpec<ProblemEnvSpec<JobShop>>;
  using JobShopEnvPool = PyEnvPool<ProblemEnvPool<JobShop>>;
  REGISTER(m, JobShopEnvSpec, JobShopEnvPool)
  using KnapsackEnvSpec = PyEnvSpec<ProblemEnvSpec<Knapsack>>;
  using KnapsackEnvPool = PyEnvPool<ProblemEnvPool<Knapsack>>;
  REGISTER(m, KnapsackEnvSpec, KnapsackEnvPool)
}
