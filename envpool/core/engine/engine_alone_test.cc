// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests StepAlone: it gives the batch that Admit, Publish and Recv would give,
// or leaves the step to them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/testing/pool_driver.h"
#include "envpool/testing/test_kernel.h"

namespace envpool::testing {
namespace {

constexpr int kNumEnvs = 4;

/// A kernel of light envs that runs at most `most` of them at once.
class LightKernel final : public TestKernel {
 public:
  LightKernel(std::function<void(int)> work, int most, bool at_once)
      : TestKernel(std::move(work)), most_(most), at_once_(at_once) {}

  int Run(const Chunk& chunk, Engine* engine) noexcept override {
    Chunk first = chunk;
    first.count = std::min(chunk.count, most_);
    return TestKernel::Run(first, engine);
  }
  bool RunsAtOnce() const override { return at_once_; }
  std::int64_t InitialNanosPerStep() const override { return 1; }

 private:
  const int most_;
  const bool at_once_;
};

EngineConfig Config(int batch_size = kNumEnvs) {
  EngineConfig config;
  config.num_envs = kNumEnvs;
  config.batch_size = batch_size;
  config.num_threads = 1;
  return config;
}

class EngineAlone : public ::testing::Test {
 protected:
  void Make(const EngineConfig& config, int most = kNumEnvs,
            bool at_once = false) {
    kernel_ = std::make_unique<LightKernel>(
        [this](int id) {
          ran_.push_back(id);
          work_(id);
        },
        most, at_once);
    engine_ = std::make_unique<Engine>(config, MakeColumns(common_state_spec),
                                       MakeColumns(common_action_spec));
    engine_->SetKernel(kernel_.get());
  }

  /// Returns the ids of the rows, or none if StepAlone returned null.
  std::vector<int> StepAlone() {
    stored_ = 0;
    const auto store = [this]() noexcept { ++stored_; };
    StateBlock* block = engine_->StepAlone(store, &spare_, &sent_);
    if (block == nullptr) {
      return {};
    }
    std::vector<int> ids(block->env_ids(), block->env_ids() + block->rows);
    engine_->blocks()->Release(block);
    return ids;
  }

