// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/py_envpool.h"
#include "envpool/planning/module.h"
#include "envpool/planning/pac_man.h"
#include "envpool/planning/problem_env.h"
#include "envpool/planning/snake.h"
#include "envpool/planning/sokoban.h"

namespace planning = envpool::planning;

void planning::RegisterGames(const pybind11::module_& m) {
  using PacManEnvSpec = PyEnvSpec<ProblemEnvSpec<PacMan>>;
  using PacManEnvPool = PyEnvPool<ProblemEnvPool<PacMan>>;
  REGISTER(m, PacManEnvSpec, PacManEnvPool)
  using SnakeEnvSpec = PyEnvSpec<ProblemEnvSpec<Snake>>;
  using SnakeEnvPool = PyEnvPool<ProblemEnvPool<Snake>>;
  REGISTER(m, SnakeEnvSpec, SnakeEnvPool)
  using SokobanEnvSpec = PyEnvSpec<ProblemEnvSpec<Sokoban>>;
  using SokobanEnvPool = PyEnvPool<ProblemEnvPool<Sokoban>>;
  REGISTER(m, SokobanEnvSpec, SokobanEnvPool)
}
