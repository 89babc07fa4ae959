// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "benchmark/action_forms/action_forms.h"

#include "envpool/core/py_envpool.h"

using OneFormEnvSpec = PyEnvSpec<benchmark_envs::OneFormEnvSpec>;
using OneFormEnvPool = PyEnvPool<benchmark_envs::OneFormEnvPool>;
using SeveralFormEnvSpec = PyEnvSpec<benchmark_envs::SeveralFormEnvSpec>;
using SeveralFormEnvPool = PyEnvPool<benchmark_envs::SeveralFormEnvPool>;
using PairFormEnvSpec = PyEnvSpec<benchmark_envs::PairFormEnvSpec>;
using PairFormEnvPool = PyEnvPool<benchmark_envs::PairFormEnvPool>;
using TableFormEnvSpec = PyEnvSpec<benchmark_envs::TableFormEnvSpec>;
using TableFormEnvPool = PyEnvPool<benchmark_envs::TableFormEnvPool>;
using TeamFormEnvSpec = PyEnvSpec<benchmark_envs::TeamFormEnvSpec>;
using TeamFormEnvPool = PyEnvPool<benchmark_envs::TeamFormEnvPool>;

PYBIND11_MODULE(action_forms_envpool, m) {
  REGISTER(m, OneFormEnvSpec, OneFormEnvPool)
  REGISTER(m, SeveralFormEnvSpec, SeveralFormEnvPool)
  REGISTER(m, PairFormEnvSpec, PairFormEnvPool)
  REGISTER(m, TableFormEnvSpec, TableFormEnvPool)
  REGISTER(m, TeamFormEnvSpec, TeamFormEnvPool)
}
