// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Rows need no allocations. If any allocation fails, one call fails, nothing
// leaks and the pool stays usable.

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/testing/alloc_counter.h"
#include "envpool/testing/dummy_env.h"
#include "envpool/testing/light_env.h"
#include "envpool/testing/pool_driver.h"
#include "envpool/testing/scale.h"

namespace envpool::testing {
namespace {

using DrawingEnv = LightEnv<true, false>;
using PlainEnv = LightEnv<false, true>;

template <typename SpecT>
SpecT SpecOf(const Shape& shape) {
  auto config = SpecT::kDefaultConfig;
  config["num_envs"_] = shape.num_envs;
  config["batch_size"_] = shape.batch_size;
  config["num_threads"_] = shape.num_threads;
  return SpecT(config);
}

/// Steps the envs as the binding does, without writing actions.
void StepBlindly(Engine* engine, const int* ids, int count) {
  engine->Admit(ids, count, Request::kStep);
  engine->Publish(ids, count, Request::kStep, false);
}

// --- steady state -----------------------------------------------------------

/// Counts the allocations in `batches` batches, after as many to warm up.
template <typename Pool>
std::int64_t AllocsOf(Pool* pool, int batches) {
  Engine* engine = pool->engine();
  const int num_envs = engine->config().num_envs;
  const int batch_size = engine->config().batch_size;
  // The longest possible queue: no two consecutive ids.
  std::vector<int> ids;
  for (int i = 0; i < num_envs; ++i) {
    ids.push_back(2 * i % num_envs + 2 * i / num_envs);
  }
  engine->Reset(ids.data(), num_envs, nullptr);
  ids.resize(batch_size);
  std::int64_t before = 0;
  for (int i = 0; i < 2 * batches; ++i) {
    if (i == batches) {
      before = AllocCount();
    }
    StateBlock* block = engine->Recv(nullptr);
    std::memcpy(ids.data(), block->Item(ResultColumns::kEnvId, 0),
                sizeof(int) * batch_size);
    engine->blocks()->Release(block);
    StepBlindly(engine, ids.data(), batch_size);
  }
  const std::int64_t allocs = AllocCount() - before;
  engine->Drain(nullptr);
  return allocs;
}

TEST(SteadyState, NothingIsAllocated) {
  const std::shared_ptr<WorkerPool> workers = WorkerPool::Shared();
  workers->Start();  // else they might start during the count
  for (const int batch_size : {64, 16, 1}) {
    for (const bool helps : {true, false}) {
      for (const AutoresetMode mode :
           {AutoresetMode::kNextStep, AutoresetMode::kSameStep}) {
        Shape shape{.num_envs = 64, .batch_size = batch_size, .num_threads = 2};
        shape.options.caller_helps = helps;
        shape.options.autoreset = mode;
        shape.options.episode_stats = true;
        shape.options.shared_threads = true;
        BatchEnvPool<DrawingEnv> drawing(SpecOf<LightEnvSpec>(shape),
                                         shape.options);
        EXPECT_EQ(AllocsOf(&drawing, 200), 0) << shape;
        BatchEnvPool<PlainEnv> plain(SpecOf<LightEnvSpec>(shape),
                                     shape.options);
        EXPECT_EQ(AllocsOf(&plain, 200), 0) << shape;
        auto per_env = MakeFaultPool(shape);
        EXPECT_EQ(AllocsOf(per_env.get(), 200), 0) << shape;
      }
    }
  }
}

// Arrays cost allocations per batch, but none per row.
TEST(SteadyState, ArraysCostTheSameForAnyNumberOfRows) {
  const auto allocs = [](int num_envs) {
    auto pool = MakeFaultPool({.num_envs = num_envs});
    const TArray<int> ids = ToArray(Range(num_envs));
    const TArray<float> actions = ToArray(std::vector<float>(num_envs, 1));
    pool->Reset(ids);
    std::int64_t before = 0;
    for (int i = 0; i < 100; ++i) {
      if (i == 50) {
        before = AllocCount();
      }
      pool->Recv();
      FaultEnvPool::Action action;
      action["env_id"_] = ids;
      action["players.env_id"_] = ids;
      action["action"_] = actions;
      pool->Send(action);
    }
    pool->Recv();
    return AllocCount() - before;
  };
  EXPECT_EQ(allocs(2), allocs(200));
}

// --- the nth allocation fails ----------------------------------------------

/// The life of a pool, in parts that may each fail.
class Life {
 public:
  virtual ~Life() = default;
  virtual void Make() = 0;
  virtual void Reset() = 0;
  virtual void Send() = 0;
  virtual void Recv() = 0;
  virtual void Others() = 0;  // render, save, load, drain
  virtual void Close() = 0;   // must not throw
  virtual std::string Survives() = 0;

