// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/kernel/mixed_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/batch_envpool.h"
#include "envpool/core/engine/kernel/row_lease.h"
#include "envpool/testing/gate.h"
#include "envpool/testing/light_env.h"
#include "envpool/testing/pool_driver.h"

namespace envpool::testing {
namespace {

using Light = BatchEnvPool<LightEnv<true, false>>;
using Ids = std::vector<std::vector<int>>;  // by part

const Ids kBlocks = {{0, 1, 2}, {3, 4, 5, 6, 7}};
const Ids kInterleaved = {{0, 2, 3}, {1, 4, 5, 6, 7}};

std::unique_ptr<Light> MakeLightPool(int num_envs, int seed) {
  auto config = LightEnvSpec::kDefaultConfig;
  config["num_envs"_] = num_envs;
  config["seed"_] = seed;
  return std::make_unique<Light>(LightEnvSpec(config), EngineOptions());
}

/// A pool that combines the envs of pools with equal columns.
class Mixed {
 public:
  template <typename Pool>
  Mixed(const Shape& shape, const std::vector<std::unique_ptr<Pool>>& pools,
        const Ids& ids, int highest_action = 3)
      : engine_(ConfigOf(shape), StateOf(*pools[0]->engine()),
                ActionsOf(*pools[0]->engine(), highest_action)) {
    std::vector<MixedPart> parts;
    for (std::size_t i = 0; i < pools.size(); ++i) {
      Engine* engine = pools[i]->engine();
      const int num_state = engine->result_columns().num_state;
      const auto number = static_cast<int>(i);
      parts.push_back({engine,
                       "task " + std::to_string(i),
                       number,
                       ids[i],
                       Range(num_state),
                       {ActionStore::kFirstColumn},
                       {}});
    }
    kernel_ = std::make_unique<MixedKernel>(&engine_, std::move(parts), -1);
    engine_.SetKernel(kernel_.get());
  }
  ~Mixed() { engine_.Close(); }
  Engine* engine() { return &engine_; }
  MixedKernel* kernel() { return kernel_.get(); }

 private:
  static EngineConfig ConfigOf(const Shape& shape) {
    EngineConfig config;
    config.num_envs = shape.num_envs;
    config.batch_size =
        shape.batch_size == 0 ? shape.num_envs : shape.batch_size;
    config.num_threads = shape.num_threads;
    config.options = shape.options;
    return config;
  }
  static std::vector<Column> StateOf(const Engine& engine) {
    std::vector<Column> columns = engine.blocks()->layout().columns();
    columns.resize(engine.result_columns().num_state);
    return columns;
  }
  static std::vector<Column> ActionsOf(const Engine& engine, int highest) {
    std::vector<Column> columns = engine.actions().layout().columns();
    columns.back().high = highest;
    return columns;
  }

  Engine engine_;
  std::unique_ptr<MixedKernel> kernel_;
};

std::vector<std::unique_ptr<FaultEnvPool>> FaultPools(
    const Ids& ids, const Script& first = {}, const Script& second = {},
    const EngineOptions& options = {}) {
  std::vector<std::unique_ptr<FaultEnvPool>> pools;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    Shape shape{.num_envs = static_cast<int>(ids[i].size()),
                .options = options,
                .seed = 10 * static_cast<int>(i)};
    pools.push_back(MakeFaultPool(shape, i == 0 ? first : second));
  }
  return pools;
}

std::vector<std::unique_ptr<Light>> LightPools(const Ids& ids) {
  std::vector<std::unique_ptr<Light>> pools;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    pools.push_back(MakeLightPool(static_cast<int>(ids[i].size()),
                                  10 * static_cast<int>(i)));
  }
  return pools;
}

void SendInts(Engine* engine, const std::vector<int>& ids,
              const std::vector<int>& actions) {
  engine->Send({ToArray(ids), ToArray(ids), ToArray(actions)});
}
void SendAll(FaultEnvPool* /*type*/, Engine* engine,
             const std::vector<int>& ids, const std::vector<int>& actions) {
  SendActions(engine, ids, std::vector<float>(actions.begin(), actions.end()));
}
void SendAll(Light* /*type*/, Engine* engine, const std::vector<int>& ids,
             const std::vector<int>& actions) {
  SendInts(engine, ids, actions);
}

