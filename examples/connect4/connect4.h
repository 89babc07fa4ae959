// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Connect4: two players drop stones into seven columns in turns; four in a line
// win. Actions: the column. Rewards: 1 for the winner, -1 for the loser. A
// player who chooses a full column loses.

#ifndef CONNECT4_CONNECT4_H_
#define CONNECT4_CONNECT4_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <stdexcept>

#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"

namespace connect4 {

inline constexpr int kRows = 6;
inline constexpr int kColumns = 7;

class Connect4EnvFns {
 public:
  static decltype(auto) DefaultConfig() { return MakeDict(); }

  // A shape that begins with -1 has an entry for each player. Each sees its own
  // stones in the first plane, and those of the other player in the second.
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict(
        "obs"_.Bind(Spec<std::uint8_t>({-1, 2, kRows, kColumns}, {0, 1})),
        "info:current_player"_.Bind(Spec<int>({}, {0, 1})),
        "info:action_mask"_.Bind(Spec<std::int8_t>({kColumns}, {0, 1})));
  }

  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, kColumns - 1})));
  }
};

using Connect4EnvSpec = EnvSpec<Connect4EnvFns>;

class Connect4Env : public Env<Connect4EnvSpec> {
 public:
  using Env<Connect4EnvSpec>::Env;

  bool IsDone() override { return done_; }
  bool TerminatedAtLimit() override { return done_; }

  void Reset() override {
    board_.fill(kEmpty);
    mover_ = std::uniform_int_distribution<int>(0, 1)(gen_);
    done_ = false;
    Write(kEmpty);
  }

  void Step(const Action& action) override {
    // Users may send any number of rows.
    if (action["action"_].Shape(0) != 1) {
      throw std::invalid_argument("action: expected one row, of the mover");
    }
    const int column = action["action"_][0];
    int winner = kEmpty;
    if (IsFull(column)) {
      winner = 1 - mover_;
      done_ = true;
    } else {
      const int row = Drop(column);
      if (HasFour(row, column)) {
        winner = mover_;
      }
      done_ = winner != kEmpty || std::ranges::count(board_, kEmpty) == 0;
    }
    mover_ = 1 - mover_;
    Write(winner);
  }

  void Save(envpool::StateWriter* writer) override {
    writer->Write(board_);
    writer->Write(mover_);
    writer->Write(done_);
  }
  void Load(envpool::StateReader* reader) override {
    for (std::int8_t& place : board_) {
      reader->Read(&place, kEmpty, 1);
    }
    reader->Read(&mover_, 0, 1);
    reader->Read(&done_);
  }

 private:
  static constexpr std::int8_t kEmpty = -1;

  std::int8_t& At(int row, int column) {
    return board_[row * kColumns + column];
  }
  bool IsFull(int column) { return At(0, column) != kEmpty; }

  // Drops a stone; returns its row.
  int Drop(int column) {
    int row = kRows - 1;
    while (At(row, column) != kEmpty) {
      --row;
    }
    At(row, column) = static_cast<std::int8_t>(mover_);
    return row;
  }

  // Counts the consecutive stones of the player who moves, in one direction.
  int CountFrom(int row, int column, int down, int right) {
    int count = 0;
    for (row += down, column += right;
         row >= 0 && row < kRows && column >= 0 && column < kColumns &&
         At(row, column) == mover_;
         row += down, column += right) {
      ++count;
    }
    return count;
  }
  bool HasFour(int row, int column) {
    constexpr int kLines[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    return std::ranges::any_of(kLines, [&](const int* line) {
      return CountFrom(row, column, line[0], line[1]) +
                 CountFrom(row, column, -line[0], -line[1]) >=
             3;
    });
  }

  void Write(int winner) {
    State state = Allocate(2);
    for (int player = 0; player < 2; ++player) {
      for (int row = 0; row < kRows; ++row) {
        for (int column = 0; column < kColumns; ++column) {
          const int stone = At(row, column);
          state["obs"_](player, 0, row, column) = stone == player;
          state["obs"_](player, 1, row, column) = stone == 1 - player;
        }
      }
      if (winner != kEmpty) {
        state["reward"_][player] = player == winner ? 1.0F : -1.0F;
      }
    }
    state["info:current_player"_] = mover_;
    for (int column = 0; column < kColumns; ++column) {
      state["info:action_mask"_][column] = IsFull(column) ? 0 : 1;
    }
  }

  std::array<std::int8_t, kRows * kColumns> board_{};
  int mover_{0};
  bool done_{true};
};

using Connect4EnvPool = AsyncEnvPool<Connect4Env>;

}  // namespace connect4

#endif  // CONNECT4_CONNECT4_H_
