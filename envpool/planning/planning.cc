// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/py_envpool.h"
#include "envpool/planning/cleaner.h"
#include "envpool/planning/connector.h"
#include "envpool/planning/cvrp.h"
#include "envpool/planning/flat_pack.h"
#include "envpool/planning/game_2048.h"
#include "envpool/planning/graph_coloring.h"
#include "envpool/planning/job_shop.h"
#include "envpool/planning/knapsack.h"
#include "envpool/planning/level_based_foraging.h"
#include "envpool/planning/maze.h"
#include "envpool/planning/minesweeper.h"
#include "envpool/planning/problem_env.h"
#include "envpool/planning/rubiks_cube.h"
#include "envpool/planning/sliding_tile_puzzle.h"
#include "envpool/planning/snake.h"
#include "envpool/planning/tetris.h"
#include "envpool/planning/tsp.h"

namespace {

namespace planning = envpool::planning;

template <typename Problem>
using SpecOf = PyEnvSpec<envpool::EnvSpec<planning::ProblemEnvFns<Problem>>>;
template <typename Problem>
using PoolOf = PyEnvPool<planning::ProblemEnvPool<Problem>>;

using CleanerEnvSpec = SpecOf<planning::Cleaner>;
using CleanerEnvPool = PoolOf<planning::Cleaner>;

using ConnectorEnvSpec = SpecOf<planning::Connector>;
using ConnectorEnvPool = PoolOf<planning::Connector>;

using CvrpEnvSpec = SpecOf<planning::Cvrp>;
using CvrpEnvPool = PoolOf<planning::Cvrp>;

using FlatPackEnvSpec = SpecOf<planning::FlatPack>;
using FlatPackEnvPool = PoolOf<planning::FlatPack>;

using Game2048EnvSpec = SpecOf<planning::Game2048>;
using Game2048EnvPool = PoolOf<planning::Game2048>;

using GraphColoringEnvSpec = SpecOf<planning::GraphColoring>;
using GraphColoringEnvPool = PoolOf<planning::GraphColoring>;

using JobShopEnvSpec = SpecOf<planning::JobShop>;
using JobShopEnvPool = PoolOf<planning::JobShop>;

using KnapsackEnvSpec = SpecOf<planning::Knapsack>;
using KnapsackEnvPool = PoolOf<planning::Knapsack>;

using LevelBasedForagingEnvSpec = SpecOf<planning::LevelBasedForaging>;
using LevelBasedForagingEnvPool = PoolOf<planning::LevelBasedForaging>;

using MazeEnvSpec = SpecOf<planning::Maze>;
using MazeEnvPool = PoolOf<planning::Maze>;

using MinesweeperEnvSpec = SpecOf<planning::Minesweeper>;
using MinesweeperEnvPool = PoolOf<planning::Minesweeper>;

using RubiksCubeEnvSpec = SpecOf<planning::RubiksCube>;
using RubiksCubeEnvPool = PoolOf<planning::RubiksCube>;

using SlidingTilePuzzleEnvSpec = SpecOf<planning::SlidingTilePuzzle>;
using SlidingTilePuzzleEnvPool = PoolOf<planning::SlidingTilePuzzle>;

using SnakeEnvSpec = SpecOf<planning::Snake>;
using SnakeEnvPool = PoolOf<planning::Snake>;

using TetrisEnvSpec = SpecOf<planning::Tetris>;
using TetrisEnvPool = PoolOf<planning::Tetris>;

using TspEnvSpec = SpecOf<planning::Tsp>;
using TspEnvPool = PoolOf<planning::Tsp>;

}  // namespace

PYBIND11_MODULE(planning_envpool, m) {
  REGISTER(m, CleanerEnvSpec, CleanerEnvPool)
  REGISTER(m, ConnectorEnvSpec, ConnectorEnvPool)
  REGISTER(m, CvrpEnvSpec, CvrpEnvPool)
  REGISTER(m, FlatPackEnvSpec, FlatPackEnvPool)
  REGISTER(m, Game2048EnvSpec, Game2048EnvPool)
  REGISTER(m, GraphColoringEnvSpec, GraphColoringEnvPool)
  REGISTER(m, JobShopEnvSpec, JobShopEnvPool)
  REGISTER(m, KnapsackEnvSpec, KnapsackEnvPool)
  REGISTER(m, LevelBasedForagingEnvSpec, LevelBasedForagingEnvPool)
  REGISTER(m, MazeEnvSpec, MazeEnvPool)
  REGISTER(m, MinesweeperEnvSpec, MinesweeperEnvPool)
  REGISTER(m, RubiksCubeEnvSpec, RubiksCubeEnvPool)
  REGISTER(m, SlidingTilePuzzleEnvSpec, SlidingTilePuzzleEnvPool)
  REGISTER(m, SnakeEnvSpec, SnakeEnvPool)
  REGISTER(m, TetrisEnvSpec, TetrisEnvPool)
  REGISTER(m, TspEnvSpec, TspEnvPool)
}