/// Whether two rows are equal in all columns but the ids.
void ExpectEqualRows(const StateBlock& got, int row, const StateBlock& expected,
                     int of) {
  const Layout& layout = expected.layout();
  for (std::size_t c = ResultColumns::kElapsedStep; c < layout.columns().size();
       ++c) {
    EXPECT_EQ(
        std::memcmp(got.Item(c, row), expected.Item(c, of), layout.stride(c)),
        0)
        << layout.columns()[c].key << " of row " << row;
  }
}

/// Runs pools separately and combined, with the same actions.
template <typename Pool>
void ExpectEqualPools(const std::vector<std::unique_ptr<Pool>>& alone,
                      const std::vector<std::unique_ptr<Pool>>& parts,
                      const Ids& ids, const Shape& shape) {
  Mixed mixed(shape, parts, ids);
  const std::vector<int> all = Range(shape.num_envs);
  for (int step = 0; step < 30; ++step) {
    std::vector<int> actions(shape.num_envs);
    for (int i = 0; i < shape.num_envs; ++i) {
      actions[i] = (3 * i + step) % 4;
    }
    std::vector<StateBlock*> expected;
    for (std::size_t p = 0; p < alone.size(); ++p) {
      Engine* engine = alone[p]->engine();
      const std::vector<int> own = Range(static_cast<int>(ids[p].size()));
      std::vector<int> some;
      for (const int id : ids[p]) {
        some.push_back(actions[id]);
      }
      step == 0 ? ResetEnvs(engine, own)
                : SendAll(alone[p].get(), engine, own, some);
      expected.push_back(engine->Recv(nullptr));
    }
    step == 0 ? ResetEnvs(mixed.engine(), all)
              : SendAll(alone[0].get(), mixed.engine(), all, actions);
    StateBlock* got = mixed.engine()->Recv(nullptr);
    for (std::size_t p = 0; p < alone.size(); ++p) {
      for (std::size_t i = 0; i < ids[p].size(); ++i) {
        const int id = ids[p][i];
        ExpectEqualRows(*got, id, *expected[p], static_cast<int>(i));
        EXPECT_EQ(got->Rows<int>(ResultColumns::kEnvId, 0)[id], id);
        EXPECT_EQ(got->Rows<int>(ResultColumns::kPlayersEnvId, 0)[id], id);
      }
      alone[p]->engine()->blocks()->Release(expected[p]);
    }
    mixed.engine()->blocks()->Release(got);
  }
}

TEST(MixedKernel, EnvsEqualThoseOfPoolsAlone) {
  const Shape shape{.num_envs = 8, .num_threads = 3};
  for (const Ids& ids : {kBlocks, kInterleaved}) {
    ExpectEqualPools(FaultPools(ids, {.horizon = 4}, {.horizon = 7}),
                     FaultPools(ids, {.horizon = 4}, {.horizon = 7}), ids,
                     shape);
    ExpectEqualPools(LightPools(ids), LightPools(ids), ids, shape);
  }
}

TEST(MixedKernel, AutoresetModesAndStatistics) {
  EngineOptions options;
  options.autoreset = AutoresetMode::kSameStep;
  const Shape shape{.num_envs = 8, .options = options};
  ExpectEqualPools(FaultPools(kInterleaved, {.horizon = 4}, {}, options),
                   FaultPools(kInterleaved, {.horizon = 4}, {}, options),
                   kInterleaved, shape);
}

/// A kernel that runs another kernel's envs on a thread of its own.
class PassingKernel : public StepKernel {
 public:
  explicit PassingKernel(StepKernel* inner) : inner_(inner) {}
  ~PassingKernel() override { Stop(); }
  void Stop() {
    {
      const std::lock_guard lock(mutex_);
      stops_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) {
      thread_.join();
    }
  }

