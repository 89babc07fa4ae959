// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads changed saved states; see state_fuzzer.h.

#include <cstddef>
#include <cstdint>
#include <iterator>

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
#include "envpool/testing/fuzz/input.h"
#include "envpool/testing/fuzz/state_fuzzer.h"

namespace board = envpool::board;

using envpool::testing::FuzzInput;

namespace {

template <typename Game>
void Fuzz(FuzzInput input) {
  using Pool = board::MatchEnvPool<Game>;
  static envpool::testing::StateFuzzer<Pool> fuzzer([] {
    auto config = envpool::testing::FuzzConfig<typename Pool::Spec>();
    config["max_num_players"_] = Game::kPlayers;
    return typename Pool::Spec(config);
  }());
  fuzzer.Run(input);
}

constexpr void (*kGames[])(FuzzInput) = {
    Fuzz<board::AnimalShogi>,
    Fuzz<board::Backgammon>,
    Fuzz<board::Chess>,
    Fuzz<board::ConnectFour>,
    Fuzz<board::GardnerChess>,
    Fuzz<board::Go<9>>,
    Fuzz<board::Hex>,
    Fuzz<board::KuhnPoker>,
    Fuzz<board::LeducHoldem>,
    Fuzz<board::Othello>,
    Fuzz<board::Play2048>,
    Fuzz<board::Shogi>,
    Fuzz<board::SparrowMahjong>,
    Fuzz<board::TicTacToe>,
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  FuzzInput input(data, size);
  kGames[input.TakeIn(0, static_cast<int>(std::size(kGames)) - 1)](input);
  return 0;
}
