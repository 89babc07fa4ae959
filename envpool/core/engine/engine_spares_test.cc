// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Spare resets: episodes are the same whether they were prepared or not, and
// prepared ones are used.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "envpool/core/async_envpool.h"
#include "envpool/core/batch_envpool.h"
#include "envpool/core/engine/kernel/spare_resets.h"
#include "envpool/testing/light_env.h"
#include "envpool/testing/pool_driver.h"
#include "envpool/testing/thread_limit.h"

namespace envpool::testing {
namespace {

constexpr int kEnvs = 6;

class DrawEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("steps_draw"_.Bind(false), "fails"_.Bind(false));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict(
        "obs"_.Bind(Spec<std::uint32_t>({2})),
        "info:list"_.Bind(Spec<Container<int>>({}, Spec<int>({-1}, {0, 100}))));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<float>({-1})));
  }
};

/// Its resets draw the length of the episode, and its steps draw on demand.
class DrawEnv : public Env<EnvSpec<DrawEnvFns>> {
 public:
  DrawEnv(const Spec& spec, int env_id) : Env(spec, env_id) {}

  bool IsDone() override { return left_ == 0; }
  void Reset() override {
    drawn_ = gen_();
    if (spec_.config["fails"_] && drawn_ % 4 == 0) {
      throw std::runtime_error("an unlucky draw");
    }
    left_ = 1 + static_cast<int>(drawn_ % 5);
    WriteRow();
  }
  void Step(const Action& /*action*/) override {
    if (spec_.config["steps_draw"_]) {
      gen_();
    }
    --left_;
    WriteRow();
  }
  bool SaveResetInputs(StateWriter* writer) const override {
    writer->WriteText(gen_);
    return true;
  }
  void LoadResetInputs(StateReader* reader) override {
    reader->ReadText(&gen_);
  }
  void AdoptEpisode(EnvBase* prepared) override {
    auto* from = static_cast<DrawEnv*>(prepared);
    gen_ = from->gen_;
    drawn_ = from->drawn_;
    left_ = from->left_;
  }

 private:
  void WriteRow() {
    State state = Allocate();
    state["obs"_][0] = drawn_;
    state["obs"_][1] = static_cast<std::uint32_t>(left_);
    state["reward"_] = static_cast<float>(left_);
    auto* list = new TArray<int>(::Spec<int>({left_}));
    list->Fill(left_);
    Container<int>& slot = state["info:list"_];
    slot.reset(list);
  }

  std::uint32_t drawn_{0};
  int left_{0};
};

using DrawPool = AsyncEnvPool<DrawEnv>;

struct Case {
  int batch_size = kEnvs;
  AutoresetMode autoreset = AutoresetMode::kNextStep;
  bool steps_draw = false;
  bool fails = false;
};

std::unique_ptr<DrawPool> MakePool(const Case& shape, int spares) {
  auto config = DrawEnv::Spec::kDefaultConfig;
  config["num_envs"_] = kEnvs;
  config["batch_size"_] = shape.batch_size;
  config["num_threads"_] = 2;
  config["steps_draw"_] = shape.steps_draw;
  config["fails"_] = shape.fails;
  EngineOptions options;
  options.autoreset = shape.autoreset;
  options.episode_stats = true;
  options.spare_resets = spares;
  return std::make_unique<DrawPool>(DrawEnv::Spec(config.AllValues()), options);
}

/// All results of the pool, by env id.
std::vector<std::string> Play(DrawPool* pool, int num_batches) {
  Engine* engine = pool->engine();
  const int first = ResultColumns::kFirstFamily;
  std::vector<std::string> played(kEnvs);
  ResetEnvs(engine, Range(kEnvs));
  for (int i = 0; i < num_batches; ++i) {
    StateBlock* block = engine->Recv(nullptr);
    std::vector<int> ids;
    for (int row = 0; row < block->rows; ++row) {
      const int id = *block->Rows<int>(ResultColumns::kEnvId, row);
      const auto* obs = block->Rows<std::uint32_t>(first, row);
      const auto& list = *block->Rows<Container<int>>(first + 1, row);
      const ResultColumns& columns = engine->result_columns();
      played[id] +=
          std::to_string(obs[0]) + "/" + std::to_string(obs[1]) + "/" +
          std::to_string(list == nullptr ? 0 : list->size) + "/" +
          std::to_string(*block->Rows<float>(ResultColumns::kReward, row)) +
          "/" + std::to_string(*block->Rows<bool>(ResultColumns::kDone, row)) +
          "/" +
          std::to_string(*block->Rows<int>(ResultColumns::kElapsedStep, row)) +
          "/" +
          std::to_string(*block->Rows<float>(columns.episode_return, row)) +
          " ";
      ids.push_back(id);
    }
    engine->blocks()->Release(block);
    engine->Send({ToArray(ids), ToArray(ids),
                  ToArray(std::vector<float>(ids.size(), 0))});
  }
  engine->Drain(nullptr);
  return played;
}

