// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/py_envpool.h"
#include "envpool/planning/game_2048.h"
#include "envpool/planning/graph_coloring.h"
#include "envpool/planning/minesweeper.h"
#include "envpool/planning/module.h"
#include "envpool/planning/problem_env.h"

namespace planning = envpool::planning;

void planning::RegisterLogic(const pybind11::module_& m) {
  using Game2048EnvSpec = PyEnvSpec<ProblemEnvSpec<Game2048>>;
  using Game2048EnvPool = PyEnvPool<ProblemEnvPool<Game2048>>;
  REGISTER(m, Game2048EnvSpec, Game2048EnvPool)
  using GraphColoringEnvSpec = PyEnvSpec<ProblemEnvSpec<GraphColoring>>;
  using GraphColoringEnvPool = PyEnvPool<ProblemEnvPool<GraphColoring>>;
  REGISTER(m, GraphColoringEnvSpec, GraphColoringEnvPool)
  using MinesweeperEnvSpec = PyEnvSpec<ProblemEnvSpec<Minesweeper>>;
  using MinesweeperEnvPool = PyEnvPool<ProblemEnvPool<Minesweeper>>;
  REGISTER(m, MinesweeperEnvSpec, MinesweeperEnvPool)
}
