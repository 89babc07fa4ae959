// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/py_envpool.h"
#include "envpool/planning/module.h"
#include "envpool/planning/problem_env.h"
#include "envpool/planning/rubiks_cube.h"
#include "envpool/planning/sliding_tile_puzzle.h"
#include "envpool/planning/sudoku.h"

namespace planning = envpool::planning;

void planning::RegisterPuzzles(const pybind11::module_& m) {
  using RubiksCubeEnvSpec = PyEnvSpec<ProblemEnvSpec<RubiksCube>>;
  using RubiksCubeEnvPool = PyEnvPool<ProblemEnvPool<RubiksCube>>;
  REGISTER(m, RubiksCubeEnvSpec, RubiksCubeEnvPool)
  using SlidingTilePuzzleEnvSpec = PyEnvSpec<ProblemEnvSpec<SlidingTilePuzzle>>;
  using SlidingTilePuzzleEnvPool = PyEnvPool<ProblemEnvPool<SlidingTilePuzzle>>;
  REGISTER(m, SlidingTilePuzzleEnvSpec, SlidingTilePuzzleEnvPool)
  using SudokuEnvSpec = PyEnvSpec<ProblemEnvSpec<Sudoku>>;
  using SudokuEnvPool = PyEnvPool<ProblemEnvPool<Sudoku>>;
  REGISTER(m, SudokuEnvSpec, SudokuEnvPool)
}