class EngineSparesTest : public ::testing::TestWithParam<Case> {};

TEST_P(EngineSparesTest, EpisodesStayTheSame) {
  constexpr int kBatches = 300;
  const std::vector<std::string> expected =
      Play(MakePool(GetParam(), 0).get(), kBatches);
  for (const int spares : {1, 4, kEnvs, 2 * kEnvs}) {
    const std::vector<std::string> played =
        Play(MakePool(GetParam(), spares).get(), kBatches);
    for (int id = 0; id < kEnvs; ++id) {
      // Asynchronous pools may have stepped an env more often than the other.
      const std::size_t both = std::min(played[id].size(), expected[id].size());
      EXPECT_EQ(played[id].substr(0, both), expected[id].substr(0, both));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Cases, EngineSparesTest,
    ::testing::Values(Case{}, Case{.batch_size = 2},
                      Case{.autoreset = AutoresetMode::kSameStep},
                      Case{.batch_size = 1,
                           .autoreset = AutoresetMode::kSameStep},
                      Case{.steps_draw = true}, Case{.fails = true},
                      Case{.batch_size = 2, .fails = true}));

/// Counts the prepared episodes that are used. The calling thread is the only
/// one, and prepares all requested episodes after each step.
std::int64_t CountTaken(const Case& shape, int spares, int num_steps) {
  const ThreadLimit limit(0);
  const std::unique_ptr<DrawPool> pool = MakePool(shape, spares);
  Engine* engine = pool->engine();
  ResetEnvs(engine, Range(kEnvs));
  for (int i = 0; i < num_steps; ++i) {
    engine->blocks()->Release(engine->Recv(nullptr));
    for (int work = 0; work < kEnvs; ++work) {
      engine->kernel()->RunIdleWork();
    }
    SendActions(engine, Range(kEnvs));
  }
  engine->Drain(nullptr);
  return static_cast<PerEnvKernel*>(engine->kernel())->spares()->taken();
}

TEST(SpareResetsTest, PreparedEpisodesAreUsed) {
  // An episode has at most five steps; the reset takes one more.
  EXPECT_GE(CountTaken({}, kEnvs, 60), kEnvs * 60 / 6 - kEnvs);
  EXPECT_GT(CountTaken({}, 1, 60), 60 / 6 - 1);
}

TEST(SpareResetsTest, NoneFitsIfStepsDraw) {
  EXPECT_EQ(CountTaken({.steps_draw = true}, kEnvs, 60), 0);
}

TEST(SpareResetsTest, EnvsWithoutSupportRefuse) {
  EngineOptions options;
  options.spare_resets = 1;
  EXPECT_EQ(KindOf([&] { FaultEnvPool(MakeFaultSpec({}), options); }),
            ErrorKind::kArgument);
  EXPECT_EQ(KindOf([&] {
              BatchEnvPool<LightEnv<false, true>>(LightEnvSpec(), options);
            }),
            ErrorKind::kArgument);
}

TEST(SpareResetsTest, CloseWhileEpisodesArePrepared) {
  for (int i = 0; i < 20; ++i) {
    const std::unique_ptr<DrawPool> pool = MakePool({}, kEnvs);
    ResetEnvs(pool->engine(), Range(kEnvs));
    pool->engine()->blocks()->Release(pool->engine()->Recv(nullptr));
    EXPECT_TRUE(pool->engine()->Close());
  }
}

}  // namespace
}  // namespace envpool::testing
