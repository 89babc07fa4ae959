// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/py_envpool.h"
#include "envpool/planning/bin_pack.h"
#include "envpool/planning/flat_pack.h"
#include "envpool/planning/module.h"
#include "envpool/planning/problem_env.h"
#include "envpool/planning/tetris.h"

namespace planning = envpool::planning;

void planning::RegisterPacking(const pybind11::module_& m) {
  using BinPackEnvSpec = PyEnvSpec<ProblemEnvSpec<BinPack>>;
  using BinPackEnvPool = PyEnvPool<ProblemEnvPool<BinPack>>;
  REGISTER(m, BinPackEnvSpec, BinPackEnvPool)
  using FlatPackEnvSpec = PyEnvSpec<ProblemEnvSpec<FlatPack>>;
  using FlatPackEnvPool = PyEnvPool<ProblemEnvPool<FlatPack>>;
  REGISTER(m, FlatPackEnvSpec, FlatPackEnvPool)
  using TetrisEnvSpec = PyEnvSpec<ProblemEnvSpec<Tetris>>;
  using TetrisEnvPool = PyEnvPool<ProblemEnvPool<Tetris>>;
  REGISTER(m, TetrisEnvSpec, TetrisEnvPool)
}