  std::vector<int> ran_;
  std::function<void(int)> work_ = [](int) {};
  std::unique_ptr<LightKernel> kernel_;
  std::unique_ptr<Engine> engine_;
  StateBlock* spare_{nullptr};
  int stored_{0};
  bool sent_{false};
};

/// Kernels that run at once, and others.
class EngineAloneAnyKernel : public EngineAlone,
                             public ::testing::WithParamInterface<bool> {
 protected:
  void MakeAny(const EngineConfig& config) {
    Make(config, kNumEnvs, GetParam());
  }
};

INSTANTIATE_TEST_SUITE_P(AtOnce, EngineAloneAnyKernel, ::testing::Bool());

TEST_P(EngineAloneAnyKernel, StepsAllEnvs) {
  MakeAny(Config());
  for (int i = 0; i < 3; ++i) {
    ran_.clear();
    EXPECT_EQ(StepAlone(), Range(kNumEnvs));
    EXPECT_TRUE(sent_);
    EXPECT_EQ(stored_, 1);
    EXPECT_EQ(ran_, Range(kNumEnvs));
    EXPECT_EQ(engine_->outstanding(), 0);
  }
}

TEST_P(EngineAloneAnyKernel, UsesTheSpareBlock) {
  MakeAny(Config());
  StateBlock* const spare = engine_->blocks()->Acquire();
  spare_ = spare;
  StateBlock* block = engine_->StepAlone([]() noexcept {}, &spare_, &sent_);
  EXPECT_EQ(block, spare);
  EXPECT_EQ(spare_, nullptr);
  engine_->blocks()->Release(block);
}

TEST_P(EngineAloneAnyKernel, UsesAnOfferedBlockFirst) {
  MakeAny(Config());
  StateBlock* const offered = engine_->blocks()->Acquire();
  StateBlock* const spare = engine_->blocks()->Acquire();
  EXPECT_TRUE(engine_->OfferBlock(offered));
  spare_ = spare;
  StateBlock* block = engine_->StepAlone([]() noexcept {}, &spare_, &sent_);
  EXPECT_EQ(block, offered);
  EXPECT_EQ(spare_, spare);
  engine_->blocks()->Release(offered);
  engine_->blocks()->Release(spare);
}

TEST_F(EngineAlone, AStepAtOnceLetsNoOtherThreadIn) {
  Make(Config(), kNumEnvs, true);
  std::size_t seen = 0;
  std::thread other;
  work_ = [&](int id) {
    if (id == 0) {
      other = std::thread([&] {
        EXPECT_EQ(engine_->outstanding(), 0);
        seen = ran_.size();  // the engine's mutex has ordered the accesses
      });
    }
  };
  EXPECT_EQ(StepAlone(), Range(kNumEnvs));
  other.join();
  EXPECT_EQ(seen, kNumEnvs);
}

TEST_P(EngineAloneAnyKernel, LeavesPendingResultsAlone) {
  MakeAny(Config());
  ResetEnvs(engine_.get(), {2});
  EXPECT_TRUE(StepAlone().empty());
  EXPECT_FALSE(sent_);
  EXPECT_EQ(stored_, 0);
  EXPECT_EQ(engine_->outstanding(), 1);
  engine_->Drain(nullptr);
  EXPECT_EQ(StepAlone(), Range(kNumEnvs));
}

TEST_P(EngineAloneAnyKernel, LeavesAsynchronousPoolsAndCallersThatDoNotHelp) {
  EngineConfig config = Config();
  config.options.caller_helps = false;
  for (const EngineConfig& each : {Config(2), config}) {
    MakeAny(each);
    EXPECT_TRUE(StepAlone().empty());
    EXPECT_FALSE(sent_);
    EXPECT_EQ(engine_->outstanding(), 0);
  }
}

TEST_F(EngineAlone, RecvReturnsWhatAKernelGaveBack) {
  Make(Config(), 1);              // each Run stops after one env
  ResetEnvs(engine_.get(), {0});  // makes room in the queue
  engine_->Drain(nullptr);
  ran_.clear();
  EXPECT_TRUE(StepAlone().empty());
  EXPECT_TRUE(sent_);
  EXPECT_EQ(ran_, Range(1));
  StateBlock* block = engine_->Recv(nullptr);
  const std::vector<int> ids(block->env_ids(), block->env_ids() + block->rows);
  engine_->blocks()->Release(block);
  EXPECT_EQ(ids, Range(kNumEnvs));
  std::ranges::sort(ran_);
  EXPECT_EQ(ran_, Range(kNumEnvs));
}

TEST_F(EngineAlone, OtherThreadsSeeTheEnvsOutstanding) {
  Make(Config());
  std::optional<ErrorKind> kind;
  work_ = [&](int id) {
    if (id == 0) {
      std::thread([&] {
        kind = KindOf([&] { ResetEnvs(engine_.get(), {3}); });
      }).join();
    }
  };
  EXPECT_EQ(StepAlone(), Range(kNumEnvs));
  EXPECT_EQ(kind, ErrorKind::kProtocol);
}

TEST_F(EngineAlone, AnotherThreadMayReceiveTheBatch) {
  Make(Config());
  std::size_t received = 0;
  std::thread other;
  work_ = [&](int id) {
    if (id == 0) {
      other = std::thread([&] {
        StateBlock* block = engine_->Recv(nullptr);
        received = block->rows;
        engine_->blocks()->Release(block);
      });
    }
  };
  const std::size_t own = StepAlone().size();
  other.join();
  EXPECT_EQ(own + received, kNumEnvs);
  EXPECT_EQ(engine_->outstanding(), 0);
}

TEST_P(EngineAloneAnyKernel, EndedEpisodesAreRefusedWithoutAutoreset) {
  EngineConfig config = Config();
  config.options.autoreset = AutoresetMode::kDisabled;
  MakeAny(config);
  StateBlock* block = engine_->blocks()->Acquire();
  block->ended()[2] = 1;
  spare_ = block;
  EXPECT_EQ(StepAlone(), Range(kNumEnvs));  // env 2 ends its episode
  EXPECT_EQ(KindOf([&] { StepAlone(); }), ErrorKind::kProtocol);
  EXPECT_EQ(stored_, 0);
  EXPECT_EQ(engine_->outstanding(), 0);
}

TEST_P(EngineAloneAnyKernel, ClosedEnginesRefuse) {
  MakeAny(Config());
  engine_->Close();
  EXPECT_EQ(KindOf([&] { StepAlone(); }), ErrorKind::kClosed);
  EXPECT_EQ(stored_, 0);
}

}  // namespace
}  // namespace envpool::testing
