// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The system starts fewer threads than wanted. Fewer threads still do all the
// work; none at all is an error only if the calling thread does not help.

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/testing/pool_driver.h"
#include "envpool/testing/thread_limit.h"

namespace envpool::testing {
namespace {

constexpr int kThreads = 4;

Shape HeavyShape(bool helps, bool shared) {
  Shape shape{.num_envs = 12, .batch_size = 12, .num_threads = kThreads};
  shape.options.caller_helps = helps;
  shape.options.shared_threads = shared;
  return shape;
}

class ThreadsTest : public ::testing::TestWithParam<bool> {};

TEST_P(ThreadsTest, FewerDoAllTheWork) {
  const int before = CountThreads();
  for (int given = 0; given <= kThreads; ++given) {
    for (const bool helps : {true, false}) {
      const Shape shape = HeavyShape(helps, GetParam());
      std::unique_ptr<FaultEnvPool> pool;
      Engine* engine = nullptr;
      {
        const ThreadLimit limit(given);  // also during construction
        pool = MakeFaultPool(shape);
        engine = pool->engine();
        if (given == 0 && !helps) {
          EXPECT_EQ(KindOf([&] { ResetEnvs(engine, Range(12)); }),
                    ErrorKind::kProtocol);
          EXPECT_EQ(KindOf([&] { SendActions(engine, {0}); }),
                    ErrorKind::kProtocol);
          EXPECT_EQ(engine->outstanding(), 0);
          EXPECT_TRUE(RecvBatch(engine).rows.empty());
        } else {
          ResetEnvs(engine, Range(12));
          EXPECT_EQ(IdsOf(RecvBatch(engine)), Range(12));
          EXPECT_EQ(Survives(pool.get(), 5), "");
        }
        EXPECT_LE(engine->started_threads(), given);
      }
      EXPECT_EQ(Survives(pool.get(), 5), "");  // more threads may start now
      engine->Close();
      EXPECT_EQ(engine->started_threads(), 0);
      EXPECT_EQ(CountThreads(), before);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OwnAndShared, ThreadsTest, ::testing::Bool());

TEST(Threads, EnvsAreMadeWithFewerOrNone) {
  const int before = CountThreads();
  for (int given = 0; given <= kThreads; ++given) {
    const ThreadLimit limit(given);
    auto pool = MakeFaultPool(
        HeavyShape(true, false),
        {.fault = "slow", .place = "ctor", .every = true, .micros = 300});
    EXPECT_LE(CountThreads(), before + given);
    EXPECT_EQ(Survives(pool.get(), 2), "");
  }
  EXPECT_EQ(CountThreads(), before);
}

// Light work never starts a thread.
TEST(Threads, NoneWithoutNeed) {
  const int before = CountThreads();
  auto pool = MakeFaultPool({.num_envs = 1, .num_threads = kThreads});
  Engine* engine = pool->engine();
  ResetEnvs(engine, {0});
  for (int i = 0; i < 10; ++i) {
    SendActions(engine, IdsOf(RecvBatch(engine)), {1}, true);
  }
  EXPECT_EQ(engine->started_threads(), 0);
  EXPECT_EQ(CountThreads(), before);
}

// With several NUMA nodes, each env's tickets are in the queue of its node, and
// the workers of one node take over work of the other.
TEST(Threads, SeveralNodes) {
  Topology topology;
  topology.cpus = Topology::Detect().cpus;
  topology.nodes = {topology.cpus, topology.cpus, topology.cpus};
  for (const int num_threads : {1, 2, 3}) {
    for (const bool helps : {true, false}) {
      Shape shape{.num_envs = 50, .batch_size = 50, .num_threads = 2};
      auto pool = MakeFaultPool(shape);
      EngineConfig config = pool->engine()->config();
      config.options.caller_helps = helps;
      config.workers =
          std::make_shared<WorkerPool>(num_threads, -1, true, topology);
      ASSERT_EQ(config.workers->num_nodes(), 3);
      const FaultEnvSpec& spec = pool->spec;
      const auto views = ViewsOf(spec.state_spec, 1);
      std::vector<std::unique_ptr<FaultEnv>> envs;
      std::vector<EnvBase*> pointers;
      for (int i = 0; i < 50; ++i) {
        envs.push_back(std::make_unique<FaultEnv>(spec, i));
        envs.back()->UseOnePlayerViews(&views);
        pointers.push_back(envs.back().get());
      }
      PerEnvKernel kernel(pointers, AutoresetMode::kNextStep, false);
      Engine engine(config, MakeColumns(spec.state_spec),
                    MakeColumns(spec.action_spec));
      engine.SetKernel(&kernel);
      ResetEnvs(&engine, Range(50));
      EXPECT_EQ(IdsOf(RecvBatch(&engine)), Range(50));
      const std::vector<int> mixed = {49, 3, 16, 17, 18, 33, 34, 0, 1, 2};
      SendActions(&engine, mixed);
      EXPECT_EQ(IdsOf(RecvBatch(&engine)), mixed);
      engine.Close();
    }
  }
}

}  // namespace
}  // namespace envpool::testing
