// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// DummyEnv: several players and ragged observations; the number of players
// changes from step to step and may be zero. It echoes its actions, so that
// tests can check how actions are distributed and results collected. Also used
// by tests of the engine. (Duel, for tests of Python, has only observations
// with spaces.)

#ifndef ENVPOOL_TESTING_DUMMY_ENV_H_
#define ENVPOOL_TESTING_DUMMY_ENV_H_

#include <string>

#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"

namespace envpool::testing {

class DummyEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("horizon"_.Bind(10), "state_num"_.Bind(3));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    return MakeDict("obs:raw"_.Bind(Spec<int>({-1, conf["state_num"_]})),
                    "obs:dyn"_.Bind(Spec<Container<int>>(
                        {-1}, Spec<int>({-1, 2}, {0, 100}))),
                    "info:players.action"_.Bind(Spec<int>({-1})),
                    "info:players.id"_.Bind(Spec<int>({-1})),
                    "info:sum"_.Bind(Spec<double>({})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("list_action"_.Bind(Spec<double>({6})),
                    "players.action"_.Bind(Spec<int>({-1})),
                    "players.id"_.Bind(Spec<int>({-1})));
  }
};

using DummyEnvSpec = EnvSpec<DummyEnvFns>;

class DummyEnv : public Env<DummyEnvSpec> {
 public:
  DummyEnv(const Spec& spec, int env_id) : Env<DummyEnvSpec>(spec, env_id) {}

  /// The number of players after step t: 0 .. max_num_players.
  static int Players(int env_id, int t, int max_players) {
    return max_players == 1 ? 1 : (env_id + t) % (max_players + 1);
  }

  bool IsDone() override { return t_ >= spec_.config["horizon"_]; }
  void Reset() override {
    t_ = 0;
    Write(nullptr);
  }
  void Step(const Action& action) override {
    ++t_;
    Write(&action);
  }

 private:
  void Write(const Action* action) {
    const int players = Players(env_id_, t_, max_num_players_);
    State state = Allocate(players);
    const int sent =
        action == nullptr
            ? 0
            : static_cast<int>((*action)["players.action"_].Shape(0));
    for (int i = 0; i < players; ++i) {
      for (int k = 0; k < spec_.config["state_num"_]; ++k) {
        state["obs:raw"_](i, k) = 100 * t_ + 10 * i + k;
      }
      if (i % 2 == 0) {  // players with odd numbers have none
        auto* ragged = new TArray<int>(::Spec<int>({i + 1, 2}));
        ragged->Fill(t_ + i);
        Container<int>& slot = state["obs:dyn"_][i];
        slot.reset(ragged);
      }
      state["reward"_][i] = static_cast<float>(t_ + i);
      if (i < sent) {
        state["info:players.action"_][i] =
            static_cast<int>((*action)["players.action"_][i]);
        state["info:players.id"_][i] =
            static_cast<int>((*action)["players.id"_][i]);
      }
    }
    double sum = 0;
    for (int k = 0; action != nullptr && k < 6; ++k) {
      sum += static_cast<double>((*action)["list_action"_][k]);
    }
    state["info:sum"_] = sum;
  }

  int t_{1 << 30};
};

using DummyEnvPool = AsyncEnvPool<DummyEnv>;

}  // namespace envpool::testing

#endif  // ENVPOOL_TESTING_DUMMY_ENV_H_
