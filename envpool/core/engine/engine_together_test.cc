// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Steps that envs begin together: each env that steps is begun once, with its
// own action, and all other rows stay the same.

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <vector>

#include "envpool/core/async_envpool.h"
#include "envpool/core/engine/schedule/cost_meter.h"
#include "envpool/core/engine/schedule/scheduler.h"
#include "envpool/testing/pool_driver.h"
#include "envpool/testing/thread_limit.h"

namespace envpool::testing {
namespace {

constexpr int kEnvs = 10;

class TogetherEnvFns {
 public:
  static decltype(auto) DefaultConfig() { return MakeDict(); }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs"_.Bind(Spec<float>({2})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<float>({-1})));
  }
};

/// Observes how many envs were begun with it, and the action of BeginSteps.
class TogetherEnv : public Env<EnvSpec<TogetherEnvFns>> {
 public:
  static constexpr int kTogether = 4;

  TogetherEnv(const Spec& spec, int env_id) : Env(spec, env_id) {}

  bool IsDone() override { return env_id_ == 3 && steps_ == 2; }
  void Reset() override {
    steps_ = 0;
    Write(-1, -1);
  }
  void Step(const Action& /*action*/) override {
    ++steps_;
    Write(group_, action_);
    group_ = 0;
    action_ = 0;
  }
  [[nodiscard]] int StepsTogether() const override { return kTogether; }
  void BeginSteps(std::span<EnvBase* const> envs,
                  const ActionStore& actions) noexcept override {
    for (EnvBase* each : envs) {
      auto* env = static_cast<TogetherEnv*>(each);
      env->group_ += static_cast<float>(envs.size());
      env->action_ =
          *static_cast<const float*>(env->ActionData("action"_, actions));
    }
  }

 private:
  void Write(float group, float action) {
    State state = Allocate();
    state["obs"_][0] = group;
    state["obs"_][1] = action;
  }

  int steps_{0};
  float group_{0};
  float action_{0};
};

using TogetherPool = AsyncEnvPool<TogetherEnv>;

std::unique_ptr<TogetherPool> MakePool(const EngineOptions& options) {
  auto config = TogetherEnv::Spec::kDefaultConfig;
  config["num_envs"_] = kEnvs;
  config["batch_size"_] = kEnvs;
  config["num_threads"_] = 1;
  return std::make_unique<TogetherPool>(TogetherEnv::Spec(config), options);
}

/// Receives a batch and returns observation `item` by env id.
std::vector<float> Recv(Engine* engine, int item) {
  StateBlock* block = engine->Recv(nullptr);
  std::vector<float> values(kEnvs);
  for (int row = 0; row < block->rows; ++row) {
    const int id = *block->Rows<int>(ResultColumns::kEnvId, row);
    values[id] = block->Rows<float>(ResultColumns::kFirstFamily, row)[item];
  }
  engine->blocks()->Release(block);
  return values;
}

TEST(EngineTogetherTest, RunsOfEnvsAreBegun) {
  const ThreadLimit limit(0);
  const auto pool = MakePool({});
  Engine* engine = pool->engine();
  ResetEnvs(engine, Range(kEnvs));
  EXPECT_EQ(Recv(engine, 0), std::vector<float>(kEnvs, -1));
  // The calling thread claims whole groups from the end.
  const std::vector<float> all{2, 2, 4, 4, 4, 4, 4, 4, 4, 4};
  for (int step = 0; step < 2; ++step) {
    SendActions(engine, Range(kEnvs));
    EXPECT_EQ(Recv(engine, 0), all);
  }
  // Env 3 is reset.
  SendActions(engine, Range(kEnvs));
  EXPECT_EQ(Recv(engine, 0),
            (std::vector<float>{2, 2, 3, -1, 3, 3, 4, 4, 4, 4}));
  SendActions(engine, Range(kEnvs));
  EXPECT_EQ(Recv(engine, 0), all);
}

TEST(EngineTogetherTest, EachEnvGetsItsAction) {
  const auto pool = MakePool({});
  Engine* engine = pool->engine();
  ResetEnvs(engine, Range(kEnvs));
  Recv(engine, 1);
  const std::vector<float> actions{5, 4, 3, 2, 1, 9, 8, 7, 6, 0};
  SendActions(engine, Range(kEnvs), actions);
  EXPECT_EQ(Recv(engine, 1), actions);
}

TEST(EngineTogetherTest, SingleEnvsAreNotBegun) {
  EngineOptions options;
  options.chunk = 1;
  const auto pool = MakePool(options);
  Engine* engine = pool->engine();
  ResetEnvs(engine, Range(kEnvs));
  Recv(engine, 0);
  SendActions(engine, Range(kEnvs));
  EXPECT_EQ(Recv(engine, 0), std::vector<float>(kEnvs, 0));
}

TEST(ChunkSizeTest, ClaimsWholeGroups) {
  CostMeter costly;
  costly.Guess(50'000);
  const auto claimed = [](const CostMeter& cost, int queued, int workers) {
    return ChunkSize{cost, 0, queued, workers, 8}.Of(queued);
  };
  EXPECT_EQ(claimed(costly, 64, 2), 8);
  EXPECT_EQ(claimed(costly, 64, 16), 4);  // a share for each worker
  EXPECT_EQ(claimed(costly, 5, 2), 3);
  EXPECT_EQ(claimed(costly, 1, 2), 1);
  CostMeter cheap;
  cheap.Guess(1'000);
  EXPECT_EQ(claimed(cheap, 76, 2), 16);  // 20 without groups
}

}  // namespace
}  // namespace envpool::testing