  /// Runs f(). Returns false if it threw std::bad_alloc, or the error of a
  /// failed env or thread start.
  template <typename F>
  static bool Try(F&& f) {
    try {
      f();
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    } catch (const Error& error) {
      if (error.kind != ErrorKind::kEnvStep &&
          error.kind != ErrorKind::kProtocol) {
        throw;
      }
      return false;
    }
  }
};

template <typename Pool>
class PoolLife : public Life {
 public:
  PoolLife(const Shape& shape, std::vector<Array> actions)
      : shape_(shape), actions_(std::move(actions)) {}

  void Make() override {
    pool_ = std::make_unique<Pool>(SpecOf<typename Pool::Spec>(shape_),
                                   shape_.options);
  }
  void Reset() override { pool_->Reset(actions_[0]); }
  void Send() override {
    const int count = pool_->engine()->config().batch_size;
    std::vector<Array> some;
    for (const Array& array : actions_) {
      some.push_back(array.Truncate(count));
    }
    pool_->engine()->Drain(nullptr);
    pool_->Send(some);
  }
  void Recv() override { pool_->Recv(); }
  void Others() override {
    Engine* engine = pool_->engine();
    engine->Drain(nullptr);
    const int ids[] = {0, 1};
    const std::int64_t seeds[] = {5, 6};
    engine->Reset(ids, 2, seeds);
    engine->Drain(nullptr);
    engine->WithIdle(ids, 1, [&] {
      StateWriter writer;
      try {
        engine->kernel()->Save(0, &writer);
        StateReader reader(writer.bytes());
        engine->kernel()->Load(0, &reader);
        frame_.resize(3);
        engine->kernel()->Render(0, 1, 1, 0, frame_.data());
      } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::kNotSupported);
      }
    });
  }
  void Close() override {
    pool_->engine()->Close();
    pool_.reset();
  }
  std::string Survives() override {
    Engine* engine = pool_->engine();
    engine->Drain(nullptr);
    for (int i = 0; i < 3; ++i) {
      pool_->Reset(actions_[0]);
      for (int left = shape_.num_envs; left >= shape_.batch_size;
           left -= shape_.batch_size) {
        pool_->Recv();
      }
      engine->Drain(nullptr);
    }
    return engine->outstanding() == 0 ? "" : "something is outstanding";
  }

 private:
  const Shape shape_;
  const std::vector<Array> actions_;
  std::vector<unsigned char> frame_;
  std::unique_ptr<Pool> pool_;
};

/// Runs a life in which the nth allocation of one part fails; with `all_later`,
/// later allocations fail, too. Returns whether that allocation was reached.
bool LiveOnce(Life* life, void (Life::*part)(), int nth, bool all_later) {
  void (Life::* const parts[])() = {&Life::Make, &Life::Reset, &Life::Recv,
                                    &Life::Send, &Life::Recv,  &Life::Others};
  bool struck = false;
  bool made = false;
  for (const auto each : parts) {
    bool ok = true;
    if (each == part) {
      const FailNthAlloc fail(nth, all_later);
      ok = Life::Try([&] { (life->*each)(); });
      struck = struck || FailNthAlloc::Struck();
    } else {
      ok = Life::Try([&] { (life->*each)(); });
    }
    made = made || (each == parts[0] && ok);
    if (!made) {
      return struck;
    }
  }
  EXPECT_EQ(life->Survives(), "") << "allocation " << nth;
  {
    const FailNthAlloc fail(1, true);
    life->Close();
  }
  return struck;
}

void LiveOften(Life* life) {
  for (int i = 0; i < 2; ++i) {  // until static objects are made
    LiveOnce(life, nullptr, 0, false);
  }
  for (const auto part :
       {&Life::Make, &Life::Reset, &Life::Recv, &Life::Send, &Life::Others}) {
    for (const bool all_later : {false, true}) {
      bool struck = true;
      for (int nth = 1; struck; nth += nth < 200 || !kSlowBuild ? 1 : 9) {
        const std::int64_t before = AllocsAlive();
        struck = LiveOnce(life, part, nth, all_later);
        EXPECT_EQ(AllocsAlive(), before) << "leak after allocation " << nth;
        EXPECT_EQ(FaultEnvStats::alive, 0);
        if (::testing::Test::HasFailure()) {
          return;
        }
      }
    }
  }
}

