// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the sharing of work: after any disorder, batches of an asynchronous
// pool become runs of consecutive envs again, and the calling thread runs cheap
// work alone.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/batch_envpool.h"
#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/schedule/cost_meter.h"
#include "envpool/testing/light_env.h"
#include "envpool/testing/pool_driver.h"
#include "envpool/testing/scale.h"
#include "envpool/testing/test_kernel.h"

namespace envpool::testing {
namespace {

constexpr int kEnvs = kSlowBuild ? 16 : 64;  // cheap in any build
constexpr int kBatch = kEnvs / 4;

using LightPool = BatchEnvPool<LightEnv<false, true>>;

std::unique_ptr<LightPool> MakeLightPool(int batch_size,
                                         EngineOptions options = {},
                                         int num_envs = kEnvs) {
  auto config = LightEnvSpec::kDefaultConfig;
  config["num_envs"_] = num_envs;
  config["batch_size"_] = batch_size;
  config["num_threads"_] = 2;
  return std::make_unique<LightPool>(LightEnvSpec(config), options);
}

EngineConfig ConfigOf(int num_envs, int batch_size, int num_threads) {
  EngineConfig config;
  config.num_envs = num_envs;
  config.batch_size = batch_size;
  config.num_threads = num_threads;
  return config;
}

std::vector<int> RecvIds(Engine* engine) {
  StateBlock* block = engine->Recv(nullptr);
  const int* ids = block->Rows<int>(ResultColumns::kEnvId, 0);
  std::vector<int> received(ids, ids + block->rows);
  engine->blocks()->Release(block);
  return received;
}

/// Counts the runs of consecutive ids in a batch.
int Runs(const std::vector<int>& ids) {
  int runs = 1;
  for (std::size_t i = 1; i < ids.size(); ++i) {
    runs += ids[i] != ids[i - 1] + 1 ? 1 : 0;
  }
  return runs;
}

TEST(Share, BatchesBecomeRunsWhateverCameFirst) {
  if (kSlowBuild) {
    GTEST_SKIP() << "its rows are dear enough to be shared with workers";
  }
  auto pool = MakeLightPool(kBatch);
  Engine* engine = pool->engine();
  std::vector<int> ids = Range(kEnvs);
  std::mt19937 random(1);
  for (int round = 0; round < 20; ++round) {
    // Random ids, as if many threads had run single envs of these batches.
    std::shuffle(ids.begin(), ids.end(), random);
    for (int first = 0; first < kEnvs; first += kBatch) {
      engine->Reset(&ids[first], kBatch, nullptr);
    }
    for (int batch = 0; batch < 3 * kEnvs / kBatch; ++batch) {
      const std::vector<int> received = RecvIds(engine);
      EXPECT_EQ(Runs(received), 1) << round << ", " << batch;
      engine->Reset(received.data(), kBatch, nullptr);
    }
    engine->Drain(nullptr);
  }
}

TEST(Share, EveryEnvHasItsTurn) {
  // One thread receives each batch and sends it at once, out of id order.
  TestEngine test(ConfigOf(kEnvs, kBatch, 1), [](int /*env_id*/) {});
  test.engine.Reset(nullptr, kEnvs, nullptr);
  std::vector<int> turns(kEnvs, 0);
  for (int batch = 0; batch < 100; ++batch) {
    std::vector<int> ids = RecvIds(&test.engine);
    for (const int id : ids) {
      ++turns[id];
    }
    std::ranges::reverse(ids);
    test.engine.Reset(ids.data(), kBatch, nullptr);
    const auto [least, most] = std::ranges::minmax(turns);
    EXPECT_LE(most - least, 1);
  }
}

TEST(Share, CheapWorkIsLeftToTheCaller) {
  for (const int batch_size : {kEnvs, kBatch}) {
    auto pool = MakeLightPool(batch_size);
    Engine* engine = pool->engine();
    for (int round = 0; round < 10; ++round) {
      engine->Reset(nullptr, kEnvs, nullptr);
      EXPECT_FALSE(engine->HasWork());
      EXPECT_FALSE(engine->RunOne(0));
      engine->Drain(nullptr);
    }
    EXPECT_EQ(engine->started_threads(), 0);
  }
}

// Moving cheap rows to another core costs more than running them, regardless of
// the length of the queue, as long as each batch is quick.
TEST(Share, ABacklogOfCheapBatchesIsLeftToTheCaller) {
  constexpr int kManyEnvs = 1024;
  auto pool = MakeLightPool(kManyEnvs / 4, {}, kManyEnvs);
  Engine* engine = pool->engine();
  engine->Reset(nullptr, kManyEnvs, nullptr);
  EXPECT_FALSE(engine->HasWork());
  EXPECT_EQ(engine->started_threads(), 0);
  engine->Drain(nullptr);
}

TEST(Share, OnlyCheapRowsBeyondABatchDoNotCount) {
  CostMeter cost;
  cost.Guess(30);
  EXPECT_EQ(cost.SharedNanos(1024, 256), 256 * 30);
  EXPECT_EQ(cost.SharedNanos(100, 256), 100 * 30);
  cost.Guess(10'000);  // Batches of one are shared if their rows are not cheap.
  EXPECT_EQ(cost.SharedNanos(64, 1), 64 * 10'000);
}

TEST(Share, ManyWorkersDoNotSplitCheapStepsIntoTinyClaims) {
  constexpr int kManyWorkers = 128;
  CostMeter cost;
  cost.Guess(30);
  EXPECT_GE(cost.StepsToClaim(1024, 1024, kManyWorkers), 64);
  EXPECT_EQ(cost.StepsToClaim(10, 1024, kManyWorkers), 10);
  cost.Guess(10'000);  // Costly steps are shared as evenly as possible.
  EXPECT_EQ(cost.StepsToClaim(1024, 128, kManyWorkers), 1);
  EXPECT_EQ(cost.StepsToClaim(1024, 1024, kManyWorkers), 5);
  EXPECT_EQ(cost.StepsToClaim(1024, 1024, 8), 2);
}

TEST(Share, ThreadsThatRunAlreadyDivideLittleWork) {
  CostMeter cost;
  cost.Guess(40);
  EXPECT_EQ(cost.StepsToClaim(400, 400, 2), 400);  // not worth another thread
  EXPECT_EQ(cost.StepsToClaim(400, 400, 2, true), 101);
  EXPECT_EQ(cost.StepsToClaim(400, 60, 2, true), 50);  // 2 microseconds
  EXPECT_EQ(cost.StepsToClaim(400, 400, 1, true), 400);
}

// Rows of cheap steps are claimed together, across the ends of batches, also if
// some envs throw.
TEST(Share, RowsThatAreClaimedTogetherAreAllFinished) {
  constexpr int kBatches = 300;
  constexpr int kSize = 7;
  for (const int num_threads : {1, 3}) {
    auto pool = MakeFaultPool(
        {.num_envs = 50, .batch_size = kSize, .num_threads = num_threads},
        {.fault = "std",
         .nth = 3,
         .every = true,
         .fault_env = 20,
         .horizon = 1000});
    Engine* engine = pool->engine();
    ResetEnvs(engine, Range(50));
    std::vector<int> turns(50, 0);
    for (int i = 0; i < kBatches; ++i) {
      const Batch batch = RecvBatch(engine);
      ASSERT_EQ(batch.rows.size(), kSize);
      for (const Row& row : batch.rows) {
        if (row.env_id != 20) {
          EXPECT_EQ(row.obs[2], turns[row.env_id]++) << row.env_id;
        }
      }
      SendActions(engine, IdsOf(batch));
    }
    engine->Drain(nullptr);
  }
}

TEST(Share, AnInterruptedRunCountsLittle) {
  CostMeter cost;
  cost.Guess(10);
  cost.Record(10'000'000, 100);
  EXPECT_LT(cost.nanos_per_step(), 30);
  for (int i = 0; i < 20; ++i) {  // a lasting change is soon reflected
    cost.Record(10'000'000, 100);
  }
  EXPECT_GT(cost.nanos_per_step(), 80'000);
}

TEST(Share, WorkersTakeWhatIsWorthIt) {
  EngineOptions alone;
  alone.caller_helps = false;
  auto pool = MakeLightPool(kEnvs, alone);
  pool->engine()->Reset(nullptr, kEnvs, nullptr);
  EXPECT_EQ(RecvIds(pool->engine()), Range(kEnvs));
  EXPECT_GT(pool->engine()->started_threads(), 0);
  // The kernel's first guess is 50 microseconds per step.
  TestEngine test(ConfigOf(4, 4, 2), [](int /*env_id*/) {});
  test.engine.Reset(nullptr, 4, nullptr);
  EXPECT_GT(test.engine.started_threads(), 0);
  EXPECT_EQ(RecvIds(&test.engine), Range(4));
}

// --- results that cannot come ------------------------------------------------

TEST(Share, WhatWouldWaitForEverIsNotSent) {
  auto pool = MakeFaultPool({.num_envs = 4, .batch_size = 2});
  Engine* engine = pool->engine();
  ResetEnvs(engine, Range(4));
  RecvBatch(engine);
  RecvBatch(engine);
  const std::vector<std::string> before = engine->SaveStates(Range(4));
  const int id = 1;
  const std::int64_t seed = 7;
  EXPECT_EQ(KindOf([&] { engine->Reset(&id, 1, &seed, true, true); }),
            ErrorKind::kProtocol);
  EXPECT_EQ(KindOf([&] {
              engine->Send(
                  {ToArray<int>({1}), ToArray<int>({1}), ToArray<float>({3})},
                  true, true);
            }),
            ErrorKind::kProtocol);
  EXPECT_EQ(engine->outstanding(), 0);
  EXPECT_EQ(engine->SaveStates(Range(4)), before);
  // Together with the outstanding env, a batch is complete.
  SendActions(engine, {3});
  engine->Reset(&id, 1, nullptr, true, true);
  std::vector<int> received = IdsOf(RecvBatch(engine));
  std::ranges::sort(received);
  EXPECT_EQ(received, (std::vector<int>{1, 3}));
}

}  // namespace
}  // namespace envpool::testing
