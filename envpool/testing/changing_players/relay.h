// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Relay: a meaningless game of up to three players, for tests of the adaptors
// of multi-player libraries. Players have ids, arrive and leave mid-episode,
// have different rewards, and have illegal moves.
//
// The players with ids 0 and 1 start. Player 2 arrives at the second step, and
// player 0 is done at the third. With in_turns, only the player to move has a
// row. A move of 2 after the fourth step ends the game.

#ifndef ENVPOOL_TESTING_CHANGING_PLAYERS_RELAY_H_
#define ENVPOOL_TESTING_CHANGING_PLAYERS_RELAY_H_

#include <random>
#include <vector>

#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"

namespace envpool::changing_players {

class RelayEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("in_turns"_.Bind(false));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs:players.view"_.Bind(Spec<int>({-1, 2}, {-1, 99})),
                    "obs:clock"_.Bind(Spec<int>({}, {0, 999})),
                    "info:players.id"_.Bind(Spec<int>({-1})),
                    "info:players.done"_.Bind(Spec<bool>({-1})),
                    "info:players.action_mask"_.Bind(Spec<bool>({-1, 3})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("players.move"_.Bind(Spec<int>({-1}, {0, 2})));
  }
};

using RelayEnvSpec = EnvSpec<RelayEnvFns>;

class RelayEnv : public Env<RelayEnvSpec> {
 public:
  RelayEnv(const Spec& spec, int env_id)
      : Env<RelayEnvSpec>(spec, env_id), in_turns_(spec.config["in_turns"_]) {}

  bool IsDone() override { return done_; }

  void Reset() override {
    step_ = 0;
    done_ = false;
    start_ = std::uniform_int_distribution<int>(0, 90)(gen_);
    Write(nullptr);
  }

  void Step(const Action& action) override {
    ++step_;
    Write(&action);
  }

 private:
  void Write(const Action* action) {
    // The moves are by the players of the last result.
    std::vector<int> moves(3, -1);
    for (std::size_t i = 0; action != nullptr && i < rows_.size(); ++i) {
      moves[rows_[i]] = (*action)["players.move"_][i];
      done_ = done_ || (step_ > 4 && moves[rows_[i]] == 2);
    }
    rows_.clear();
    const int first = step_ > 3 ? 1 : 0;
    const int last = step_ > 1 ? 2 : 1;
    if (in_turns_) {
      rows_.push_back(first + step_ % (last - first + 1));
    } else {
      for (int id = last; id >= first; --id) {
        rows_.push_back(id);
      }
    }
    const int count = static_cast<int>(rows_.size());
    State state = Allocate(count);
    for (int i = 0; i < count; ++i) {
      const int id = rows_[i];
      state["obs:players.view"_](i, 0) = start_ + id;
      state["obs:players.view"_](i, 1) = moves[id];
      state["info:players.id"_][i] = id;
      state["info:players.done"_][i] = id == 0 && step_ == 3;
      for (int move = 0; move < 3; ++move) {
        state["info:players.action_mask"_](i, move) = move != (step_ + id) % 3;
      }
      state["reward"_][i] =
          action == nullptr ? 0.0F : static_cast<float>(10 * id + moves[id]);
    }
    state["obs:clock"_] = step_;
  }

  const bool in_turns_;
  int step_{0};
  int start_{0};
  bool done_{true};
  std::vector<int> rows_;
};

using RelayEnvPool = AsyncEnvPool<RelayEnv>;

}  // namespace envpool::changing_players

#endif  // ENVPOOL_TESTING_CHANGING_PLAYERS_RELAY_H_
