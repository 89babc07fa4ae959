// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/board/animal_shogi.h"
#include "envpool/board/backgammon.h"
#include "envpool/board/chess/game.h"
#include "envpool/board/connect_four.h"
#include "envpool/board/go.h"
#include "envpool/board/hex.h"
#include "envpool/board/match.h"
#include "envpool/board/othello.h"
#include "envpool/board/play_2048.h"
#include "envpool/board/poker.h"
#include "envpool/board/shogi/game.h"
#include "envpool/board/sparrow_mahjong.h"
#include "envpool/board/tic_tac_toe.h"
#include "envpool/core/py_envpool.h"

namespace {

namespace board = envpool::board;

template <typename Game>
using SpecOf = PyEnvSpec<envpool::EnvSpec<board::MatchEnvFns<Game>>>;
template <typename Game>
using PoolOf = PyEnvPool<board::MatchEnvPool<Game>>;

using AnimalShogiEnvSpec = SpecOf<board::AnimalShogi>;
using AnimalShogiEnvPool = PoolOf<board::AnimalShogi>;

using BackgammonEnvSpec = SpecOf<board::Backgammon>;
using BackgammonEnvPool = PoolOf<board::Backgammon>;

using ChessEnvSpec = SpecOf<board::Chess>;
using ChessEnvPool = PoolOf<board::Chess>;

using ConnectFourEnvSpec = SpecOf<board::ConnectFour>;
using ConnectFourEnvPool = PoolOf<board::ConnectFour>;

using GardnerChessEnvSpec = SpecOf<board::GardnerChess>;
using GardnerChessEnvPool = PoolOf<board::GardnerChess>;

using Go9EnvSpec = SpecOf<board::Go<9>>;
using Go9EnvPool = PoolOf<board::Go<9>>;

using Go13EnvSpec = SpecOf<board::Go<13>>;
using Go13EnvPool = PoolOf<board::Go<13>>;

using Go19EnvSpec = SpecOf<board::Go<19>>;
using Go19EnvPool = PoolOf<board::Go<19>>;

using HexEnvSpec = SpecOf<board::Hex>;
using HexEnvPool = PoolOf<board::Hex>;

using KuhnPokerEnvSpec = SpecOf<board::KuhnPoker>;
using KuhnPokerEnvPool = PoolOf<board::KuhnPoker>;

using LeducHoldemEnvSpec = SpecOf<board::LeducHoldem>;
using LeducHoldemEnvPool = PoolOf<board::LeducHoldem>;

using OthelloEnvSpec = SpecOf<board::Othello>;
using OthelloEnvPool = PoolOf<board::Othello>;

using Play2048EnvSpec = SpecOf<board::Play2048>;
using Play2048EnvPool = PoolOf<board::Play2048>;

using ShogiEnvSpec = SpecOf<board::Shogi>;
using ShogiEnvPool = PoolOf<board::Shogi>;

using SparrowMahjongEnvSpec = SpecOf<board::SparrowMahjong>;
using SparrowMahjongEnvPool = PoolOf<board::SparrowMahjong>;

using TicTacToeEnvSpec = SpecOf<board::TicTacToe>;
using TicTacToeEnvPool = PoolOf<board::TicTacToe>;

}  // namespace

PYBIND11_MODULE(board_envpool, m) {
  REGISTER(m, AnimalShogiEnvSpec, AnimalShogiEnvPool)
  REGISTER(m, BackgammonEnvSpec, BackgammonEnvPool)
  REGISTER(m, ChessEnvSpec, ChessEnvPool)
  REGISTER(m, ConnectFourEnvSpec, ConnectFourEnvPool)
  REGISTER(m, GardnerChessEnvSpec, GardnerChessEnvPool)
  REGISTER(m, Go9EnvSpec, Go9EnvPool)
  REGISTER(m, Go13EnvSpec, Go13EnvPool)
  REGISTER(m, Go19EnvSpec, Go19EnvPool)
  REGISTER(m, HexEnvSpec, HexEnvPool)
  REGISTER(m, KuhnPokerEnvSpec, KuhnPokerEnvPool)
  REGISTER(m, LeducHoldemEnvSpec, LeducHoldemEnvPool)
  REGISTER(m, OthelloEnvSpec, OthelloEnvPool)
  REGISTER(m, Play2048EnvSpec, Play2048EnvPool)
  REGISTER(m, ShogiEnvSpec, ShogiEnvPool)
  REGISTER(m, SparrowMahjongEnvSpec, SparrowMahjongEnvPool)
  REGISTER(m, TicTacToeEnvSpec, TicTacToeEnvPool)
}
