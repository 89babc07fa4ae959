// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/py_envpool.h"
#include "envpool/planning/cleaner.h"
#include "envpool/planning/level_based_foraging.h"
#include "envpool/planning/maze.h"
#include "envpool/planning/module.h"
#include "envpool/planning/problem_env.h"

namespace planning = envpool::planning;

void planning::RegisterMazes(const pybind11::module_& m) {
  using CleanerEnvSpec = PyEnvSpec<ProblemEnvSpec<Cleaner>>;
  using CleanerEnvPool = PyEnvPool<ProblemEnvPool<Cleaner>>;
  REGISTER(m, CleanerEnvSpec, CleanerEnvPool)
  using LevelBasedForagingEnvSpec =
      PyEnvSpec<ProblemEnvSpec<LevelBasedForaging>>;
  using LevelBasedForagingEnvPool =
      PyEnvPool<ProblemEnvPool<LevelBasedForaging>>;
  REGISTER(m, LevelBasedForagingEnvSpec, LevelBasedForagingEnvPool)
  using MazeEnvSpec = PyEnvSpec<ProblemEnvSpec<Maze>>;
  using MazeEnvPool = PyEnvPool<ProblemEnvPool<Maze>>;
  REGISTER(m, MazeEnvSpec, MazeEnvPool)
}
