// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Odd but correct envs, with features that the shipped envs lack. The test kit
// must find no fault with them.

#ifndef ENVPOOL_TESTING_RARE_FEATURES_RARE_FEATURES_H_
#define ENVPOOL_TESTING_RARE_FEATURES_RARE_FEATURES_H_

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"

namespace envpool::rare_features {

// A council of one to three members, redrawn at each step. It has four action
// keys, nested observations with a constant and a bool, ragged infos, and
// strings, lists and maps as config.
class CouncilEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("motto"_.Bind(std::string("let us see")),
                    "rooms"_.Bind(std::vector<int>{2, 3}),
                    "weights"_.Bind(std::map<std::string, double>{{"a", 1.0}}),
                    "range"_.Bind(std::pair<int, int>{1, 3}));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict(
        "obs:players.hand"_.Bind(Spec<int>({-1, 2}, {0, 99})),
        "obs:open"_.Bind(Spec<bool>({})),
        "obs:board.sums"_.Bind(Spec<float>({3})),
        "obs:board.version"_.Bind(Spec<int>({}, {0, 9})),
        "info:players.score"_.Bind(Spec<float>({-1})),
        "info:votes"_.Bind(Spec<Container<int>>({}, Spec<int>({-1}))),
        "info:players.speech"_.Bind(
            Spec<Container<float>>({-1}, Spec<float>({-1, 2}))));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("players.vote"_.Bind(Spec<int>({-1}, {0, 4})),
                    "players.aim"_.Bind(Spec<float>({-1, 2}, {-1.0F, 1.0F})),
                    "bet"_.Bind(Spec<double>({}, {0.0, 1.0})),
                    "dial"_.Bind(Spec<int>({3}, {0, 5})));
  }
};

using CouncilEnvSpec = EnvSpec<CouncilEnvFns>;

class CouncilEnv : public Env<CouncilEnvSpec> {
 public:
  using Env<CouncilEnvSpec>::Env;

  bool IsDone() override { return done_; }

  void Reset() override {
    done_ = false;
    votes_.clear();
    std::fill_n(sums_, 3, 0.0F);
    Write(0.0F);
  }

  void Step(const Action& action) override {
    votes_.clear();
    const int members = static_cast<int>(action["players.vote"_].Shape(0));
    for (int i = 0; i < members; ++i) {
      votes_.push_back(action["players.vote"_][i]);
      sums_[0] += static_cast<float>(action["players.aim"_](i, 1));
    }
    sums_[1] += static_cast<float>(static_cast<double>(action["bet"_]));
    sums_[2] += static_cast<float>(static_cast<int>(action["dial"_][2]));
    done_ = sums_[2] > 20.0F;
    Write(1.0F);
  }

 private:
  void Write(float reward) {
    const int members = std::uniform_int_distribution<int>(1, 3)(gen_);
    State state = Allocate(members);
    for (int i = 0; i < members; ++i) {
      for (int k = 0; k < 2; ++k) {
        state["obs:players.hand"_](i, k) =
            std::uniform_int_distribution<int>(0, 99)(gen_);
      }
      state["info:players.score"_][i] = static_cast<float>(i);
      state["reward"_][i] = reward;
      // Member i gives a speech of i rows; the first one gives none.
      if (i > 0) {
        auto speech = std::make_unique<TArray<float>>(::Spec<float>({i, 2}));
        speech->Fill(static_cast<float>(i));
        Container<float>& place = state["info:players.speech"_][i];
        place = std::move(speech);
      }
    }
    state["obs:open"_] = members > 1;
    state["obs:board.sums"_].Assign(sums_, 3);
    state["obs:board.version"_] = 4;
    const int count = static_cast<int>(votes_.size());
    Container<int>& votes = state["info:votes"_];
    votes = std::make_unique<TArray<int>>(::Spec<int>({count}));
    votes->Assign(votes_.data(), votes_.size());
  }

  bool done_{true};
  std::vector<int> votes_;
  float sums_[3]{};
};

using CouncilEnvPool = AsyncEnvPool<CouncilEnv>;

// The action and the observation are bools. The env draws no random numbers,
// and has its own time limit.
class SwitchEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("patience"_.Bind(7));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs"_.Bind(Spec<bool>({})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("lever"_.Bind(Spec<bool>({-1})));
  }
};

using SwitchEnvSpec = EnvSpec<SwitchEnvFns>;

class SwitchEnv : public Env<SwitchEnvSpec> {
 public:
  using Env<SwitchEnvSpec>::Env;

