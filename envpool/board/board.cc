// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/board/match.h"
#include "envpool/board/tic_tac_toe.h"
#include "envpool/core/py_envpool.h"

namespace {

namespace board = envpool::board;

template <typename Game>
using SpecOf = PyEnvSpec<envpool::EnvSpec<board::MatchEnvFns<Game>>>;
template <typename Game>
using PoolOf = PyEnvPool<board::MatchEnvPool<Game>>;

using TicTacToeEnvSpec = SpecOf<board::TicTacToe>;
using TicTacToeEnvPool = PoolOf<board::TicTacToe>;

}  // namespace

PYBIND11_MODULE(board_envpool, m) {
  REGISTER(m, TicTacToeEnvSpec, TicTacToeEnvPool)
}