  [[nodiscard]] bool PassesOn() const override { return true; }
  int Run(const Chunk& chunk, Engine* engine) noexcept override {
    EXPECT_EQ(chunk.count, 1);
    {
      const std::lock_guard lock(mutex_);
      queue_.emplace_back(static_cast<const LateChunk*>(&chunk), engine);
    }
    wake_.notify_all();
    return 1;  // the chunk may be gone
  }
  [[nodiscard]] std::int64_t InitialNanosPerStep() const override { return 1; }
  void Reseed(int env_id, std::int64_t seed) override {
    inner_->Reseed(env_id, seed);
  }
  void Save(int env_id, StateWriter* writer) override {
    inner_->Save(env_id, writer);
  }
  void Load(int env_id, StateReader* reader) override {
    inner_->Load(env_id, reader);
  }
  [[nodiscard]] bool IsDone(int env_id) override {
    return inner_->IsDone(env_id);
  }

 private:
  void Work() {
    std::unique_lock lock(mutex_);
    while (true) {
      wake_.wait(lock, [this] { return stops_ || !queue_.empty(); });
      if (stops_) {
        return;
      }
      const auto [chunk, engine] = queue_.front();
      queue_.pop_front();
      lock.unlock();
      inner_->Run(*chunk, engine);
      chunk->Deliver();
      lock.lock();
    }
  }

  StepKernel* const inner_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::pair<const LateChunk*, Engine*>> queue_;
  bool stops_{false};
  std::thread thread_{[this] { Work(); }};
};

/// A pool with a kernel that, if `passes`, passes requests on to a thread.
class PassedPool {
 public:
  PassedPool(std::unique_ptr<FaultEnvPool> pool, bool passes)
      : pool_(std::move(pool)), kernel_(pool_->engine()->kernel()) {
    if (passes) {
      const Engine& own = *pool_->engine();
      std::vector<Column> state = own.blocks()->layout().columns();
      state.resize(own.result_columns().num_state);
      engine_ = std::make_unique<Engine>(own.config(), std::move(state),
                                         own.actions().layout().columns());
      engine_->SetKernel(&kernel_);
    }
  }
  [[nodiscard]] Engine* engine() const {
    return engine_ == nullptr ? pool_->engine() : engine_.get();
  }
  void Stop() { kernel_.Stop(); }

 private:
  const std::unique_ptr<FaultEnvPool> pool_;
  PassingKernel kernel_;
  std::unique_ptr<Engine> engine_;
};

std::vector<std::unique_ptr<PassedPool>> PassedPools(
    std::vector<std::unique_ptr<FaultEnvPool>> pools, bool all) {
  std::vector<std::unique_ptr<PassedPool>> made;
  for (std::unique_ptr<FaultEnvPool>& pool : pools) {
    const bool passes = all || !made.empty();
    made.push_back(std::make_unique<PassedPool>(std::move(pool), passes));
  }
  return made;
}

/// Steps an asynchronous pool; each env must do what its model does. The parts
/// have episodes of 3 and of 5 steps.
template <typename Pool>
void RunAsync(const std::vector<std::unique_ptr<Pool>>& pools, const Ids& ids,
              const Shape& shape, int batches) {
  Mixed mixed(shape, pools, ids);
  std::vector<ModelEnv> models(shape.num_envs, ModelEnv(0, 0, 0));
  for (std::size_t p = 0; p < ids.size(); ++p) {
    for (std::size_t i = 0; i < ids[p].size(); ++i) {
      const auto seed = static_cast<int>(10 * p + i);
      models[ids[p][i]] = ModelEnv(static_cast<int>(i), seed, p == 0 ? 3 : 5);
    }
  }
  std::vector<bool> is_reset(shape.num_envs);
  ResetEnvs(mixed.engine(), Range(shape.num_envs));
  for (int b = 0; b < batches; ++b) {
    const Batch batch = RecvBatch(mixed.engine());
    ASSERT_EQ(static_cast<int>(batch.rows.size()), shape.batch_size);
    for (const Row& row : batch.rows) {
      ModelEnv& model = models[row.env_id];
      is_reset[row.env_id] ? model.Act(2) : model.Reset();
      is_reset[row.env_id] = true;
      for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(row.obs[i], model.Obs(i)) << "env " << row.env_id;
      }
      EXPECT_EQ(row.reward, model.reward());
      EXPECT_EQ(row.done, model.IsDone());
    }
    SendActions(mixed.engine(), IdsOf(batch), 2);
  }
  if constexpr (std::is_same_v<Pool, PassedPool>) {
    std::ranges::for_each(pools, [](const auto& pool) { pool->Stop(); });
  }
}

