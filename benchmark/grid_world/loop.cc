// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The grid world without Python, on one thread: plain loops over the envs, and
// pools called from C++.

#include "benchmark/loop.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "benchmark/grid_world/grid_world.h"

namespace {

using benchmark_envs::GridLanesEnv;
using benchmark_envs::GridLanesEnvPool;
using benchmark_envs::GridWorld;
using benchmark_envs::GridWorldEnvPool;
using benchmark_envs::kTimeLimit;

/// Random actions for all envs: 64 batches, used cyclically.
class Batches {
 public:
  explicit Batches(int envs) : envs_(envs) {
    std::mt19937 random(1);
    for (std::vector<int>& batch : batches_) {
      batch.resize(envs);
      for (int& action : batch) {
        action = static_cast<int>(random() % 4);
      }
    }
  }
  int* Next() { return batches_[next_++ % batches_.size()].data(); }
  [[nodiscard]] int envs() const { return envs_; }

 private:
  int envs_;
  std::array<std::vector<int>, 64> batches_;
  std::size_t next_{0};
};

/// The results of all envs, as a pool returns them.
struct Results {
  explicit Results(int envs)
      : agent(2 * envs),
        target(2 * envs),
        elapsed(envs),
        reward(envs),
        done(envs),
        terminated(envs),
        truncated(envs) {}

  std::vector<int> agent, target, elapsed;
  std::vector<float> reward;
  std::vector<std::uint8_t> done, terminated, truncated;
};

/// Steps one env object after the other.
class EnvLoop : public benchmark::Loop {
 public:
  explicit EnvLoop(int envs) : batches_(envs), results_(envs) {
    for (int i = 0; i < envs; ++i) {
      players_.push_back({std::mt19937(i), std::make_unique<GridWorld>()});
      players_[i].world->Reset(&players_[i].random);
    }
  }

  bool Play(int steps) override {
    for (int step = 0; step < steps; ++step) {
      const int* actions = batches_.Next();
      for (int i = 0; i < batches_.envs(); ++i) {
        StepOne(i, actions[i]);
      }
    }
    return true;
  }

 private:
  struct Player {
    std::mt19937 random;
    std::unique_ptr<GridWorld> world;
    int elapsed{0};
    bool done{false};
  };

  void StepOne(int i, int action) {
    Player& player = players_[i];
    GridWorld& world = *player.world;
    bool found = false;
    if (player.done) {
      world.Reset(&player.random);
      player.elapsed = 0;
    } else {
      world.Move(action);
      found = world.found();
      ++player.elapsed;
    }
    const bool late = player.elapsed >= kTimeLimit;
    player.done = found || late;
    results_.agent[2 * i] = world.x;
    results_.agent[2 * i + 1] = world.y;
    results_.target[2 * i] = world.target_x;
    results_.target[2 * i + 1] = world.target_y;
    results_.elapsed[i] = player.elapsed;
    results_.reward[i] = found ? 1.0F : 0.0F;
    results_.done[i] = player.done;
    results_.terminated[i] = found;
    results_.truncated[i] = late && !found;
  }

  Batches batches_;
  Results results_;
  std::vector<Player> players_;
};

/// Steps all envs of a BatchEnv at once.
class BatchLoop : public benchmark::Loop {
 public:
  explicit BatchLoop(int envs)
      : batches_(envs), results_(envs), spec_(Config(envs)), env_(spec_, envs) {
    for (int lane = 0; lane < envs; ++lane) {
      env_.ResetLane(lane);
    }
  }

  bool Play(int steps) override {
    for (int step = 0; step < steps; ++step) {
      StepAll(batches_.Next());
    }
    return true;
  }

 private:
  static benchmark_envs::GridLanesEnvSpec::Config Config(int envs) {
    auto config = benchmark_envs::GridLanesEnvSpec::kDefaultConfig;
    config["num_envs"_] = envs;
    return config;
  }

  void StepAll(const int* action) {
    const envpool::Lanes all{0, batches_.envs()};
    GridLanesEnv::Actions actions;
    actions["action"_] = action;
    bool* terminated = reinterpret_cast<bool*>(results_.terminated.data());
    env_.StepLanes(all, actions, results_.reward.data(), terminated);
    for (int i = 0; i < all.count; ++i) {
      if (results_.done[i] != 0) {
        env_.ResetLane(i);
        results_.elapsed[i] = -1;
        results_.reward[i] = 0;
        results_.terminated[i] = 0;
      }
    }
    for (int i = 0; i < all.count; ++i) {
      ++results_.elapsed[i];
      const bool late = results_.elapsed[i] >= kTimeLimit;
      results_.done[i] = results_.terminated[i] | late;
      results_.truncated[i] = late & (results_.terminated[i] == 0);
    }
    GridLanesEnv::Rows rows;
    rows["obs:agent"_] = results_.agent.data();
    rows["obs:target"_] = results_.target.data();
    env_.WriteLanes(all, rows);
  }

  Batches batches_;
  Results results_;
  benchmark_envs::GridLanesEnvSpec spec_;
  GridLanesEnv env_;
};

template <typename Pool>
class PoolLoop : public benchmark::Loop {
 public:
  explicit PoolLoop(int envs) : batches_(envs), ids_(envs), pool_(Spec(envs)) {
    for (int i = 0; i < envs; ++i) {
      ids_[i] = i;
    }
    pool_.Reset(Column(ids_.data()));
    pool_.Recv();
  }

  bool Play(int steps) override {
    for (int step = 0; step < steps; ++step) {
      pool_.Step(
          {Column(ids_.data()), Column(ids_.data()), Column(batches_.Next())});
    }
    return true;
  }

 private:
  static typename Pool::Spec Spec(int envs) {
    auto config = Pool::Spec::kDefaultConfig;
    config["num_envs"_] = envs;
    config["num_threads"_] = 1;
    config["max_episode_steps"_] = kTimeLimit;
    return typename Pool::Spec(config);
  }
  /// A view with one number for each env.
  envpool::Array Column(int* numbers) {
    return envpool::Array::View(numbers, 1, batches_.envs(), nullptr,
                                sizeof(int));
  }

  Batches batches_;
  std::vector<int> ids_;
  Pool pool_;
};

}  // namespace

/// The argument selects the way of stepping the envs.
std::unique_ptr<benchmark::Loop> benchmark::MakeLoop(const Arguments& arguments,
                                                     int envs,
                                                     int /*threads*/) {
  const std::string& system = arguments.at(0);
  if (system == "env-loop") return std::make_unique<EnvLoop>(envs);
  if (system == "batch-loop") return std::make_unique<BatchLoop>(envs);
  if (system == "env-pool") {
    return std::make_unique<PoolLoop<GridWorldEnvPool>>(envs);
  }
  if (system == "batch-pool") {
    return std::make_unique<PoolLoop<GridLanesEnvPool>>(envs);
  }
  return nullptr;
}
