// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// A user can write to static results while workers write them. The engine still
// knows which env each row belongs to, and which envs have ended.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "envpool/core/engine/kernel/batch_rows.h"
#include "envpool/testing/light_env.h"
#include "envpool/testing/pool_driver.h"

namespace envpool::testing {
namespace {

constexpr int kEnvs = 4;

using LightPool = BatchEnvPool<LightEnv<false, true>>;

/// A pool with one-step episodes. Only workers run its envs.
template <typename Pool>
std::unique_ptr<Pool> MakePool(int batch_size, AutoresetMode autoreset) {
  auto config = Pool::Spec::kDefaultConfig;
  config["num_envs"_] = kEnvs;
  config["batch_size"_] = batch_size;
  config["num_threads"_] = 1;
  config["horizon"_] = 1;
  EngineOptions options;
  options.autoreset = autoreset;
  options.caller_helps = false;
  return std::make_unique<Pool>(typename Pool::Spec(config), options);
}

/// Sends zero actions.
void Step(Engine* engine, const std::vector<int>& ids) {
  engine->Admit(ids.data(), static_cast<int>(ids.size()), Request::kStep);
  engine->Publish(ids.data(), static_cast<int>(ids.size()), Request::kStep,
                  false);
}

/// Offers a block for the next rows of a synchronous pool, and returns it.
StateBlock* NextBlock(Engine* engine) {
  StateBlock* block = engine->blocks()->Acquire();
  EXPECT_TRUE(engine->OfferBlock(block));
  return block;
}

/// Waits for complete rows, and returns their env ids.
std::vector<int> Await(const StateBlock& block, int rows) {
  while (block.completed.load() < rows) {
    std::this_thread::yield();
  }
  const int* ids = block.Rows<int>(ResultColumns::kEnvId, 0);
  return {ids, ids + rows};
}

/// Writes to complete rows as a user could, then receives them.
void Forge(Engine* engine, StateBlock* block, const std::vector<int>& ids,
           bool done) {
  const int rows = static_cast<int>(ids.size());
  Await(*block, rows);
  std::copy(ids.begin(), ids.end(), block->Rows<int>(ResultColumns::kEnvId, 0));
  const int terminated = engine->result_columns().terminated;
  for (const int column : {ResultColumns::kDone, terminated}) {
    std::fill_n(block->Rows<bool>(column, 0), rows, done);
  }
  EXPECT_EQ(engine->Recv(nullptr), block);
  EXPECT_EQ(block->rows, rows);
  engine->blocks()->Release(block);
}

template <typename Pool>
class ForgedRows : public ::testing::Test {};

using Pools = ::testing::Types<FaultEnvPool, LightPool>;
TYPED_TEST_SUITE(ForgedRows, Pools);

TYPED_TEST(ForgedRows, EnvsOfASyncPoolAreIdle) {
  const auto pool = MakePool<TypeParam>(kEnvs, AutoresetMode::kNextStep);
  Engine* engine = pool->engine();
  StateBlock* block = NextBlock(engine);
  ResetEnvs(engine, {2, 0});
  Forge(engine, block, {1, 1'000'000'000}, false);
  EXPECT_EQ(KindOf([&] { ResetEnvs(engine, {0, 1, 2, 3}); }), std::nullopt);
}

TYPED_TEST(ForgedRows, EnvsOfAnAsyncPoolArePending) {
  const auto pool = MakePool<TypeParam>(2, AutoresetMode::kNextStep);
  Engine* engine = pool->engine();
  for (int round = 0; round < 3; ++round) {
    ResetEnvs(engine, {0, 1, 2, 3});
    StateBlock* block = engine->row_allocator()->front();
    const std::vector<int> first = Await(*block, 2);
    const int a = (first[0] + 2) % kEnvs;  // two that may still be running
    const int b = (first[1] + 2) % kEnvs;
    Forge(engine, block, {a, b}, false);
    EXPECT_EQ(KindOf([&] { ResetEnvs(engine, {a}); }), ErrorKind::kProtocol);
    EXPECT_EQ(KindOf([&] { ResetEnvs(engine, {b}); }), ErrorKind::kProtocol);
    EXPECT_EQ(KindOf([&] { ResetEnvs(engine, first); }), std::nullopt);
    engine->Drain(nullptr);
  }
}

TYPED_TEST(ForgedRows, EndsAreThoseOfTheEnvs) {
  const auto pool = MakePool<TypeParam>(kEnvs, AutoresetMode::kDisabled);
  Engine* engine = pool->engine();
  const std::vector<int> ids = Range(kEnvs);
  StateBlock* block = NextBlock(engine);
  ResetEnvs(engine, ids);
  Forge(engine, block, ids, true);
  block = NextBlock(engine);
  EXPECT_EQ(KindOf([&] { Step(engine, ids); }), std::nullopt);
  Forge(engine, block, ids, false);
  EXPECT_EQ(KindOf([&] { Step(engine, ids); }), ErrorKind::kProtocol);
}

// FindEnded has room for one index per lane.
TEST(BatchRows, AnyByteIsOneEnd) {
  constexpr int kLanes = 20;
  std::vector<Column> columns = MakeColumns(common_state_spec);
  const ResultColumns result = ResultColumns::Append({}, &columns);
  const Layout layout(std::move(columns), kLanes, 1);
  const StateBlock block(layout);
  BatchRows rows(result, kLanes, 100, false);
  rows.RestartAll(block, 0, 0, kLanes);
  std::memset(block.Item(result.terminated, 0), 6, kLanes);
  rows.Finish(block, 0, 0, kLanes);
  int found[256 * kLanes];
  ASSERT_EQ(rows.FindEnded(0, kLanes, found), kLanes);
  EXPECT_EQ(found[kLanes - 1], kLanes - 1);
}

}  // namespace
}  // namespace envpool::testing
