// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/py_envpool.h"
#include "envpool/planning/cleaner.h"
#include "envpool/planning/level_based_foraging.h"
#include "envpool/planning/maze.h"
#include "envpool/planning/module.h"
#include "envpool/planning/pac_man.h"
#include "envpool/planning/problem_env.h"
#include "envpool/planning/robot_warehouse.h"
#include "envpool/planning/search_and_rescue.h"
#include "envpool/planning/snake.h"
#include "envpool/planning/sokoban.h"

namespace planning = envpool::planning;

void planning::RegisterGrids(const pybind11::module_& m) {
  using CleanerEnvSpec = PyEnvSpec<ProblemEnvSpec<Cleaner>>;
  using CleanerEnvPool = PyEnvPool<ProblemEnvPool<Cleaner>>;
  REGISTER(m, CleanerEnvSpec, CleanerEnvPool)
  using LevelBasedForagingEnvSpec = PyEnvSpec<ProblemEnvSpec<LevelBasedForaging>>;
  using LevelBasedForagingEnvPool = PyEnvPool<ProblemEnvPool<LevelBasedForaging>>;
  REGISTER(m, LevelBasedForagingEnvSpec, LevelBasedForagingEnvPool)
  using MazeEnvSpec = PyEnvSpec<ProblemEnvSpec<Maze>>;
  using MazeEnvPool = PyEnvPool<ProblemEnvPool<Maze>>;
  REGISTER(m, MazeEnvSpec, MazeEnvPool)
  using PacManEnvSpec = PyEnvSpec<ProblemEnvSpec<PacMan>>;
  using PacManEnvPool = PyEnvPool<ProblemEnvPool<PacMan>>;
  REGISTER(m, PacManEnvSpec, PacManEnvPool)
  using RobotWarehouseEnvSpec = PyEnvSpec<ProblemEnvSpec<RobotWarehouse>>;
  using RobotWarehouseEnvPool = PyEnvPool<ProblemEnvPool<RobotWarehouse>>;
  REGISTER(m, RobotWarehouseEnvSpec, RobotWarehouseEnvPool)
  using SearchAndRescueEnvSpec = PyEnvSpec<ProblemEnvSpec<SearchAndRescue>>;
  using SearchAndRescueEnvPool = PyEnvPool<ProblemEnvPool<SearchAndRescue>>;
  REGISTER(m, SearchAndRescueEnvSpec, SearchAndRescueEnvPool)
  using SnakeEnvSpec = PyEnvSpec<ProblemEnvSpec<Snake>>;
  using SnakeEnvPool = PyEnvPool<ProblemEnvPool<Snake>>;
  REGISTER(m, SnakeEnvSpec, SnakeEnvPool)
  using SokobanEnvSpec = PyEnvSpec<ProblemEnvSpec<Sokoban>>;
  using SokobanEnvPool = PyEnvPool<ProblemEnvPool<Sokoban>>;
  REGISTER(m, SokobanEnvSpec, SokobanEnvPool)
}
