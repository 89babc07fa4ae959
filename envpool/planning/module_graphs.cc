// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/py_envpool.h"
#include "envpool/planning/connector.h"
#include "envpool/planning/mmst.h"
#include "envpool/planning/module.h"
#include "envpool/planning/problem_env.h"

namespace planning = envpool::planning;

void planning::RegisterGraphs(const pybind11::module_& m) {
  using ConnectorEnvSpec = PyEnvSpec<ProblemEnvSpec<Connector>>;
  using ConnectorEnvPool = PyEnvPool<ProblemEnvPool<Connector>>;
  REGISTER(m, ConnectorEnvSpec, ConnectorEnvPool)
  using MmstEnvSpec = PyEnvSpec<ProblemEnvSpec<Mmst>>;
  using MmstEnvPool = PyEnvPool<ProblemEnvPool<Mmst>>;
  REGISTER(m, MmstEnvSpec, MmstEnvPool)
}
