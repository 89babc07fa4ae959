// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CartPole, 1,024 envs and 128 steps with random actions, on one thread: a
// rollout, and the bare kernel in a loop, with the same draws and the same
// memory of results. The two take turns. Prints the median nanoseconds of an
// env's step, and the median of the ratios.
//
//   bazel run //benchmark/micro:rollout_bench

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "envpool/classic_control/cartpole.h"
#include "envpool/core/batch_envpool.h"
#include "envpool/core/rollout/random_actions.h"
#include "envpool/core/rollout/rollout.h"

namespace {

using envpool::ActionStore;
using envpool::Engine;
using envpool::ResultColumns;

using Pool = envpool::BatchEnvPool<envpool::classic_control::CartPoleEnv>;

constexpr int kEnvs = 1024;
constexpr int kSteps = 128;
constexpr int kLanes = 128;
constexpr int kRounds = 200;

/// The arrays of all steps.
struct Arrays {
  std::vector<float> obs = std::vector<float>(kEnvs * kSteps * 4);
  std::vector<float> reward = std::vector<float>(kEnvs * kSteps);
  std::vector<char> terminated = std::vector<char>(kEnvs * kSteps);
  std::vector<char> truncated = std::vector<char>(kEnvs * kSteps);
  std::vector<int> action = std::vector<int>(kEnvs * kSteps);

  std::vector<envpool::ColumnRows> Results(const Engine& engine) {
    return {{ResultColumns::kFirstFamily, reinterpret_cast<char*>(obs.data())},
            {ResultColumns::kReward, reinterpret_cast<char*>(reward.data())},
            {engine.result_columns().terminated, terminated.data()},
            {ResultColumns::kTrunc, truncated.data()}};
  }
};

typename Pool::Spec MakeSpec() {
  auto config = Pool::Spec::kDefaultConfig;
  config["num_envs"_] = kEnvs;
  config["num_threads"_] = 1;
  config["max_episode_steps"_] = 500;
  return typename Pool::Spec(config);
}

/// Runs the kernel for 128 lanes after the other.
void RunBare(Engine* engine, const envpool::Policy& policy, Arrays* arrays,
             envpool::StateBlock* block) {
  const std::vector<envpool::ColumnRows> results = arrays->Results(*engine);
  const envpool::Layout& layout = block->layout();
  for (int first = 0; first < kEnvs; first += kLanes) {
    for (int step = 0; step < kSteps; ++step) {
      const std::size_t at = static_cast<std::size_t>(step) * kEnvs + first;
      policy.Act({step, first, kLanes, block, 0, engine->actions()});
      const int* actions = reinterpret_cast<int*>(
          engine->actions()->Item(ActionStore::kFirstColumn, first));
      std::copy_n(actions, kLanes, arrays->action.data() + at);
      for (const auto& [column, data] : results) {
        block->PlaceColumn(column,
                           data + at * layout.columns()[column].ItemBytes());
      }
      engine->kernel()->Run({first, kLanes, envpool::Request::kStep, block, 0},
                            engine);
    }
  }
}

template <typename F>
double NanosOf(const F& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  const std::chrono::duration<double, std::nano> time =
      std::chrono::steady_clock::now() - start;
  return time.count() / (kEnvs * kSteps);
}

double Median(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  return numbers[numbers.size() / 2];
}

}  // namespace

int main() {
  Pool pool(MakeSpec());
  Pool bare(MakeSpec());
  Arrays arrays;
  const envpool::Layout layout(bare.engine()->blocks()->layout().columns(),
                               kLanes, 1);
  envpool::StateBlock block(layout);
  block.received_at_once = true;
  std::vector<double> times, bare_times, ratios;
  for (int round = 0; round < kRounds; ++round) {
    const envpool::RandomActions policy(*pool.engine()->actions(), {{{0}, {1}}},
                                        1, round * kSteps, -1);
    envpool::RolloutRequest request;
    request.steps = kSteps;
    request.policy = &policy;
    request.results = arrays.Results(*pool.engine());
    request.actions = {{ActionStore::kFirstColumn,
                        reinterpret_cast<char*>(arrays.action.data())}};
    times.push_back(NanosOf([&] {
      envpool::RunRollout(pool.engine(), request, nullptr,
                          [](const envpool::StateBlock&) {});
    }));
    bare_times.push_back(
        NanosOf([&] { RunBare(bare.engine(), policy, &arrays, &block); }));
    ratios.push_back(bare_times.back() / times.back());
  }
  std::printf("rollout %.2f ns, bare kernel %.2f ns, speed %.1f %%\n",
              Median(times), Median(bare_times), 100 * Median(ratios));
  return 0;
}
