// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Test envs with the mistakes that a checked build finds, one for each value
// of `flaw`.

#ifndef ENVPOOL_CORE_CHECKED_CHECKED_ENVS_H_
#define ENVPOOL_CORE_CHECKED_CHECKED_ENVS_H_

#include <algorithm>
#include <cmath>
#include <csignal>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/async_envpool.h"
#include "envpool/core/batch_envpool.h"
#include "envpool/core/env.h"

namespace careless {

class GridFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("flaw"_.Bind(std::string("none")));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs:grid"_.Bind(Spec<float>({2, 3})),
                    "obs:players.place"_.Bind(Spec<int>({-1, 2})),
                    "info:is_first"_.Bind(Spec<bool>({})),
                    "info:rare"_.Bind(Spec<double>({2})),
                    "info:trail"_.Bind(Spec<Container<int>>(
                        {-1}, Spec<int>(std::vector<int>{-1}))));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({}, {0, 1})));
  }
};

using GridEnvSpec = EnvSpec<GridFns>;

template <typename T>
TArray<T> NewArray(std::vector<int> shape) {
  return TArray<T>(Spec<T>(std::move(shape)));
}

class GridEnv : public Env<GridEnvSpec> {
 public:
  GridEnv(const Spec& spec, int env_id)
      : Env<GridEnvSpec>(spec, env_id), flaw_(spec.config["flaw"_]) {}

  bool IsDone() override { return step_ >= 5; }

  void Reset() override {
    step_ = 0;
    Write("none");
    if (env_id_ == 0) {
      shared_ = std::make_unique<State>(*kept_);
    }
  }

  void Step(const Action& action) override {
    ++step_;
    if (flaw_ == "action") {
      step_ += action["action"_](1);
    } else if (flaw_ == "late view" && step_ == 3) {
      (*kept_)["obs:grid"_](0, 0) = 1;
    } else if (flaw_ == "late pointer" && step_ == 3) {
      pointer_[0] = 2.0F;
    } else if (flaw_ == "late action" && step_ == 3) {
      step_ += kept_action_["action"_];
    } else if (flaw_ == "other env" && env_id_ == 1) {
      (*shared_)["obs:grid"_](0, 0) = 1;
    } else if (flaw_ == "crash" && step_ == 3) {
      *static_cast<volatile int*>(nullptr) = step_;
    } else if (flaw_ == "recursion" && step_ == 3) {
      step_ = Deep(step_);
    } else if (flaw_ == "division" && step_ == 3) {
      volatile int zero = 0;
      step_ = step_ / zero;
    } else if (flaw_ == "abort" && step_ == 3) {
      std::raise(SIGABRT);
    }
    kept_action_ = action;
    Write(step_ == 3 ? flaw_ : "none");
  }

 private:
  static int Deep(int n) {
    volatile int place = n;
    return place == -1 ? 0 : Deep(n + 1) + place;
  }

  void Write(const std::string& flaw) {
    const int players = 1 + step_ % max_num_players_;
    State state = Allocate(players);
    TArray<float> grid = state["obs:grid"_];
    state["reward"_].Fill(step_);
    if (flaw == "index") {
      grid(1, 3) = 1;
    } else if (flaw == "part") {
      grid[1][-1] = 1;
    } else if (flaw == "many indices") {
      grid(1, 1, 1) = 1;
    } else if (flaw == "player") {
      state["obs:players.place"_](players, 0) = 1;
    } else if (flaw == "assign") {
      grid.Assign(std::vector<float>(7).data(), 7);
    } else if (flaw == "assign array") {
      grid.Assign(NewArray<float>({2, 2}));
    } else if (flaw == "past") {
      static_cast<float*>(grid.Data())[6] = 1;
    } else if (flaw == "before") {
      static_cast<float*>(grid.Data())[-1] = 1;
    } else if (flaw == "own array") {
      NewArray<int>({4})[4] = 1;
    } else if (flaw == "fill") {
      state["info:is_first"_].Fill(1);
      state["obs:players.place"_].Slice(0, players).Fill(3);
    }
    for (int i = 0; i < 6; ++i) {
      grid(i / 3, i % 3) = static_cast<float>(step_ == 0 ? 0 : i);
    }
    if (flaw == "nan") {
      grid(1, 2) = std::numeric_limits<float>::quiet_NaN();
    } else if (flaw == "nan reward") {
      state["reward"_] = std::nan("");
    }
    if (flaw != "unwritten") {
      for (int i = 0; i < players; ++i) {
        state["obs:players.place"_][i][1] += i;  // starts from zero
      }
    }
    state["info:rare"_][0] = 0.0;
    state["info:is_first"_] = step_ == 0;
    for (int i = 0; i < players; ++i) {
      Container<int>& trail = state["info:trail"_][i];
      trail = std::make_unique<TArray<int>>(NewArray<int>({step_ + 1}));
      trail->Fill(step_);
    }
    kept_ = std::make_unique<State>(state);
    pointer_ = static_cast<float*>(grid.Data());
  }

