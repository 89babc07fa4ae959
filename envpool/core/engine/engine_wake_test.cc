// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Searches for lost wake-ups. Without hooks, neither a waiting thread nor a
// worker ever wakes by itself, so a lost wake-up makes a test hang.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/testing/gate.h"
#include "envpool/testing/pool_driver.h"
#include "envpool/testing/scale.h"
#include "envpool/testing/test_kernel.h"

namespace envpool::testing {
namespace {

/// Works for 0 to 60 microseconds. Threads spin for about as long before they
/// park, so that parking and waking coincide.
class RandomWork {
 public:
  explicit RandomWork(unsigned seed) : state_(seed) {}
  void operator()(int /*env_id*/) {
    const unsigned random = state_.fetch_add(0x9e3779b9u) * 2654435761u;
    const auto end = std::chrono::steady_clock::now() +
                     std::chrono::nanoseconds((random >> 16) % 60'000);
    while (std::chrono::steady_clock::now() < end) {
    }
  }

 private:
  std::atomic<unsigned> state_;
};

/// Envs that are not outstanding.
class FreeList {
 public:
  explicit FreeList(int num_envs) : ids_(Range(num_envs)) {}
  int Take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !ids_.empty(); });
    const int id = ids_.back();
    ids_.pop_back();
    return id;
  }
  void Put(const int* ids, int count) {
    const std::lock_guard lock(mutex_);
    ids_.insert(ids_.end(), ids, ids + count);
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<int> ids_;
};

/// Other threads may send; never polls.
class PatientHooks : public WaitHooks {
 public:
  std::chrono::milliseconds PollInterval() override {
    return std::chrono::hours(24);
  }
  bool OthersMaySend() override { return true; }
};

struct WakeCase {
  int num_envs;
  int batch_size;
  int num_threads;
  bool caller_helps;
  bool shared_threads;
};

class WakeTest : public ::testing::TestWithParam<WakeCase> {
 protected:
  EngineConfig Config() const {
    const WakeCase& c = GetParam();
    EngineConfig config;
    config.num_envs = c.num_envs;
    config.batch_size = c.batch_size;
    config.num_threads = c.num_threads;
    config.options.caller_helps = c.caller_helps;
    config.options.shared_threads = c.shared_threads;
    return config;
  }
};

TEST_P(WakeTest, NoRoundTripIsLost) {
  RandomWork work(TestSeed());
  TestEngine test(Config(), [&work](int id) { work(id); });
  Engine* engine = &test.engine;
  engine->Reset(nullptr, GetParam().num_envs, nullptr);
  std::vector<int> ids(GetParam().batch_size);
  for (std::int64_t i = 0; i < Scaled(12'000); ++i) {
    StateBlock* block = engine->Recv(nullptr);
    std::copy_n(block->Rows<int>(ResultColumns::kEnvId, 0), ids.size(),
                ids.begin());
    engine->blocks()->Release(block);
    engine->Reset(ids.data(), static_cast<int>(ids.size()), nullptr);
  }
}

// One thread only sends, another only receives.
TEST_P(WakeTest, NoMessageBetweenThreadsIsLost) {
  RandomWork work(TestSeed());
  TestEngine test(Config(), [&work](int id) { work(id); });
  Engine* engine = &test.engine;
  FreeList idle(GetParam().num_envs);
  const std::int64_t rows = Scaled(24'000) / 4 * 4;  // whole batches
  std::thread receiver([&] {
    PatientHooks hooks;
    for (std::int64_t received = 0; received < rows;) {
      StateBlock* block = engine->Recv(&hooks);
      idle.Put(block->Rows<int>(ResultColumns::kEnvId, 0), block->rows);
      received += block->rows;
      engine->blocks()->Release(block);
    }
  });
  for (std::int64_t i = 0; i < rows; ++i) {
    const int id = idle.Take();
    engine->Reset(&id, 1, nullptr);
  }
  receiver.join();
}

INSTANTIATE_TEST_SUITE_P(Shapes, WakeTest,
                         ::testing::Values(WakeCase{1, 1, 1, false, false},
                                           WakeCase{2, 1, 1, true, false},
                                           WakeCase{2, 1, 1, false, false},
                                           WakeCase{3, 1, 2, true, false},
                                           WakeCase{3, 1, 2, false, false},
                                           WakeCase{4, 2, 3, true, false},
                                           WakeCase{4, 2, 3, false, false},
                                           WakeCase{4, 4, 3, true, false},
                                           WakeCase{3, 1, 1, true, true},
                                           WakeCase{3, 1, 1, false, true}));

// A thread that waits for others to send helps with their requests, even if
// these are too few to wake a worker.
TEST(Wake, AParkedReceiverHelps) {
  Gate receiving;
  EngineConfig config;
  config.num_envs = 2;
  config.batch_size = 1;
  config.num_threads = 1;
  std::atomic<std::thread::id> ran_by;
  TestEngine test(config, [&](int) { ran_by = std::this_thread::get_id(); });
  std::thread receiver([&] {
    PatientHooks hooks;
    test.engine.blocks()->Release(test.engine.Recv(&hooks));
  });
  const int id = 1;
  test.engine.Reset(&id, 1, nullptr);
  receiver.join();
}

// One of two receivers gets the last batch; the other gets an error because no
// other batch can come.
TEST(Wake, AReceiverWithoutHopeIsTold) {
  for (int i = 0; i < Scaled(2'000); ++i) {
    EngineConfig config;
    config.num_envs = 4;
    config.batch_size = 2;
    config.num_threads = 1;
    config.options.caller_helps = i % 2 == 0;
    Gate gate;
    TestEngine test(config, [&gate](int) { gate.Pass(); });
    const std::vector<int> ids = {0, 3};
    test.engine.Reset(ids.data(), 2, nullptr);
    std::atomic<int> received{0};
    std::atomic<int> refused{0};
    const auto receive = [&] {
      try {
        test.engine.blocks()->Release(test.engine.Recv(nullptr));
        ++received;
      } catch (const Error& error) {
        refused += error.kind == ErrorKind::kProtocol ? 1 : 0;
      }
    };
    std::thread first(receive);
    std::thread second(receive);
    gate.AwaitArrivals(1);
    gate.Open();
    first.join();
    second.join();
    ASSERT_EQ(received, 1);
    ASSERT_EQ(refused, 1);
  }
}

// A thread that stops helping leaves its work to the others.
TEST(Wake, WorkGoesOnWhenTheHelperLeaves) {
  struct Interrupt : WaitHooks {
    void Poll() override { throw 1; }
  };
  FaultEnvStats::calls = 0;
  GateAt(1).Close();
  auto pool = MakeFaultPool(
      {.num_envs = 8, .batch_size = 8, .num_threads = 1},
      {.fault = "slow", .place = "reset", .every = true, .micros = 60'000});
  Engine* engine = pool->engine();
  engine->Reset(nullptr, 8, nullptr);
  Interrupt hooks;
  EXPECT_THROW(engine->Recv(&hooks), int);
  while (FaultEnvStats::calls < 8) {  // while no thread waits
    std::this_thread::yield();
  }
  EXPECT_EQ(RecvBatch(engine).rows.size(), 8u);
}

}  // namespace
}  // namespace envpool::testing
