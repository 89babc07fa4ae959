// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that rollouts have the rows of single steps, for any number of threads,
// and tests their errors.

#include "envpool/core/rollout/rollout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "envpool/core/batch_envpool.h"
#include "envpool/core/rollout/open_loop.h"
#include "envpool/core/rollout/random_actions.h"
#include "envpool/testing/light_env.h"
#include "envpool/testing/pool_driver.h"

namespace envpool::testing {
namespace {

constexpr int kSteps = 37;

/// The rows of all steps, in the order of steps and envs.
struct Steps {
  explicit Steps(int rows) : obs(4 * rows), reward(rows), done(rows) {}
  bool operator==(const Steps&) const = default;

  std::vector<double> obs;
  std::vector<float> reward;
  std::vector<char> done;
};

template <typename T>
char* Bytes(std::vector<T>* numbers) {
  return reinterpret_cast<char*>(numbers->data());
}

std::vector<float> Actions(int num_envs) {
  std::vector<float> actions(kSteps * num_envs);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    actions[i] = static_cast<float>(i % 7);
  }
  return actions;
}

std::unique_ptr<Policy> MakeOpenLoop(Engine* engine,
                                     std::vector<float> actions) {
  const Array array(
      ShapeSpec(sizeof(float), {static_cast<int>(actions.size())}),
      Bytes(&actions));
  return std::make_unique<OpenLoop>(*engine->actions(),
                                    std::vector<Array>{array}, kSteps);
}

RolloutRequest RequestOf(const Policy& policy, Steps* to) {
  RolloutRequest request;
  request.steps = kSteps;
  request.policy = &policy;
  request.results = {{ResultColumns::kFirstFamily, Bytes(&to->obs)},
                     {ResultColumns::kReward, Bytes(&to->reward)},
                     {ResultColumns::kDone, Bytes(&to->done)}};
  return request;
}

std::vector<RolloutFault> Roll(Engine* engine, const Policy& policy,
                               Steps* to) {
  return RunRollout(engine, RequestOf(policy, to), nullptr,
                    [](const StateBlock&) {});
}

/// Steps all envs of a synchronous pool by single calls.
template <typename Action>
Steps StepSingly(Engine* engine, const std::vector<float>& actions) {
  const int num_envs = engine->config().num_envs;
  const std::vector<int> ids = Range(num_envs);
  Steps steps(kSteps * num_envs);
  for (int t = 0; t < kSteps; ++t) {
    const std::vector<Action> row(actions.begin() + t * num_envs,
                                  actions.begin() + (t + 1) * num_envs);
    engine->Send({ToArray(ids), ToArray(ids), ToArray(row)});
    StateBlock* block = engine->Recv(nullptr);
    for (int i = 0; i < num_envs; ++i) {
      const Row read = ReadRow(*engine, *block, i);
      const int at = t * num_envs + i;
      std::copy_n(read.obs.begin(), 4, steps.obs.begin() + 4 * at);
      steps.reward[at] = read.reward;
      steps.done[at] = static_cast<char>(read.done);
    }
    engine->blocks()->Release(block);
  }
  return steps;
}

TEST(Rollout, EqualsSingleSteps) {
  for (const AutoresetMode mode :
       {AutoresetMode::kNextStep, AutoresetMode::kSameStep}) {
    for (const int num_envs : {1, 5, 64}) {
      const std::vector<float> actions = Actions(num_envs);
      Shape shape{.num_envs = num_envs};
      shape.options.autoreset = mode;
      auto single = MakeFaultPool(shape);
      const Steps expected = StepSingly<float>(single->engine(), actions);
      for (const int num_threads : {1, 3}) {
        for (const int batch_size : {0, 1}) {
          shape.num_threads = num_threads;
          shape.batch_size = batch_size;
          auto pool = MakeFaultPool(shape);
          Engine* engine = pool->engine();
          Steps found(kSteps * num_envs);
          EXPECT_TRUE(
              Roll(engine, *MakeOpenLoop(engine, actions), &found).empty());
          EXPECT_EQ(found, expected) << shape;
          EXPECT_EQ(engine->SaveStates(Range(num_envs)),
                    single->engine()->SaveStates(Range(num_envs)));
        }
      }
    }
  }
}

TEST(Rollout, EqualsSingleStepsIfResetsAreExplicit) {
  Shape shape{.num_envs = 6};
  shape.options.autoreset = AutoresetMode::kDisabled;
  const std::vector<float> actions = Actions(6);
  const Script script{.horizon = kSteps + 1};
  auto single = MakeFaultPool(shape, script);
  auto pool = MakeFaultPool(shape, script);
  for (FaultEnvPool* each : {single.get(), pool.get()}) {
    ResetEnvs(each->engine(), Range(6));
    each->engine()->Drain(nullptr);
  }
  Engine* engine = pool->engine();
  Steps found(kSteps * 6);
  const auto policy = MakeOpenLoop(engine, actions);
  Roll(engine, *policy, &found);
  EXPECT_EQ(found, StepSingly<float>(single->engine(), actions));
  EXPECT_EQ(KindOf([&] { Roll(engine, *policy, &found); }),
            ErrorKind::kProtocol);  // the episodes end
  EXPECT_EQ(engine->outstanding(), 0);
}

using Batch64 = BatchEnvPool<LightEnv<true, false>>;

LightEnvSpec MakeLightSpec(int num_envs, int num_threads) {
  auto config = LightEnvSpec::kDefaultConfig;
  config["num_envs"_] = num_envs;
  config["num_threads"_] = num_threads;
  return LightEnvSpec(config);
}

TEST(Rollout, BatchEnvs) {
  constexpr int kEnvs = 300;
  std::vector<float> actions = Actions(kEnvs);
  std::vector<int> choices;
  for (float& action : actions) {
    action = static_cast<float>(static_cast<int>(action) % 4);
    choices.push_back(static_cast<int>(action));
  }
  Batch64 single(MakeLightSpec(kEnvs, 1));
  const Steps expected = StepSingly<int>(single.engine(), actions);
  for (const int num_threads : {1, 2, 4}) {
    Batch64 pool(MakeLightSpec(kEnvs, num_threads));
    const Array array(ShapeSpec(sizeof(int), {kSteps * kEnvs}),
                      Bytes(&choices));
    const OpenLoop policy(*pool.engine()->actions(), {array}, kSteps);
    Steps found(kSteps * kEnvs);
    Roll(pool.engine(), policy, &found);
    EXPECT_EQ(found, expected);
  }
  choices[5] = 4;
  const Array array(ShapeSpec(sizeof(int), {kSteps * kEnvs}), Bytes(&choices));
  EXPECT_EQ(KindOf([&] {
              const OpenLoop policy(*single.engine()->actions(), {array},
                                    kSteps);
            }),
            ErrorKind::kArgument);
}

TEST(Rollout, RandomActionsDoNotDependOnThreads) {
  constexpr int kEnvs = 40;
  std::vector<Steps> found;
  std::vector<std::vector<int>> actions;
  for (const int num_threads : {1, 3}) {
    Batch64 pool(MakeLightSpec(kEnvs, num_threads));
    const RandomActions policy(*pool.engine()->actions(), {{{0}, {3}}}, 7, 0,
                               -1);
    found.emplace_back(kSteps * kEnvs);
    actions.emplace_back(kSteps * kEnvs);
    RolloutRequest request = RequestOf(policy, &found.back());
    request.actions = {{ActionStore::kFirstColumn, Bytes(&actions.back())}};
    RunRollout(pool.engine(), request, nullptr, [](const StateBlock&) {});
  }
  EXPECT_EQ(found[0], found[1]);
  EXPECT_EQ(actions[0], actions[1]);
  for (int action = 0; action < 4; ++action) {
    const auto count = std::ranges::count(actions[0], action);
    EXPECT_NEAR(count, kSteps * kEnvs / 4, 80) << action;
  }
}

TEST(Rollout, FaultsLeaveOtherEnvsWhole) {
  auto pool = MakeFaultPool({.num_envs = 6, .num_threads = 2},
                            {.fault = "std", .nth = 4, .fault_env = 2});
  auto sound = MakeFaultPool({.num_envs = 6});
  Engine* engine = pool->engine();
  const std::vector<float> actions = Actions(6);
  Steps found(kSteps * 6);
  const auto faults = Roll(engine, *MakeOpenLoop(engine, actions), &found);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].fault.env_id, 2);
  EXPECT_EQ(faults[0].step, 4);  // the first step is a reset
  const Steps expected = StepSingly<float>(sound->engine(), actions);
  for (int at = 0; at < kSteps * 6; ++at) {
    if (at % 6 != 2) {
      EXPECT_EQ(found.reward[at], expected.reward[at]);
    }
  }
  EXPECT_EQ(found.obs[4 * (4 * 6 + 2) + 2], 0);
  EXPECT_EQ(Survives(pool.get()), "");
}