TEST(MixedKernel, Async) {
  const Shape shape{.num_envs = 8, .batch_size = 3, .num_threads = 3};
  for (const Ids& ids : {kBlocks, kInterleaved}) {
    const auto pools = FaultPools(ids, {.horizon = 3}, {.horizon = 5});
    RunAsync(pools, ids, shape, 200);
  }
}

TEST(MixedKernel, PartsThatPassEnvsOn) {
  for (const int batch_size : {8, 3, 1}) {
    const Shape shape{
        .num_envs = 8, .batch_size = batch_size, .num_threads = 2};
    for (const Ids& ids : {kBlocks, kInterleaved}) {
      for (const bool all : {false, true}) {
        auto pools = FaultPools(ids, {.horizon = 3}, {.horizon = 5});
        RunAsync(PassedPools(std::move(pools), all), ids, shape, 200);
      }
    }
  }
}

TEST(MixedKernel, AsyncBatchedParts) {
  for (const Ids& ids : {kBlocks, kInterleaved}) {
    const auto pools = LightPools(ids);
    Mixed mixed({.num_envs = 8, .batch_size = 3, .num_threads = 2}, pools, ids);
    std::vector<int> last(8, -1);
    ResetEnvs(mixed.engine(), Range(8));
    for (int b = 0; b < 200; ++b) {
      const Batch batch = RecvBatch(mixed.engine());
      for (const Row& row : batch.rows) {
        const std::size_t part =
            std::ranges::count(ids[0], row.env_id) == 1 ? 0 : 1;
        EXPECT_EQ(ids[part][static_cast<int>(row.obs[0])], row.env_id);
        EXPECT_EQ(row.elapsed_step, last[row.env_id] + 1);
        last[row.env_id] = row.done ? -1 : row.elapsed_step;
      }
      const std::vector<int> of = IdsOf(batch);
      SendInts(mixed.engine(), of, std::vector<int>(of.size(), 1));
    }
  }
}

TEST(MixedKernel, WhatIsReadyFirstComesFirst) {
  constexpr int kGate = 1;
  GateAt(kGate).Close();
  const auto pools = FaultPools(kBlocks, {.fault = "gate", .gate = kGate}, {});
  EngineOptions options;
  options.caller_helps = false;
  Mixed mixed(
      {.num_envs = 8, .batch_size = 1, .num_threads = 2, .options = options},
      pools, kBlocks);
  ResetEnvs(mixed.engine(), {0, 3});
  RecvBatch(mixed.engine());
  RecvBatch(mixed.engine());
  SendActions(mixed.engine(), {0});
  GateAt(kGate).AwaitArrivals(1);
  EXPECT_EQ(mixed.kernel()->Running(), (std::vector<int>{0}));
  SendActions(mixed.engine(), {3});
  EXPECT_EQ(IdsOf(RecvBatch(mixed.engine())), (std::vector<int>{3}));
  GateAt(kGate).Open();
  EXPECT_EQ(IdsOf(RecvBatch(mixed.engine())), (std::vector<int>{0}));
}

TEST(MixedKernel, FaultsNameTheEnvAndItsTask) {
  for (const int batch_size : {8, 2}) {
    const auto pools =
        FaultPools(kBlocks, {}, {.fault = "std", .fault_env = 1});
    Mixed mixed({.num_envs = 8, .batch_size = batch_size}, pools, kBlocks);
    const std::vector<int> ids = {0, 4};
    ResetEnvs(mixed.engine(), ids);
    EXPECT_TRUE(RecvBatch(mixed.engine()).faults.empty());
    SendActions(mixed.engine(), ids);
    const Batch batch = RecvBatch(mixed.engine());
    ASSERT_EQ(batch.faults.size(), 1);
    EXPECT_EQ(batch.faults[0].env_id, 4);
    EXPECT_EQ(batch.rows[batch.faults[0].row].env_id, 4);
    EXPECT_TRUE(batch.faults[0].text.starts_with("task 1: "));
    SendActions(mixed.engine(), ids);
    EXPECT_TRUE(RecvBatch(mixed.engine()).faults.empty());
  }
}