std::vector<Shape> LifeShapes() {
  std::vector<Shape> shapes;
  for (const bool helps : {true, false}) {
    for (const int batch_size : {3, 2}) {
      Shape shape{.num_envs = 3, .batch_size = batch_size, .num_threads = 2};
      shape.options.caller_helps = helps;
      shapes.push_back(shape);
      shape.options.shared_threads = true;
      shape.options.autoreset = AutoresetMode::kDisabled;
      shapes.push_back(shape);
    }
  }
  return shapes;
}

TEST(NthAllocation, OfAPoolOfEnvObjects) {
  for (const Shape& shape : LifeShapes()) {
    SCOPED_TRACE(::testing::Message() << shape);
    PoolLife<FaultEnvPool> life(shape, {ToArray(Range(3)), ToArray(Range(3)),
                                        ToArray<float>({1, 2, 3})});
    LiveOften(&life);
  }
}

TEST(NthAllocation, OfAPoolOfLanes) {
  for (const Shape& shape : LifeShapes()) {
    SCOPED_TRACE(::testing::Message() << shape);
    PoolLife<BatchEnvPool<DrawingEnv>> life(
        shape, {ToArray(Range(3)), ToArray(Range(3)), ToArray<int>({1, 2, 3})});
    LiveOften(&life);
  }
}

TEST(NthAllocation, OfAPoolWithRaggedEntries) {
  for (const Shape& shape : LifeShapes()) {
    SCOPED_TRACE(::testing::Message() << shape);
    PoolLife<DummyEnvPool> life(
        shape, {ToArray(Range(3)), ToArray(Range(3)),
                TArray<double>(Spec<double>({3, 6})), ToArray<int>({1, 2, 3}),
                ToArray<int>({4, 5, 6})});
    LiveOften(&life);
  }
}

// Even if the text of a fault cannot be stored, the row counts as a fault.
TEST(NthAllocation, FaultsAreNotLost) {
  auto pool =
      MakeFaultPool({.num_envs = 2},
                    {.fault = "bad_alloc", .place = "reset", .fault_env = 1});
  Engine* engine = pool->engine();
  ResetEnvs(engine, {0, 1});
  StateBlock* block = nullptr;
  {
    const FailNthAlloc fail(1, true);
    block = engine->Recv(nullptr);
  }
  EXPECT_EQ(block->rows, 2);
  EXPECT_EQ(block->lost_faults, 1);
  EXPECT_TRUE(block->faults.empty());
  engine->blocks()->Release(block);
  EXPECT_EQ(Survives(pool.get()), "");
}

TEST(EngineMemory, RowsGoWhereTheCallerWantsThem) {
  const auto pool = MakeFaultPool({.num_envs = 5, .batch_size = 5});
  Engine* engine = pool->engine();
  ResetEnvs(engine, Range(5));
  RecvBatch(engine);
  std::vector<double> obs(5 * 4, -1);
  StateBlock* block = engine->blocks()->Acquire();
  block->PlaceColumn(ResultColumns::kFirstFamily,
                     reinterpret_cast<char*>(obs.data()));
  EXPECT_TRUE(engine->OfferBlock(block));
  EXPECT_FALSE(engine->OfferBlock(block));  // it has one already
  EXPECT_EQ(engine->RetractBlock(), block);
  EXPECT_EQ(engine->RetractBlock(), nullptr);
  EXPECT_TRUE(engine->OfferBlock(block));
  SendActions(engine, {4, 2});
  EXPECT_EQ(engine->RetractBlock(), nullptr);  // it is in use
  SendActions(engine, {0});
  StateBlock* received = engine->Recv(nullptr);
  EXPECT_EQ(received, block);
  const double ids[] = {4, 2, 0};
  for (int row = 0; row < 3; ++row) {
    EXPECT_EQ(obs[4 * row], ids[row]);
    EXPECT_EQ(obs[4 * row + 2], 1);  // the env's step count
  }
  EXPECT_EQ(obs[4 * 3], -1);
  engine->blocks()->Release(received);
}

TEST(EngineMemory, AsyncPoolsTakeNoBlock) {
  const auto pool = MakeFaultPool({.num_envs = 5, .batch_size = 2});
  Engine* engine = pool->engine();
  StateBlock* block = engine->blocks()->Acquire();
  EXPECT_FALSE(engine->OfferBlock(block));
  engine->blocks()->Release(block);
}

}  // namespace
}  // namespace envpool::testing