TEST(Rollout, RefusesPendingResultsAndClosedPools) {
  auto pool = MakeFaultPool({.num_envs = 3});
  Engine* engine = pool->engine();
  const auto policy = MakeOpenLoop(engine, Actions(3));
  Steps found(kSteps * 3);
  ResetEnvs(engine, {1});
  EXPECT_EQ(KindOf([&] { Roll(engine, *policy, &found); }),
            ErrorKind::kProtocol);
  engine->Drain(nullptr);
  EXPECT_TRUE(Roll(engine, *policy, &found).empty());
  engine->Close();
  EXPECT_EQ(KindOf([&] { Roll(engine, *policy, &found); }), ErrorKind::kClosed);
}

/// Interrupts the wait at its first Poll.
class Interrupt : public WaitHooks {
 public:
  void Poll() override { throw std::runtime_error("interrupted"); }
  [[nodiscard]] std::chrono::milliseconds PollInterval() override {
    return std::chrono::milliseconds(0);
  }
};

TEST(Rollout, InterruptsLeaveThePoolUsable) {
  for (const int num_threads : {1, 2}) {
    auto pool = MakeFaultPool({.num_envs = 16, .num_threads = num_threads});
    Engine* engine = pool->engine();
    const auto policy = MakeOpenLoop(engine, Actions(16));
    Steps found(kSteps * 16);
    Interrupt hooks;
    EXPECT_THROW(RunRollout(engine, RequestOf(*policy, &found), &hooks,
                            [](const StateBlock&) {}),
                 std::runtime_error);
    EXPECT_EQ(engine->outstanding(), 0);
    EXPECT_EQ(Survives(pool.get()), "");
  }
}

/// Fails at a step of one env.
class FailingPolicy : public Policy {
 public:
  void Act(const Turn& turn) const override {
    if (turn.step == 9 && turn.first_env + turn.count > 11) {
      throw std::runtime_error("policy");
    }
  }
};

TEST(Rollout, ErrorsOfPoliciesLeaveThePoolUsable) {
  auto pool = MakeFaultPool({.num_envs = 16, .num_threads = 2});
  const FailingPolicy policy;
  Steps found(kSteps * 16);
  EXPECT_THROW(Roll(pool->engine(), policy, &found), std::runtime_error);
  EXPECT_EQ(pool->engine()->outstanding(), 0);
  EXPECT_EQ(Survives(pool.get()), "");
}

}  // namespace
}  // namespace envpool::testing