  bool IsDone() override { return false; }
  void Reset() override {
    on_ = false;
    Write(0.0F);
  }
  void Step(const Action& action) override {
    const bool lever = action["lever"_];
    on_ = on_ != lever;
    Write(on_ ? 1.0F : 0.0F);
  }

 protected:
  int CurrentMaxEpisodeSteps() const override {
    return spec_.config["patience"_];
  }

 private:
  void Write(float reward) {
    State state = Allocate();
    state["obs"_] = on_;
    state["reward"_] = reward;
  }

  bool on_{false};
};

using SwitchEnvPool = AsyncEnvPool<SwitchEnv>;

// Two players with one action key, a discrete double, and saved states.
class CrowdEnvFns {
 public:
  static decltype(auto) DefaultConfig() { return MakeDict(); }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs"_.Bind(Spec<float>({-1, 2})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict(
        "action"_.Bind(MarkDiscrete(Spec<double>({-1}, {-1.0, 1.0}))));
  }
};

using CrowdEnvSpec = EnvSpec<CrowdEnvFns>;

class CrowdEnv : public Env<CrowdEnvSpec> {
 public:
  using Env<CrowdEnvSpec>::Env;

  bool IsDone() override { return places_[0] == places_[1]; }
  void Reset() override {
    places_[0] = std::uniform_int_distribution<int>(-9, -1)(gen_);
    places_[1] = std::uniform_int_distribution<int>(1, 9)(gen_);
    Write();
  }
  void Step(const Action& action) override {
    for (int i = 0; i < 2; ++i) {
      const double move = action["action"_][i];
      places_[i] += static_cast<int>(move);
    }
    Write();
  }
  void Save(StateWriter* writer) override { writer->Write(places_); }
  void Load(StateReader* reader) override { reader->Read(&places_); }

 private:
  void Write() {
    State state = Allocate(2);
    for (int i = 0; i < 2; ++i) {
      state["obs"_](i, 0) = places_[i];
      state["obs"_](i, 1) = places_[1 - i];
    }
  }

  std::array<int, 2> places_{};
};

using CrowdEnvPool = AsyncEnvPool<CrowdEnv>;

// Returns its action, an integer without a range, as the observation.
class EchoEnvFns {
 public:
  static decltype(auto) DefaultConfig() { return MakeDict(); }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs"_.Bind(Spec<int>({1})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("call"_.Bind(Spec<int>({-1})));
  }
};

using EchoEnvSpec = EnvSpec<EchoEnvFns>;

class EchoEnv : public Env<EchoEnvSpec> {
 public:
  using Env<EchoEnvSpec>::Env;

  bool IsDone() override { return false; }
  void Reset() override { Write(static_cast<int>(gen_() >> 1)); }
  void Step(const Action& action) override { Write(action["call"_]); }
  void Save(StateWriter* /*writer*/) override {}
  void Load(StateReader* /*reader*/) override {}

 private:
  void Write(int number) {
    State state = Allocate();
    state["obs"_][0] = number;
  }
};

using EchoEnvPool = AsyncEnvPool<EchoEnv>;

// Ragged observations, which have no space.
class ScribeEnvFns {
 public:
  static decltype(auto) DefaultConfig() { return MakeDict(); }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict(
        "obs:page"_.Bind(Spec<unsigned char>({2, 2}, {0, 255})),
        "obs:words"_.Bind(Spec<Container<int>>({}, Spec<int>({-1}))));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("pen.x"_.Bind(Spec<float>({}, {0.0F, 1.0F})),
                    "pen.down"_.Bind(Spec<int>({1}, {0, 1})));
  }
};

using ScribeEnvSpec = EnvSpec<ScribeEnvFns>;

class ScribeEnv : public Env<ScribeEnvSpec> {
 public:
  using Env<ScribeEnvSpec>::Env;

  bool IsDone() override { return words_ > 5; }
  void Reset() override {
    words_ = 0;
    Write(std::uniform_int_distribution<int>(0, 255)(gen_));
  }
  void Step(const Action& action) override {
    words_ += static_cast<int>(action["pen.down"_][0]);
    Write(static_cast<int>(255 * static_cast<float>(action["pen.x"_])));
  }

 private:
  void Write(int ink) {
    State state = Allocate();
    state["obs:page"_].Fill(ink);
    Container<int>& words = state["obs:words"_];
    words = std::make_unique<TArray<int>>(::Spec<int>({words_}));
    words->Fill(ink);
  }

  int words_{0};
};

using ScribeEnvPool = AsyncEnvPool<ScribeEnv>;

}  // namespace envpool::rare_features

#endif  // ENVPOOL_TESTING_RARE_FEATURES_RARE_FEATURES_H_
