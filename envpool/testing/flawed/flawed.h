// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Flawed: an env with typical mistakes of authors, one for each value of
// `flaw`, and a batch env that leaves declared entries unwritten. For tests of
// the kit's messages.

#ifndef ENVPOOL_TESTING_FLAWED_FLAWED_H_
#define ENVPOOL_TESTING_FLAWED_FLAWED_H_

#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "envpool/core/async_envpool.h"
#include "envpool/core/batch_env.h"
#include "envpool/core/batch_envpool.h"
#include "envpool/core/env.h"

namespace envpool::flawed {

class FlawedEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("flaw"_.Bind(std::string("none")));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs"_.Bind(Spec<float>({2}, {-40.0F, 40.0F})),
                    "info:action_mask"_.Bind(Spec<std::int8_t>({2}, {0, 1})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 1})));
  }
};

using FlawedEnvSpec = EnvSpec<FlawedEnvFns>;

// The agent walks against the wind until it is 10 places away.
class FlawedEnv : public Env<FlawedEnvSpec> {
 public:
  FlawedEnv(const Spec& spec, int env_id)
      : Env<FlawedEnvSpec>(spec, env_id), flaw_(spec.config["flaw"_]) {}

  bool IsDone() override { return done_; }

  void Reset() override {
    place_ = 0.0;
    if (flaw_ != "reset") {
      wind_ = 0.5;
    }
    done_ = false;
    Write(0.0F);
  }

  void Step(const Action& action) override {
    if (flaw_ == "throw" && place_ > 3.0) {
      throw std::runtime_error("too far");
    }
    wind_ = -0.9 * wind_ + std::uniform_real_distribution<double>(0, 0.1)(gen_);
    place_ += static_cast<int>(action["action"_]) == 1 ? 1.0 : -1.0;
    place_ += wind_;
    if (place_ < -10.0 || place_ > 10.0) {
      done_ = true;
    }
    Write(flaw_ == "reward" ? 0.0F : -1.0F);
  }

  void Save(StateWriter* writer) override {
    writer->Write(place_);
    if (flaw_ != "done") {
      writer->Write(done_);
    }
    if (flaw_ != "save") {
      writer->Write(wind_);
    }
  }
  void Load(StateReader* reader) override {
    reader->Read(&place_);
    if (flaw_ != "done") {
      reader->Read(&done_);
    }
    if (flaw_ != "save") {
      reader->Read(&wind_);
    }
  }

 private:
  void Write(float reward) {
    State state = Allocate();
    state["obs"_][0] = static_cast<float>(place_) * (flaw_ == "space" ? 9 : 1);
    state["obs"_][1] = static_cast<float>(wind_);
    state["reward"_] = reward;
    for (int i = 0; i < 2; ++i) {
      state["info:action_mask"_][i] = flaw_ == "mask" ? 0 : 1;
    }
  }

  const std::string flaw_;
  double place_{0};
  double wind_{0};
  bool done_{true};
};

using FlawedEnvPool = AsyncEnvPool<FlawedEnv>;

class UnwrittenEnvFns {
 public:
  static decltype(auto) DefaultConfig() { return MakeDict(); }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs"_.Bind(Spec<float>({1}, {-40.0F, 40.0F})),
                    "info:speed"_.Bind(Spec<float>({2})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 1})));
  }
};

using UnwrittenEnvSpec = EnvSpec<UnwrittenEnvFns>;

// Writes only one of the two elements of its info.
class UnwrittenEnv : public BatchEnv<UnwrittenEnvSpec> {
 public:
  static constexpr bool kStepDraws = false;
  static constexpr bool kWritesAllFields = true;

  UnwrittenEnv(const Spec& spec, int num_envs)
      : BatchEnv<UnwrittenEnvSpec>(spec, num_envs), place_(num_envs) {}

  template <typename Archive>
  void Fields(Archive& archive) {  // NOLINT(runtime/references)
    archive(place_);
  }
  void ResetLane(int lane) {
    place_[lane] = static_cast<float>(rng(lane).Uniform(-1, 1));
  }
  void StepLanes(const Lanes& lanes, const Actions& action, float* reward,
                 bool* terminated) {
    const int* moves = action["action"_];
    for (int i = 0; i < lanes.count; ++i) {
      float& place = place_[lanes.first + i];
      place += moves[i] == 1 ? 1.0F : -1.0F;
      reward[i] = -1.0F;
      terminated[i] = place < -10.0F || place > 10.0F;
    }
  }
  void WriteLanes(const Lanes& lanes, const Rows& rows) const {
    for (int i = 0; i < lanes.count; ++i) {
      rows["obs"_][i] = place_[lanes.first + i];
      rows["info:speed"_][2 * i] = 1.0F;
    }
  }

 private:
  std::vector<float> place_;
};

using UnwrittenEnvPool = BatchEnvPool<UnwrittenEnv>;

}  // namespace envpool::flawed

#endif  // ENVPOOL_TESTING_FLAWED_FLAWED_H_