  const std::string flaw_;
  int step_{5};
  std::unique_ptr<State> kept_;
  float* pointer_{nullptr};
  Action kept_action_;
  inline static std::unique_ptr<State> shared_;  // the row of env 0
};

using GridEnvPool = AsyncEnvPool<GridEnv>;

class ForgetfulFns : public GridFns {};

// Never writes most of its infos.
class ForgetfulEnv : public Env<EnvSpec<ForgetfulFns>> {
 public:
  using Env::Env;
  bool IsDone() override { return false; }
  void Reset() override { Write(); }
  void Step(const Action& /*action*/) override { Write(); }

 private:
  void Write() {
    State state = Allocate();
    state["obs:grid"_].Zero();
    state["obs:players.place"_].Zero();
    state["info:is_first"_] = false;
    state["reward"_] = 1;
  }
};

using ForgetfulEnvPool = AsyncEnvPool<ForgetfulEnv>;

class LaneFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("flaw"_.Bind(std::string("none")));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs"_.Bind(Spec<float>({2})),
                    "info:pair"_.Bind(Spec<int>({2})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 1})));
  }
};

using LaneEnvSpec = EnvSpec<LaneFns>;

template <bool kAll>
class LaneEnv : public BatchEnv<LaneEnvSpec> {
 public:
  static constexpr bool kStepDraws = false;
  static constexpr bool kWritesAllFields = kAll;

  LaneEnv(const Spec& spec, int num_envs)
      : BatchEnv<LaneEnvSpec>(spec, num_envs),
        flaw_(spec.config["flaw"_]),
        step_(num_envs) {}

  template <typename Archive>
  void Fields(Archive& archive) {  // NOLINT(runtime/references)
    archive(step_);
  }
  void ResetLane(int lane) { step_[lane] = 0; }
  void StepLanes(const Lanes& lanes, const Actions& /*action*/, float* reward,
                 bool* terminated) {
    for (int i = 0; i < lanes.count; ++i) {
      const int step = ++step_[lanes.first + i];
      const bool wrong = step == 3 && lanes.first + i == 1;
      if (wrong && flaw_ == "throw") {
        throw std::runtime_error("no way");
      }
      if (!wrong || flaw_ != "reward") {
        reward[i] = static_cast<float>(step);
      }
      if (!wrong || flaw_ != "terminated") {
        terminated[i] = step >= 5;
      }
      if (wrong && flaw_ == "reward past") {
        reward[lanes.count] = 1;
      }
    }
  }
  void WriteLanes(const Lanes& lanes, const Rows& rows) const {
    for (int i = 0; i < lanes.count; ++i) {
      const int step = step_[lanes.first + i];
      const bool wrong = step == 3 && lanes.first + i == 1;
      const auto value = static_cast<float>(step);
      if (!wrong || flaw_ != "obs") {
        rows["obs"_][2 * i] = 0;
        rows["obs"_][2 * i + 1] =
            wrong && flaw_ == "nan" ? std::nanf("") : value;
      }
      rows["info:pair"_][2 * i] = step;
      if (kAll && !(wrong && flaw_ == "info")) {
        rows["info:pair"_][2 * i + 1] = step;
      }
      if (wrong && flaw_ == "past") {
        rows["obs"_][2 * lanes.count] = 1;
      } else if (wrong && flaw_ == "before") {
        rows["info:pair"_][-1] = 1;
      }
    }
  }

 private:
  const std::string flaw_;
  std::vector<int> step_;
};

}  // namespace careless

#endif  // ENVPOOL_CORE_CHECKED_CHECKED_ENVS_H_
