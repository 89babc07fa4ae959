// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the engine with one thread: order, counting, errors, closing. (Several
// threads: engine_model_test, engine_wake_test, engine_close_test.)

#include "envpool/core/engine/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "envpool/testing/gate.h"
#include "envpool/testing/pool_driver.h"
#include "envpool/testing/test_kernel.h"
#include "envpool/testing/thread_limit.h"

namespace envpool::testing {
namespace {

constexpr int kManyEnvs = 64;

EngineOptions Options(AutoresetMode autoreset, bool caller_helps = true) {
  EngineOptions options;
  options.autoreset = autoreset;
  options.caller_helps = caller_helps;
  return options;
}

EngineOptions WorkersOnly() { return Options(AutoresetMode::kNextStep, false); }

/// Throws at the nth poll.
class ThrowingHooks : public WaitHooks {
 public:
  explicit ThrowingHooks(int nth) : nth_(nth) {}
  void Poll() override {
    if (++polls_ >= nth_) {
      throw std::runtime_error("interrupted");
    }
  }

 private:
  const int nth_;
  int polls_{0};
};

TEST(EngineSync, RowsComeInSendOrderOverSeveralSends) {
  auto pool = MakeFaultPool({.num_envs = 6});
  Engine* engine = pool->engine();
  ResetEnvs(engine, {5, 0});
  ResetEnvs(engine, {3, 4, 1});
  EXPECT_EQ(engine->outstanding(), 5);
  EXPECT_EQ(IdsOf(RecvBatch(engine)), (std::vector<int>{5, 0, 3, 4, 1}));
  EXPECT_EQ(engine->outstanding(), 0);
}

TEST(EngineSync, NothingOutstandingIsAnEmptyBatch) {
  auto pool = MakeFaultPool({.num_envs = 3});
  EXPECT_TRUE(RecvBatch(pool->engine()).rows.empty());
  ResetEnvs(pool->engine(), {});
  EXPECT_TRUE(RecvBatch(pool->engine()).rows.empty());
  EXPECT_EQ(Survives(pool.get()), "");
}

TEST(EngineSync, NullIdsMeanAllEnvsOrNone) {
  auto pool = MakeFaultPool({.num_envs = 3});
  Engine* engine = pool->engine();
  engine->Reset(nullptr, 0, nullptr);
  EXPECT_EQ(engine->outstanding(), 0);
  engine->Reset(nullptr, 3, nullptr);
  EXPECT_EQ(IdsOf(RecvBatch(engine)), Range(3));
  pool->Reset(Array());
  EXPECT_EQ(engine->outstanding(), 0);
}

TEST(EngineSync, EpisodesEndAndBeginByMode) {
  for (const AutoresetMode mode :
       {AutoresetMode::kNextStep, AutoresetMode::kSameStep,
        AutoresetMode::kDisabled}) {
    auto pool = MakeFaultPool({.num_envs = 2, .options = Options(mode)},
                              {.horizon = 2});
    Engine* engine = pool->engine();
    ResetEnvs(engine, {0, 1});
    RecvBatch(engine);
    SendActions(engine, {0, 1});
    EXPECT_FALSE(RecvBatch(engine).rows[1].done);
    SendActions(engine, {0, 1});
    const Row last = RecvBatch(engine).rows[1];
    EXPECT_TRUE(last.done);
    EXPECT_TRUE(last.terminated);
    EXPECT_FALSE(last.trunc);
    EXPECT_EQ(last.step_type, 2);
    EXPECT_EQ(last.discount, 0);
    EXPECT_EQ(last.reward, 3);
    EXPECT_EQ(last.elapsed_step, mode == AutoresetMode::kSameStep ? 0 : 2);
    EXPECT_EQ(last.obs[1], mode == AutoresetMode::kSameStep ? 2 : 1);
    if (mode == AutoresetMode::kDisabled) {
      EXPECT_EQ(KindOf([&] { SendActions(engine, {1}); }),
                ErrorKind::kProtocol);
      ResetEnvs(engine, {0, 1});
    } else {
      SendActions(engine, {0, 1});
    }
    const Row next = RecvBatch(engine).rows[1];
    EXPECT_EQ(next.obs[1], 2);
    EXPECT_EQ(next.elapsed_step, mode == AutoresetMode::kSameStep ? 1 : 0);
  }
}

TEST(EngineSync, TimeLimitTruncates) {
  auto pool = MakeFaultPool({.num_envs = 1, .max_episode_steps = 2});
  Engine* engine = pool->engine();
  ResetEnvs(engine, {0});
  RecvBatch(engine);
  SendActions(engine, {0});
  EXPECT_FALSE(RecvBatch(engine).rows[0].done);
  SendActions(engine, {0});
  const Row row = RecvBatch(engine).rows[0];
  EXPECT_TRUE(row.done);
  EXPECT_TRUE(row.trunc);
  EXPECT_FALSE(row.terminated);
}

TEST(EngineAsync, BatchesAreFullAndCarryOver) {
  auto pool = MakeFaultPool({.num_envs = 5, .batch_size = 2});
  Engine* engine = pool->engine();
  ResetEnvs(engine, Range(5));
  std::vector<int> seen;
  for (int i = 0; i < 2; ++i) {
    const Batch batch = RecvBatch(engine);
    EXPECT_EQ(batch.rows.size(), 2u);
    const std::vector<int> ids = IdsOf(batch);
    seen.insert(seen.end(), ids.begin(), ids.end());
  }
  EXPECT_EQ(KindOf([&] { RecvBatch(engine); }), ErrorKind::kProtocol);
  SendActions(engine, {seen[0]});
  const Batch batch = RecvBatch(engine);  // the fifth, and the one just sent
  EXPECT_EQ(batch.rows.size(), 2u);
  EXPECT_EQ(Survives(pool.get()), "");
}

TEST(EngineAsync, DrainForgetsWhatIsOutstanding) {
  for (const bool helps : {true, false}) {
    auto pool =
        MakeFaultPool({.num_envs = 7,
                       .batch_size = 3,
                       .num_threads = 2,
                       .options = Options(AutoresetMode::kNextStep, helps)});
    Engine* engine = pool->engine();
    ResetEnvs(engine, Range(4));
    engine->Drain(nullptr);
    EXPECT_EQ(engine->outstanding(), 0);
    engine->Drain(nullptr);
    ResetEnvs(engine, Range(7));
    RecvBatch(engine);
    engine->Drain(nullptr);
    EXPECT_EQ(engine->outstanding(), 0);
    EXPECT_EQ(Survives(pool.get()), "");
  }
}

TEST(EngineErrors, BadIdsChangeNothing) {
  auto pool = MakeFaultPool({.num_envs = 4});
  Engine* engine = pool->engine();
  for (const int bad : {-1, 4, 1'000'000'000, -2'147'483'647}) {
    EXPECT_EQ(KindOf([&] { SendActions(engine, {0, bad}); }),
              ErrorKind::kEnvId);
    EXPECT_EQ(KindOf([&] { ResetEnvs(engine, {1, bad}); }), ErrorKind::kEnvId);
  }
  EXPECT_EQ(KindOf([&] { SendActions(engine, {2, 1, 2}); }), ErrorKind::kEnvId);
  EXPECT_EQ(engine->outstanding(), 0);
  ResetEnvs(engine, {2, 3});
  EXPECT_EQ(KindOf([&] { SendActions(engine, {0, 3}); }), ErrorKind::kProtocol);
  EXPECT_EQ(KindOf([&] { engine->Reset(nullptr, 4, nullptr); }),
            ErrorKind::kProtocol);
  EXPECT_EQ(engine->outstanding(), 2);
  EXPECT_EQ(IdsOf(RecvBatch(engine)), (std::vector<int>{2, 3}));
  EXPECT_EQ(Survives(pool.get()), "");
}

TEST(EngineErrors, BadArraysChangeNothing) {
  auto pool = MakeFaultPool({.num_envs = 2});
  Engine* engine = pool->engine();
  const TArray<int> ids = ToArray<int>({0, 1});
  const TArray<float> actions = ToArray<float>({1, 2});
  const auto kind = [&](const std::vector<Array>& arrays) {
    return KindOf([&] { engine->Send(arrays); });
  };
  EXPECT_EQ(kind({}), ErrorKind::kArgument);
  EXPECT_EQ(kind({ids, ids}), ErrorKind::kArgument);
  EXPECT_EQ(kind({ids, ids, actions, actions}), ErrorKind::kArgument);
  EXPECT_EQ(kind({ids, ids, ToArray<double>({1, 2})}), ErrorKind::kArgument);
  EXPECT_EQ(kind({ids, ids, ToArray<float>({1})}), ErrorKind::kArgument);
  EXPECT_EQ(kind({ids, ids, ToArray<float>({1, 2, 3})}), ErrorKind::kArgument);
  EXPECT_EQ(kind({ToArray<double>({0, 1}), ids, actions}),
            ErrorKind::kArgument);
  EXPECT_EQ(kind({TArray<int>(Spec<int>({2, 1})), ids, actions}),
            ErrorKind::kArgument);
  EXPECT_EQ(KindOf([&] { pool->Reset(ToArray<double>({0, 1})); }),
            ErrorKind::kArgument);
  EXPECT_EQ(KindOf([&] { pool->Render(ToArray<double>({0}), 0, 0, 0); }),
            ErrorKind::kArgument);
  EXPECT_EQ(engine->outstanding(), 0);
  EXPECT_EQ(Survives(pool.get()), "");
}

TEST(EngineWait, TimesOutWhileAnEnvIsBusy) {
  for (const bool helps : {true, false}) {
    GateAt(0).Close();
    auto pool =
        MakeFaultPool({.num_envs = 3,
                       .batch_size = 3,
                       .num_threads = 2,
                       .options = Options(AutoresetMode::kNextStep, helps)},
                      {.fault = "gate", .place = "reset", .fault_env = 1});
    Engine* engine = pool->engine();
    engine->Reset(nullptr, 3, nullptr);
    if (!helps) {
      GateAt(0).AwaitArrivals(1);
      EXPECT_EQ(KindOf([&] { engine->Recv(nullptr, 0.02); }),
                ErrorKind::kTimeout);
      EXPECT_EQ(KindOf([&] { engine->Recv(nullptr, 0); }), ErrorKind::kTimeout);
    }
    GateAt(0).Open();
    EXPECT_EQ(IdsOf(RecvBatch(engine)), Range(3));
  }
}

// Otherwise the caller would run all the work, regardless of its duration.
TEST(EngineWait, TimesOutWhileHelping) {
  auto pool = MakeFaultPool(
      {.num_envs = 200},
      {.fault = "slow", .place = "reset", .every = true, .micros = 2'000});
  Engine* engine = pool->engine();
  engine->Reset(nullptr, 200, nullptr);
  EXPECT_EQ(KindOf([&] { engine->Recv(nullptr, 0.02); }), ErrorKind::kTimeout);
  EXPECT_EQ(engine->outstanding(), 200);
  EXPECT_EQ(IdsOf(RecvBatch(engine)), Range(200));
}

// Polling with timeout 0 makes progress even without workers.
TEST(EngineWait, ZeroTimeoutsMakeProgress) {
  for (const bool alone : {false, true}) {
    auto pool = MakeFaultPool({.num_envs = kManyEnvs});
    Engine* engine = pool->engine();
    std::optional<ThreadLimit> limit;
    if (alone) {
      limit.emplace(0);
    }
    engine->Reset(nullptr, kManyEnvs, nullptr);
    std::optional<Batch> batch;
    while (!batch) {
      EXPECT_NE(KindOf([&] { batch = RecvBatch(engine, nullptr, 0); }),
                ErrorKind::kProtocol);
    }
    EXPECT_EQ(IdsOf(*batch), Range(kManyEnvs));
    EXPECT_EQ(engine->started_threads(), alone ? 0 : 1);
  }
}

TEST(EngineWait, ATimeLimitHoldsWhileAnEnvHangs) {
  GateAt(1).Close();
  auto pool = MakeFaultPool(
      {.num_envs = 2}, {.fault = "gate", .nth = 2, .fault_env = 1, .gate = 1});
  Engine* engine = pool->engine();
  ResetEnvs(engine, Range(2));
  RecvBatch(engine);
  SendActions(engine, Range(2));
  RecvBatch(engine);
  SendActions(engine, Range(2));
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(KindOf([&] { engine->Recv(nullptr, 0.01); }),
              ErrorKind::kTimeout);
  }
  GateAt(1).Open();
  EXPECT_EQ(IdsOf(RecvBatch(engine)), Range(2));
}

// Nothing can interrupt a thread inside an env, not even Ctrl-C.
TEST(EngineWait, DearStepsAreLeftToWorkers) {
  EngineConfig config;
  config.num_envs = 2;
  config.batch_size = 2;
  std::atomic<std::thread::id> ran_by;
  std::atomic<bool> hangs{false};
  Gate gate;
  TestEngine test(config, [&](int) {
    ran_by = std::this_thread::get_id();
    if (hangs) {
      gate.Pass();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
  });
  const auto send = [&] { test.engine.Reset(nullptr, 2, nullptr); };
  for (int i = 0; i < 32; ++i) {  // the estimate converges slowly
    send();
    test.engine.blocks()->Release(test.engine.Recv(nullptr));
  }
  EXPECT_NE(ran_by.load(), std::this_thread::get_id());
  hangs = true;
  send();
  ThrowingHooks hooks(2);
  EXPECT_THROW(test.engine.Recv(&hooks), std::runtime_error);
  gate.Open();
  test.engine.blocks()->Release(test.engine.Recv(nullptr));
}

// Ctrl-C is seen while the caller runs envs that are slower than expected.
TEST(EngineWait, PollsWhileHelping) {
  FaultEnvStats::calls = 0;
  auto pool = MakeFaultPool(
      {.num_envs = kManyEnvs},
      {.fault = "slow", .place = "reset", .every = true, .micros = 20'000});
  Engine* engine = pool->engine();
  engine->Reset(nullptr, kManyEnvs, nullptr);
  ThrowingHooks hooks(1);
  EXPECT_THROW(engine->Recv(&hooks), std::runtime_error);
  EXPECT_LT(FaultEnvStats::calls, kManyEnvs);
  EXPECT_EQ(IdsOf(RecvBatch(engine)), Range(kManyEnvs));
}

TEST(EngineWait, PollThatThrowsLosesNothing) {
  GateAt(0).Close();
  auto pool =
      MakeFaultPool({.num_envs = 2, .options = WorkersOnly()},
                    {.fault = "gate", .place = "reset", .fault_env = 1});
  Engine* engine = pool->engine();
  engine->Reset(nullptr, 2, nullptr);
  ThrowingHooks hooks(2);
  EXPECT_THROW(engine->Recv(&hooks), std::runtime_error);
  EXPECT_THROW(engine->Drain(&hooks), std::runtime_error);
  GateAt(0).Open();
  EXPECT_EQ(IdsOf(RecvBatch(engine)), Range(2));
  EXPECT_EQ(Survives(pool.get()), "");
}

TEST(EngineWait, CheapMeansThatNobodyElseIsNeeded) {
  auto pool = MakeFaultPool({.num_envs = 4, .batch_size = 2});
  Engine* engine = pool->engine();
  EXPECT_FALSE(engine->RecvIsCheap());  // another thread has to send first
  ResetEnvs(engine, {0});
  EXPECT_FALSE(engine->RecvIsCheap());
  engine->Drain(nullptr);
  auto sync = MakeFaultPool({.num_envs = 4});
  EXPECT_TRUE(sync->engine()->RecvIsCheap());
}

TEST(EngineClose, EveryCallSaysSo) {
  for (const bool shared : {false, true}) {
    EngineOptions options;
    options.shared_threads = shared;
    auto pool = MakeFaultPool({.num_envs = 3, .options = options});
    Engine* engine = pool->engine();
    engine->Reset(nullptr, 3, nullptr);
    engine->Close();
    engine->Close();
    EXPECT_TRUE(engine->closed());
    EXPECT_EQ(KindOf([&] { SendActions(engine, {0}); }), ErrorKind::kClosed);
    EXPECT_EQ(KindOf([&] { ResetEnvs(engine, {0}); }), ErrorKind::kClosed);
    EXPECT_EQ(KindOf([&] { engine->Recv(nullptr); }), ErrorKind::kClosed);
    EXPECT_EQ(KindOf([&] { engine->Drain(nullptr); }), ErrorKind::kClosed);
    EXPECT_EQ(KindOf([&] { engine->WithIdle(nullptr, 3, [] {}); }),
              ErrorKind::kClosed);
    EXPECT_GE(engine->num_threads(), 1);
    EXPECT_EQ(engine->started_threads(), 0);
  }
}

TEST(EngineClose, AuthorsMayWriteAnyColumn) {
  auto pool =
      MakeFaultPool({.num_envs = 3}, {.fault = "wrong_id", .every = true});
  Engine* engine = pool->engine();
  engine->Reset(nullptr, 3, nullptr);
  RecvBatch(engine);
  SendActions(engine, {2, 0});
  EXPECT_EQ(IdsOf(RecvBatch(engine)), (std::vector<int>{2, 0}));
  EXPECT_EQ(Survives(pool.get(), 5), "");
}

TEST(EngineRender, DrawsIdleEnvsOnly) {
  auto pool = MakeFaultPool({.num_envs = 3});
  Engine* engine = pool->engine();
  const Array frames = pool->Render(ToArray<int>({2, 0}), 4, 2, 1);
  EXPECT_EQ(frames.Shape(), (std::vector<std::size_t>{2, 2, 4, 3}));
  const auto* rgb = static_cast<const unsigned char*>(frames.Data());
  EXPECT_EQ(rgb[0], 3);
  EXPECT_EQ(rgb[24], 1);
  EXPECT_EQ(pool->Render(Array(ShapeSpec(4, {0})), 0, 0, 0).Shape(0), 0u);
  ResetEnvs(engine, {0});
  EXPECT_EQ(pool->Render(ToArray<int>({2}), 0, 0, 0).Shape(1), 6u);
  EXPECT_EQ(KindOf([&] { pool->Render(ToArray<int>({0}), 0, 0, 0); }),
            ErrorKind::kProtocol);
  RecvBatch(engine);
}

TEST(EngineSeeds, ReseededEnvsRepeat) {
  auto pool = MakeFaultPool({.num_envs = 2, .batch_size = 1});
  Engine* engine = pool->engine();
  const std::vector<int> ids = {1, 0};
  const std::vector<std::int64_t> seeds = {7, 7};
  engine->Reset(ids.data(), 2, seeds.data());
  const double first = RecvBatch(engine).rows[0].obs[3];
  EXPECT_EQ(RecvBatch(engine).rows[0].obs[3], first);
  engine->Reset(ids.data(), 1, seeds.data());
  SendActions(engine, {0});
  RecvBatch(engine);
  RecvBatch(engine);
  engine->Reset(ids.data() + 1, 1, seeds.data());
  EXPECT_EQ(RecvBatch(engine).rows[0].obs[3], first);
}

}  // namespace
}  // namespace envpool::testing
