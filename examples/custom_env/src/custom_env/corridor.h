// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Corridor: a corridor with `length` places. The agent starts somewhere in its
// left half and walks to its right end. Actions: 0 left, 1 right. The reward is
// 1 at the end and -0.01 elsewhere. The engine imposes the time limit.

#ifndef CUSTOM_ENV_CORRIDOR_H_
#define CUSTOM_ENV_CORRIDOR_H_

#include <algorithm>
#include <random>

#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"

namespace custom_env {

// The config, the results and the actions. Keys of observations begin with
// "obs", keys of infos with "info:"; a shape that begins with -1 has an entry
// for each player, here one.
class CorridorEnvFns {
 public:
  static decltype(auto) DefaultConfig() { return MakeDict("length"_.Bind(10)); }

  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    return MakeDict(
        "obs"_.Bind(Spec<float>({1}, {0.0F, 1.0F})),
        "info:place"_.Bind(Spec<int>({}, {0, conf["length"_] - 1})));
  }

  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 1})));
  }
};

using CorridorEnvSpec = EnvSpec<CorridorEnvFns>;

class CorridorEnv : public Env<CorridorEnvSpec> {
 public:
  CorridorEnv(const Spec& spec, int env_id)
      : Env<CorridorEnvSpec>(spec, env_id), last_(spec.config["length"_] - 1) {}

  bool IsDone() override { return done_; }
  // IsDone ignores the time limit, so at the limit done_ means terminated.
  bool TerminatedAtLimit() override { return done_; }

  void Reset() override {
    place_ = std::uniform_int_distribution<int>(0, last_ / 2)(gen_);
    done_ = false;
    Write(0.0F);
  }

  void Step(const Action& action) override {
    const int direction = action["action"_];
    place_ = std::clamp(place_ + (direction == 1 ? 1 : -1), 0, last_);
    done_ = place_ == last_;
    Write(done_ ? 1.0F : -0.01F);
  }

  // All members that change, for save_state and load_state; Env saves gen_.
  void Save(envpool::StateWriter* writer) override {
    writer->Write(place_);
    writer->Write(done_);
  }
  void Load(envpool::StateReader* reader) override {
    reader->Read(&place_, 0, last_);  // other values are refused
    reader->Read(&done_);
  }

 private:
  // Call Allocate once, with final values; unwritten entries are zero.
  void Write(float reward) {
    State state = Allocate();
    state["obs"_][0] = static_cast<float>(place_) / last_;
    state["info:place"_] = place_;
    state["reward"_] = reward;
  }

  int last_;
  int place_{0};
  bool done_{true};
};

using CorridorEnvPool = AsyncEnvPool<CorridorEnv>;

}  // namespace custom_env

#endif  // CUSTOM_ENV_CORRIDOR_H_
