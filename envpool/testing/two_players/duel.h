// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Duel: a meaningless env for tests of the Python APIs, with features that the
// light families lack: alternately one or two players; two actions, one of them
// per player; nested observations; a ragged info; failure on demand.
//
// Unlike DummyEnv's ragged observations, all of Duel's observations have
// spaces. Team, in core/upstream_style_test_module.cc, tests the style of other
// EnvPool releases.

#ifndef ENVPOOL_TESTING_TWO_PLAYERS_DUEL_H_
#define ENVPOOL_TESTING_TWO_PLAYERS_DUEL_H_

#include <memory>
#include <stdexcept>
#include <vector>

#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"

namespace envpool::two_players {

class DuelEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("fail_at"_.Bind(-1), "fail_early"_.Bind(false),
                    "num_players"_.Bind(0));  // 0: alternately 1 and 2
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict(
        "obs:players.hand"_.Bind(Spec<int>({-1, 2}, {-1, 99})),
        "obs:board"_.Bind(Spec<float>({3})),
        "info:players.score"_.Bind(Spec<float>({-1})),
        "info:moves"_.Bind(Spec<Container<int>>({}, Spec<int>({-1}))));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("players.move"_.Bind(Spec<int>({-1}, {0, 9})),
                    "bet"_.Bind(Spec<double>({2}, {-1.0, 1.0})));
  }
};

using DuelEnvSpec = EnvSpec<DuelEnvFns>;

class DuelEnv : public Env<DuelEnvSpec> {
 public:
  DuelEnv(const Spec& spec, int env_id)
      : Env<DuelEnvSpec>(spec, env_id),
        fail_at_(spec.config["fail_at"_]),
        num_players_(spec.config["num_players"_]) {
    if (spec.config["fail_early"_]) {
      throw std::invalid_argument("fail_early: expected False, got True");
    }
  }

  bool IsDone() override { return done_; }

  void Reset() override {
    step_ = 0;
    done_ = false;
    moves_.clear();
    bet_ = 0;
    Write();
  }

  void Step(const Action& action) override {
    ++step_;
    if (step_ == fail_at_ && env_id_ == 1) {
      throw std::runtime_error("the second env is tired");
    }
    moves_.clear();
    for (int i = 0; i < static_cast<int>(action["players.move"_].Shape(0));
         ++i) {
      moves_.push_back(action["players.move"_][i]);
    }
    bet_ = action["bet"_][1];
    done_ = step_ >= 5;
    Write();
  }

 private:
  void Write() {
    const int players =
        num_players_ > 0 ? num_players_ : 1 + (step_ + env_id_) % 2;
    State state = Allocate(players);
    for (int i = 0; i < players; ++i) {
      const bool moved = i < static_cast<int>(moves_.size());
      state["obs:players.hand"_](i, 0) = env_id_;
      state["obs:players.hand"_](i, 1) = moved ? moves_[i] : -1;
      state["info:players.score"_][i] = static_cast<float>(step_ + 10 * i);
      state["reward"_][i] = static_cast<float>(i);
    }
    state["obs:board"_][0] = static_cast<float>(step_);
    state["obs:board"_][1] = static_cast<float>(bet_);
    state["obs:board"_][2] = static_cast<float>(moves_.size());
    const int count = static_cast<int>(moves_.size());
    Container<int>& moves = state["info:moves"_];
    moves = std::make_unique<TArray<int>>(::Spec<int>({count}));
    for (int i = 0; i < count; ++i) {
      (*moves)[i] = moves_[i];
    }
  }

  const int fail_at_;
  const int num_players_;
  int step_{0};
  bool done_{true};
  double bet_{0};
  std::vector<int> moves_;
};

using DuelEnvPool = AsyncEnvPool<DuelEnv>;

}  // namespace envpool::two_players

#endif  // ENVPOOL_TESTING_TWO_PLAYERS_DUEL_H_
