// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Nim: a game of two players who take one to three stones in turns; the player
// who takes the last stone wins. It has the standard infos of games, and can
// save its state. A step takes one action, by the player to move, and refuses
// any other number of actions.

#ifndef ENVPOOL_TESTING_RARE_FEATURES_NIM_H_
#define ENVPOOL_TESTING_RARE_FEATURES_NIM_H_

#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"

namespace envpool::rare_features {

class NimEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("mask_of_players"_.Bind(false));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const std::vector<int> mask = conf["mask_of_players"_]
                                      ? std::vector<int>{-1, 3}
                                      : std::vector<int>{3};
    return MakeDict("obs"_.Bind(Spec<int>({-1, 2}, {0, 20})),
                    "info:current_player"_.Bind(Spec<int>({}, {0, 1})),
                    "info:action_mask"_.Bind(Spec<std::int8_t>(mask, {0, 1})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {1, 3})));
  }
};

using NimEnvSpec = EnvSpec<NimEnvFns>;

class NimEnv : public Env<NimEnvSpec> {
 public:
  NimEnv(const Spec& spec, int env_id)
      : Env<NimEnvSpec>(spec, env_id),
        mask_of_players_(spec.config["mask_of_players"_]) {}

  bool IsDone() override { return stones_ <= 0; }

  void Reset() override {
    stones_ = std::uniform_int_distribution<int>(9, 20)(gen_);
    mover_ = std::uniform_int_distribution<int>(0, 1)(gen_);
    Write(-1);
  }

  void Step(const Action& action) override {
    const std::size_t rows = action["action"_].Shape(0);
    if (rows != 1) {
      throw std::invalid_argument("action: expected one row, got " +
                                  std::to_string(rows));
    }
    const int taken = action["action"_][0];
    if (taken > stones_) {
      throw std::invalid_argument("action: expected a legal one, got " +
                                  std::to_string(taken));
    }
    stones_ -= taken;
    const int winner = stones_ == 0 ? mover_ : -1;
    mover_ = 1 - mover_;
    Write(winner);
  }

  void Save(StateWriter* writer) override {
    writer->Write(stones_);
    writer->Write(mover_);
  }
  void Load(StateReader* reader) override {
    reader->Read(&stones_, 0, 20);
    reader->Read(&mover_, 0, 1);
  }

 private:
  void Write(int winner) {
    State state = Allocate(2);
    for (int i = 0; i < 2; ++i) {
      state["obs"_](i, 0) = stones_;
      state["obs"_](i, 1) = i == mover_ ? 1 : 0;
      if (winner >= 0) {
        state["reward"_][i] = i == winner ? 1.0F : -1.0F;
      }
    }
    state["info:current_player"_] = mover_;
    for (int i = 0; i < 3; ++i) {
      const bool is_legal = i + 1 <= stones_;
      if (mask_of_players_) {
        // The other player has no legal actions.
        state["info:action_mask"_](mover_, i) = is_legal ? 1 : 0;
      } else {
        state["info:action_mask"_][i] = is_legal ? 1 : 0;
      }
    }
  }

  const bool mask_of_players_;
  int stones_{0};
  int mover_{0};
};

using NimEnvPool = AsyncEnvPool<NimEnv>;

}  // namespace envpool::rare_features

#endif  // ENVPOOL_TESTING_RARE_FEATURES_NIM_H_
