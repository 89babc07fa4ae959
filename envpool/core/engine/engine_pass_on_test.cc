// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests a kernel with PassesOn: it runs on the sending thread during the send,
// and gets all envs at once and in order.

#include <gtest/gtest.h>

#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/testing/test_kernel.h"

namespace envpool::testing {
namespace {

constexpr int kEnvs = 8;

/// Completes the rows when the test says so.
class PassingKernel : public TestKernel {
 public:
  PassingKernel() : TestKernel([](int) {}) {}

  [[nodiscard]] bool PassesOn() const override { return true; }
  int Run(const Chunk& chunk, Engine* /*engine*/) noexcept override {
    chunks.push_back(chunk);
    threads.push_back(std::this_thread::get_id());
    return chunk.count;
  }
  void CompleteAll(Engine* engine) {
    for (const Chunk& chunk : chunks) {
      TestKernel::Run(chunk, engine);
    }
    chunks.clear();
  }

  std::vector<Chunk> chunks;
  std::vector<std::thread::id> threads;
};

EngineConfig ConfigOf(int batch_size, bool caller_helps) {
  EngineConfig config;
  config.num_envs = kEnvs;
  config.batch_size = batch_size;
  config.num_threads = 2;
  config.options.caller_helps = caller_helps;
  return config;
}

class EnginePassOnTest : public ::testing::TestWithParam<std::pair<int, bool>> {
};

TEST_P(EnginePassOnTest, SenderPassesAllOnAtOnce) {
  const auto [batch_size, caller_helps] = GetParam();
  PassingKernel kernel;
  Engine engine(ConfigOf(batch_size, caller_helps),
                MakeColumns(common_state_spec),
                MakeColumns(common_action_spec));
  engine.SetKernel(&kernel);
  for (int round = 0; round < 3; ++round) {
    engine.Reset(nullptr, kEnvs, nullptr);
    std::vector<int> envs;
    for (const Chunk& chunk : kernel.chunks) {
      for (int i = 0; i < chunk.count; ++i) {
        envs.push_back(chunk.first_env + i);
      }
    }
    std::vector<int> all(kEnvs);
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(envs, all);
    EXPECT_EQ(kernel.threads.back(), std::this_thread::get_id());
    EXPECT_FALSE(engine.RecvIsCheap());  // what completes them may need the GIL
    EXPECT_EQ(engine.started_threads(), 0);
    EXPECT_THROW(engine.Recv(nullptr, 0), Error);  // nothing is completed yet
    std::thread([&] { kernel.CompleteAll(&engine); }).join();
    for (int rows = 0; rows < kEnvs; rows += batch_size) {
      StateBlock* block = engine.Recv(nullptr);
      EXPECT_EQ(block->rows, batch_size);
      engine.blocks()->Release(block);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, EnginePassOnTest,
                         ::testing::Values(std::pair{kEnvs, true},
                                           std::pair{kEnvs, false},
                                           std::pair{kEnvs / 2, true}));

}  // namespace
}  // namespace envpool::testing
