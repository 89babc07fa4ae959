// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// The kernel of batch envs, with the smallest ones there are. (The real ones:
// batch_twin_test.)

#include "envpool/core/engine/batch_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "envpool/testing/light_env.h"
#include "envpool/testing/pool_driver.h"

namespace envpool::testing {
namespace {

template <typename EnvT>
class BatchKernelTest : public ::testing::Test {
 protected:
  using Pool = BatchEnvPool<EnvT>;

  std::unique_ptr<Pool> Make(int num_envs, int batch_size,
                             EngineOptions options = {},
                             int max_episode_steps = 1'000'000,
                             int horizon = 5) {
    auto config = LightEnvSpec::kDefaultConfig;
    config["num_envs"_] = num_envs;
    config["batch_size"_] = batch_size;
    config["num_threads"_] = 2;
    config["horizon"_] = horizon;
    config["max_episode_steps"_] = max_episode_steps;
    return std::make_unique<Pool>(LightEnvSpec(config), options);
  }
  static void Step(Engine* engine, const std::vector<int>& ids, int action) {
    engine->Send({ToArray(ids), ToArray(ids),
                  ToArray(std::vector<int>(ids.size(), action))});
  }
  static std::string SaveOf(Engine* engine, int id) {
    StateWriter writer;
    engine->WithIdle(&id, 1, [&] { engine->kernel()->Save(id, &writer); });
    return writer.bytes();
  }
};

using Kinds = ::testing::Types<LightEnv<true, true>, LightEnv<true, false>,
                               LightEnv<false, true>, LightEnv<false, false>>;
TYPED_TEST_SUITE(BatchKernelTest, Kinds);

TYPED_TEST(BatchKernelTest, EpisodesInAllModes) {
  for (const AutoresetMode mode :
       {AutoresetMode::kNextStep, AutoresetMode::kSameStep,
        AutoresetMode::kDisabled}) {
    EngineOptions options;
    options.autoreset = mode;
    auto pool = this->Make(300, 300, options, 1'000'000, 2);
    Engine* engine = pool->engine();
    ResetEnvs(engine, Range(300));
    RecvBatch(engine);
    this->Step(engine, Range(300), 3);
    EXPECT_FALSE(RecvBatch(engine).rows[299].done);
    this->Step(engine, Range(150, 100), 3);
    for (const Row& row : RecvBatch(engine).rows) {
      const bool same = mode == AutoresetMode::kSameStep;
      EXPECT_TRUE(row.done && row.terminated && !row.trunc);
      EXPECT_EQ(row.reward, 5);
      EXPECT_EQ(row.discount, 0);
      EXPECT_EQ(row.obs[0], row.env_id);
      EXPECT_EQ(row.obs[1], same ? 2 : 1);
      EXPECT_EQ(row.elapsed_step, same ? 0 : 2);
    }
    if (mode == AutoresetMode::kDisabled) {
      EXPECT_EQ(KindOf([&] { this->Step(engine, Range(300), 0); }),
                ErrorKind::kProtocol);
      continue;
    }
    this->Step(engine, Range(300), 0);
    for (const Row& row : RecvBatch(engine).rows) {
      const bool begun = row.env_id >= 100 && row.env_id < 250;
      const bool next = mode == AutoresetMode::kNextStep;
      EXPECT_EQ(row.done, !begun) << row.env_id;
      EXPECT_EQ(row.elapsed_step, begun ? (next ? 0 : 1) : (next ? 2 : 0));
      EXPECT_EQ(row.reward, begun && next ? 0 : (begun ? 1 : 2));
    }
  }
}

TYPED_TEST(BatchKernelTest, TruncatesAndTerminatesAtOnce) {
  auto pool = this->Make(3, 3, {}, 2, 2);
  Engine* engine = pool->engine();
  ResetEnvs(engine, Range(3));
  RecvBatch(engine);
  this->Step(engine, Range(3), 0);
  RecvBatch(engine);
  this->Step(engine, Range(3), 0);
  const Row row = RecvBatch(engine).rows[1];
  EXPECT_TRUE(row.trunc && row.terminated && row.done);
  EXPECT_EQ(row.discount, 0);
}

TYPED_TEST(BatchKernelTest, SavedLanesGoOnAlike) {
  EngineOptions options;
  options.episode_stats = true;
  auto one = this->Make(5, 5, options);
  auto two = this->Make(9, 3, options);
  ResetEnvs(one->engine(), Range(5));
  RecvBatch(one->engine());
  this->Step(one->engine(), Range(5), 1);
  RecvBatch(one->engine());
  const std::string state = this->SaveOf(one->engine(), 3);
  const int lane = 7;
  two->engine()->WithIdle(&lane, 1, [&] {
    StateReader reader(state);
    two->engine()->kernel()->Load(lane, &reader);
    reader.Finish();
  });
  for (int i = 0; i < 20; ++i) {
    this->Step(one->engine(), {3}, i % 4);
    this->Step(two->engine(), {7, 0, 1}, i % 4);
    const Row expected = RecvBatch(one->engine()).rows[0];
    const Batch batch = RecvBatch(two->engine());
    const Row* row = nullptr;
    for (const Row& each : batch.rows) {
      row = each.env_id == 7 ? &each : row;
    }
    ASSERT_NE(row, nullptr);
    EXPECT_EQ(row->reward, expected.reward);
    EXPECT_EQ(row->elapsed_step, expected.elapsed_step);
    EXPECT_EQ(row->obs[3], expected.obs[3]);
  }
}

// Whatever bytes a state has, counters stay what they may be.
TYPED_TEST(BatchKernelTest, SpoiltStatesDoNoHarm) {
  constexpr int kLanes = BatchRows::kLanes;
  auto pool = this->Make(kLanes, kLanes);
  Engine* engine = pool->engine();
  ResetEnvs(engine, Range(kLanes));
  RecvBatch(engine);
  const std::string spoilt(this->SaveOf(engine, 0).size(), '\xff');
  engine->WithIdle(nullptr, kLanes, [&] {
    for (int lane = 0; lane < kLanes; ++lane) {
      StateReader reader(spoilt);
      engine->kernel()->Load(lane, &reader);
    }
  });
  this->Step(engine, Range(kLanes), 0);
  EXPECT_EQ(RecvBatch(engine).rows.size(), static_cast<std::size_t>(kLanes));
}

TYPED_TEST(BatchKernelTest, SeveralPlayersAreRefused) {
  auto config = LightEnvSpec::kDefaultConfig;
  config["max_num_players"_] = 2;
  EXPECT_EQ(
      KindOf([&] { typename TestFixture::Pool pool{LightEnvSpec(config)}; }),
      ErrorKind::kArgument);
}

}  // namespace
}  // namespace envpool::testing