TEST(MixedKernel, ActionsOutsideTheRangeOfATask) {
  const auto pools = LightPools(kBlocks);
  Mixed mixed({.num_envs = 8}, pools, kBlocks, 7);  // the tasks allow up to 3
  ResetEnvs(mixed.engine(), Range(8));
  RecvBatch(mixed.engine());
  SendInts(mixed.engine(), Range(8), {0, 5, 1, 2, 3, 3, 4, 3});
  const Batch batch = RecvBatch(mixed.engine());
  ASSERT_EQ(batch.faults.size(), 2);
  EXPECT_EQ(batch.faults[0].env_id, 1);
  EXPECT_EQ(batch.faults[1].env_id, 6);
  EXPECT_TRUE(batch.faults[1].text.starts_with("task 1: "));
  EXPECT_EQ(batch.rows[7].elapsed_step, 1);
  SendInts(mixed.engine(), {1, 6}, {3, 3});  // they are as before
  const Batch after = RecvBatch(mixed.engine());
  EXPECT_EQ(after.rows[0].elapsed_step, 1);
  EXPECT_EQ(after.rows[1].elapsed_step, 1);
}

TEST(MixedKernel, StatesAndSeeds) {
  const auto pools = FaultPools(kInterleaved);
  Mixed mixed({.num_envs = 8}, pools, kInterleaved);
  Engine* engine = mixed.engine();
  ResetEnvs(engine, Range(8));
  RecvBatch(engine);
  const std::vector<std::string> states = engine->SaveStates({4, 0});
  EXPECT_EQ(states[0], pools[1]->engine()->SaveStates({1})[0]);
  SendActions(engine, {0, 4});
  const Batch first = RecvBatch(engine);
  engine->LoadStates({4, 0}, states);
  SendActions(engine, {0, 4});
  const Batch again = RecvBatch(engine);
  EXPECT_EQ(first.rows[0].obs, again.rows[0].obs);
  EXPECT_EQ(first.rows[1].obs, again.rows[1].obs);
  const std::vector<int> ids = {5};
  const std::int64_t seed = 99;
  engine->Reset(ids.data(), 1, Seeds(&seed));
  ModelEnv model(2, 99, 10);
  model.Reset();
  EXPECT_EQ(RecvBatch(engine).rows[0].obs[3], model.Obs(3));
}

TEST(MixedKernel, CornersOfLargerItems) {
  Column small = MakeColumn("small", Spec<int>({2, 2, 2}));
  Column large = MakeColumn("large", Spec<int>({2, 3, 2}));
  const CornerCopy copy(small, large);
  const std::vector<int> from = {1, 2, 3, 4, 5, 6, 7, 8};
  std::vector<int> to(12, -1);
  copy.Enlarge(reinterpret_cast<const char*>(from.data()),
               reinterpret_cast<char*>(to.data()));
  EXPECT_EQ(to, (std::vector<int>{1, 2, 3, 4, 0, 0, 5, 6, 7, 8, 0, 0}));
  std::vector<int> back(8);
  copy.Cut(reinterpret_cast<const char*>(to.data()),
           reinterpret_cast<char*>(back.data()));
  EXPECT_EQ(back, from);
  large.shape = {2, 1, 2};
  EXPECT_EQ(KindOf([&] { CornerCopy(small, large); }), ErrorKind::kArgument);
}

TEST(MixedKernel, IdsMustBeThoseOfAllEnvs) {
  const auto pools = FaultPools(kBlocks);
  for (const Ids& ids :
       {Ids{{0, 1, 2}, {3, 4, 5, 6, 6}}, Ids{{0, 1, 2}, {2, 3, 4, 5, 6}},
        Ids{{0, 1, 9}, {3, 4, 5, 6, 7}}}) {
    EXPECT_EQ(KindOf([&] { Mixed({.num_envs = 8}, pools, ids); }),
              ErrorKind::kArgument);
  }
}

}  // namespace
}  // namespace envpool::testing
