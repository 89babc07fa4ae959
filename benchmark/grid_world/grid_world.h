// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A grid world with a dict of observations, in an author's style: as an Env,
// one object for each env, and as a BatchEnv. compare.py compares the cost of
// their pools with a loop over the same envs.

#ifndef BENCHMARK_GRID_WORLD_GRID_WORLD_H_
#define BENCHMARK_GRID_WORLD_GRID_WORLD_H_

#include <algorithm>
#include <random>
#include <vector>

#include "envpool/core/async_envpool.h"
#include "envpool/core/batch_envpool.h"
#include "envpool/core/env.h"

namespace benchmark_envs {

constexpr int kSide = 16;
constexpr int kTimeLimit = 200;

/// Moves by action: right, up, left, down.
constexpr int kMoveX[] = {1, 0, -1, 0};
constexpr int kMoveY[] = {0, 1, 0, -1};

/// The state of a grid: an agent looks for a target.
struct GridWorld {
  template <typename Random>
  void Reset(Random* random) {
    std::uniform_int_distribution<int> cell(0, kSide - 1);
    x = cell(*random);
    y = cell(*random);
    target_x = cell(*random);
    target_y = cell(*random);
  }
  void Move(int action) {
    x = std::clamp(x + kMoveX[action], 0, kSide - 1);
    y = std::clamp(y + kMoveY[action], 0, kSide - 1);
  }
  [[nodiscard]] bool found() const { return x == target_x && y == target_y; }

  int x{0};
  int y{0};
  int target_x{0};
  int target_y{0};
};

class GridWorldEnvFns {
 public:
  static decltype(auto) DefaultConfig() { return MakeDict(); }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs:agent"_.Bind(Spec<int>({2}, {0, kSide - 1})),
                    "obs:target"_.Bind(Spec<int>({2}, {0, kSide - 1})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 3})));
  }
};

using GridWorldEnvSpec = EnvSpec<GridWorldEnvFns>;

class GridWorldEnv : public Env<GridWorldEnvSpec> {
 public:
  using Env<GridWorldEnvSpec>::Env;

  bool IsDone() override { return done_; }

  void Reset() override {
    world_.Reset(&gen_);
    done_ = false;
    Write(0.0F);
  }

  void Step(const Action& action) override {
    world_.Move(action["action"_]);
    done_ = world_.found();
    Write(done_ ? 1.0F : 0.0F);
  }

 private:
  void Write(float reward) {
    State state = Allocate();
    state["obs:agent"_][0] = world_.x;
    state["obs:agent"_][1] = world_.y;
    state["obs:target"_][0] = world_.target_x;
    state["obs:target"_][1] = world_.target_y;
    state["reward"_] = reward;
  }

  GridWorld world_;
  bool done_{true};
};

using GridWorldEnvPool = AsyncEnvPool<GridWorldEnv>;

class GridLanesEnvFns : public GridWorldEnvFns {};

using GridLanesEnvSpec = EnvSpec<GridLanesEnvFns>;

class GridLanesEnv : public envpool::BatchEnv<GridLanesEnvSpec> {
 public:
  static constexpr bool kStepDraws = false;
  static constexpr bool kWritesAllFields = true;

  GridLanesEnv(const Spec& spec, int num_envs)
      : BatchEnv(spec, num_envs),
        x_(num_envs),
        y_(num_envs),
        target_x_(num_envs),
        target_y_(num_envs) {}

  void ResetLane(int lane) {
    for (std::vector<int>* field : {&x_, &y_, &target_x_, &target_y_}) {
      (*field)[lane] = static_cast<int>(rng(lane).Integers(0, kSide));
    }
  }

  void StepLanes(const envpool::Lanes& lanes, const Actions& action,
                 float* reward, bool* terminated) {
    const int* __restrict act = action["action"_];
    int* __restrict x = &x_[lanes.first];
    int* __restrict y = &y_[lanes.first];
    const int* __restrict target_x = &target_x_[lanes.first];
    const int* __restrict target_y = &target_y_[lanes.first];
    for (int i = 0; i < lanes.count; ++i) {
      const int move_x = (act[i] == 0) - (act[i] == 2);
      const int move_y = (act[i] == 1) - (act[i] == 3);
      x[i] = std::clamp(x[i] + move_x, 0, kSide - 1);
      y[i] = std::clamp(y[i] + move_y, 0, kSide - 1);
      const bool found = (x[i] == target_x[i]) & (y[i] == target_y[i]);
      reward[i] = found ? 1.0F : 0.0F;
      terminated[i] = found;
    }
  }

  void WriteLanes(const envpool::Lanes& lanes, const Rows& rows) const {
    int* __restrict agent = rows["obs:agent"_];
    int* __restrict target = rows["obs:target"_];
    for (int i = 0; i < lanes.count; ++i) {
      agent[2 * i] = x_[lanes.first + i];
      agent[2 * i + 1] = y_[lanes.first + i];
      target[2 * i] = target_x_[lanes.first + i];
      target[2 * i + 1] = target_y_[lanes.first + i];
    }
  }

  template <typename Archive>
  void Fields(Archive& ar) {
    ar(x_, y_, target_x_, target_y_);
  }

 private:
  std::vector<int> x_;
  std::vector<int> y_;
  std::vector<int> target_x_;
  std::vector<int> target_y_;
};

using GridLanesEnvPool = envpool::BatchEnvPool<GridLanesEnv>;

}  // namespace benchmark_envs

#endif  // BENCHMARK_GRID_WORLD_GRID_WORLD_H_
