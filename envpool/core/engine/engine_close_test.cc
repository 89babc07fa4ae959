// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pools that close or are destroyed at a random moment, and results that
// outlive them.

#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/testing/gate.h"
#include "envpool/testing/pool_driver.h"
#include "envpool/testing/scale.h"
#include "envpool/testing/test_kernel.h"
#include "envpool/testing/thread_limit.h"

namespace envpool::testing {
namespace {

/// A batch that a user keeps, and a copy of its initial content.
class HeldResult {
 public:
  explicit HeldResult(std::vector<Array> arrays)
      : arrays_(std::move(arrays)), sum_(Sum()) {}
  bool Intact() const { return Sum() == sum_; }

 private:
  std::uint64_t Sum() const {
    std::uint64_t sum = 1;
    for (const Array& array : arrays_) {
      const auto* bytes = static_cast<const unsigned char*>(array.Data());
      for (std::size_t i = 0; i < array.size * array.element_size; ++i) {
        sum = sum * 0x9e3779b97f4a7c15u + bytes[i];
      }
    }
    return sum;
  }

  std::vector<Array> arrays_;
  std::uint64_t sum_;
};

Shape RandomShape(std::mt19937* random) {
  Shape shape;
  shape.num_envs = 1 + static_cast<int>((*random)() % 6);
  shape.batch_size = 1 + static_cast<int>((*random)() % shape.num_envs);
  shape.num_threads = 1 + static_cast<int>((*random)() % 3);
  shape.options.caller_helps = (*random)() % 2 == 0;
  shape.options.shared_threads = (*random)() % 3 == 0;
  shape.options.chunk = static_cast<int>((*random)() % 2);
  return shape;
}

TEST(EngineClose, ResultsOutliveTheirPools) {
  std::mt19937 random(TestSeed());
  std::deque<HeldResult> held;
  for (int i = 0; i < Scaled(10'000); ++i) {
    const Shape shape = RandomShape(&random);
    auto pool = MakeFaultPool(shape, {.horizon = 3});
    ResetEnvs(pool->engine(), Range(shape.num_envs));
    for (unsigned steps = random() % 6; steps > 0; --steps) {
      std::vector<Array> arrays = pool->Recv();
      const auto* ids = static_cast<const int*>(arrays[0].Data());
      SendActions(pool->engine(), {ids, ids + shape.batch_size});
      if (random() % 2 == 0) {
        held.emplace_back(std::move(arrays));
      }
    }
    if (random() % 2 == 0) {
      pool->engine()->Close();
    }
    pool.reset();
    while (held.size() > 1000 || (!held.empty() && random() % 4 == 0)) {
      const std::size_t which = random() % held.size();
      ASSERT_TRUE(held[which].Intact()) << "pool " << i;
      std::swap(held[which], held.back());
      held.pop_back();
    }
  }
  for (const HeldResult& each : held) {
    ASSERT_TRUE(each.Intact());
  }
}

TEST(EngineClose, AtARandomMoment) {
  std::mt19937 random(TestSeed());
  const int threads = CountThreads();
  FaultEnvStats::collisions = 0;
  for (int i = 0; i < Scaled(10'000); ++i) {
    const Shape shape = RandomShape(&random);
    auto pool =
        MakeFaultPool(shape, {.fault = "slow",
                              .every = true,
                              .micros = static_cast<int>(random() % 50)});
    Engine* engine = pool->engine();
    ResetEnvs(engine, Range(shape.num_envs));
    for (unsigned steps = random() % 4; steps > 0; --steps) {
      SendActions(engine, IdsOf(RecvBatch(engine)));
    }
    if (random() % 2 == 0) {
      std::thread closer([engine] { engine->Close(); });
      engine->Close();
      EXPECT_EQ(engine->started_threads(), 0);
      closer.join();
    }
    pool.reset();
    ASSERT_EQ(FaultEnvStats::alive, 0);
  }
  EXPECT_EQ(FaultEnvStats::collisions, 0);
  EXPECT_EQ(CountThreads(), threads);
}

// Close waits at most for the env that is being stepped.
TEST(EngineClose, WaitsForOneStepOnly) {
  GateAt(2).Close();
  Shape shape{.num_envs = 64};
  shape.options.caller_helps = false;
  shape.options.chunk = 64;
  auto pool = MakeFaultPool(
      shape, {.fault = "gate", .place = "reset", .fault_env = 0, .gate = 2});
  FaultEnvStats::calls = 0;
  Engine* engine = pool->engine();
  ResetEnvs(engine, Range(64));
  GateAt(2).AwaitArrivals(1);
  std::thread closer([engine] { engine->Close(); });
  while (!engine->closed()) {
    std::this_thread::yield();
  }
  GateAt(2).Open();
  closer.join();
  EXPECT_EQ(FaultEnvStats::calls, 1);
}

TEST(EngineClose, LeavesEnvsThatDoNotReturn) {
  // Envs may still run, and the leak check must find the pools reachable.
  static auto& kept = *new std::vector<FaultEnvPool*>();
  for (const bool shared : {false, true}) {
    const int threads = CountThreads();
    GateAt(3).Close();
    Shape shape{.num_envs = 3, .num_threads = 2};
    shape.options.caller_helps = false;
    shape.options.shared_threads = shared;
    kept.push_back(
        MakeFaultPool(
            shape,
            {.fault = "gate", .place = "reset", .fault_env = 1, .gate = 3})
            .release());
    Engine* engine = kept.back()->engine();
    ResetEnvs(engine, Range(3));
    GateAt(3).AwaitArrivals(1);
    EXPECT_FALSE(engine->Close(nullptr, 0.01));
    EXPECT_TRUE(engine->closed());
    EXPECT_EQ(engine->kernel()->Running(), std::vector<int>({1}));
    EXPECT_FALSE(engine->Close());  // returns at once
    EXPECT_EQ(KindOf([&] { RecvBatch(engine); }), ErrorKind::kClosed);
    GateAt(3).Open();
    while (!engine->kernel()->Running().empty()) {
      std::this_thread::yield();
    }
    while (!shared && CountThreads() > threads) {  // its own workers still end
      std::this_thread::yield();
    }
  }
}

TEST(EngineClose, WaitingThreadsAreTold) {
  for (const bool helps : {true, false}) {
    GateAt(2).Close();
    Shape shape{.num_envs = 3, .batch_size = 2, .num_threads = 2};
    shape.options.caller_helps = helps;
    auto pool =
        MakeFaultPool(shape, {.fault = "gate", .place = "reset", .gate = 2});
    Engine* engine = pool->engine();
    ResetEnvs(engine, Range(3));
    std::vector<std::thread> waiting;
    std::atomic<int> told{0};
    for (int i = 0; i < 4; ++i) {
      waiting.emplace_back([&, i] {
        const auto kind = KindOf([&] {
          if (i % 2 == 0) {
            engine->Recv(nullptr);
          } else {
            engine->Drain(nullptr);
          }
        });
        told += kind == ErrorKind::kClosed ? 1 : 0;
      });
    }
    GateAt(2).AwaitArrivals(2);
    std::thread closer([engine] { engine->Close(); });
    while (!engine->closed()) {
      std::this_thread::yield();
    }
    GateAt(2).Open();
    closer.join();
    for (std::thread& thread : waiting) {
      thread.join();
    }
    EXPECT_EQ(told, 4);
  }
}

// Every call of another thread returns its result or throws kClosed.
TEST(EngineClose, WhileOthersCall) {
  std::mt19937 random(TestSeed());
  for (int i = 0; i < Scaled(1'000); ++i) {
    const Shape shape = RandomShape(&random);
    auto pool = MakeFaultPool(shape);
    Engine* engine = pool->engine();
    std::thread other([&] {
      const auto kind = KindOf([&] {
        ResetEnvs(engine, Range(shape.num_envs));
        for (;;) {
          SendActions(engine, IdsOf(RecvBatch(engine)));
        }
      });
      EXPECT_EQ(kind, ErrorKind::kClosed);
    });
    for (unsigned turns = random() % 6; turns > 0; --turns) {
      std::this_thread::yield();
    }
    engine->Close();
    EXPECT_EQ(engine->started_threads(), 0);
    EXPECT_GE(engine->num_threads(), 1);
    other.join();
  }
}

// The hooks of a waiting thread may close the pool that it waits for.
TEST(EngineClose, WithinAPoll) {
  struct ClosingHooks : WaitHooks {
    explicit ClosingHooks(Engine* engine_in) : engine(engine_in) {}
    void Poll() override { engine->Close(); }
    std::chrono::milliseconds PollInterval() override {
      return std::chrono::milliseconds(1);
    }
    bool OthersMaySend() override { return true; }
    Engine* engine;
  };
  auto pool = MakeFaultPool({.num_envs = 2, .batch_size = 1});
  ClosingHooks hooks(pool->engine());
  EXPECT_EQ(KindOf([&] { pool->engine()->Recv(&hooks); }), ErrorKind::kClosed);
}

/// Interrupts the wait at the first poll.
class Interrupt : public WaitHooks {
 public:
  void Poll() override { throw std::runtime_error("Ctrl-C"); }
  std::chrono::milliseconds PollInterval() override {
    return std::chrono::milliseconds(1);
  }
};

TEST(EngineClose, CanBeInterruptedAndTakenUpAgain) {
  GateAt(6).Close();
  auto pool = MakeFaultPool({.num_envs = 1},
                            {.fault = "gate", .place = "reset", .gate = 6});
  Engine* engine = pool->engine();
  std::thread receiver([engine] {
    ResetEnvs(engine, {0});
    EXPECT_EQ(KindOf([&] { RecvBatch(engine); }), ErrorKind::kClosed);
  });
  GateAt(6).AwaitArrivals(1);
  Interrupt interrupt;
  for (int i = 0; i < 2; ++i) {
    EXPECT_THROW(engine->Close(&interrupt), std::runtime_error);
    EXPECT_TRUE(engine->closed());
  }
  GateAt(6).Open();
  engine->Close();
  engine->Close(&interrupt);  // there is nothing left to wait for
  receiver.join();
}

}  // namespace
}  // namespace envpool::testing
