// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests operations on idle envs: all states are loaded, or none; seeds have 64
// bits.

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <new>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/batch_envpool.h"
#include "envpool/core/engine/engine.h"
#include "envpool/testing/alloc_counter.h"
#include "envpool/testing/light_env.h"
#include "envpool/testing/pool_driver.h"

namespace envpool::testing {
namespace {

using States = std::vector<std::string>;

/// Returns states of three envs: in their first episode, and at their third
/// step.
std::pair<States, States> Play(Engine* engine) {
  ResetEnvs(engine, Range(3));
  RecvBatch(engine);
  States early = engine->SaveStates(Range(3));
  for (int i = 0; i < 3; ++i) {
    SendActions(engine, Range(3));
    RecvBatch(engine);
  }
  return {std::move(early), engine->SaveStates(Range(3))};
}

TEST(LoadStates, AllOrNone) {
  auto pool = MakeFaultPool({.num_envs = 3});
  Engine* engine = pool->engine();
  const auto [early, late] = Play(engine);
  for (int bad = 0; bad < 3; ++bad) {
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{40}, early[bad].size() - 1,
          early[bad].size() + 1}) {
      States states = early;
      states[bad].resize(size);
      EXPECT_EQ(KindOf([&] { engine->LoadStates(Range(3), states); }),
                ErrorKind::kArgument);
      EXPECT_EQ(engine->SaveStates(Range(3)), late) << bad << ", " << size;
    }
  }
  EXPECT_EQ(KindOf([&] { engine->LoadStates({0, 1}, early); }),
            ErrorKind::kArgument);
  engine->LoadStates(Range(3), early);
  EXPECT_EQ(engine->SaveStates(Range(3)), early);
}

TEST(LoadStates, NoneIfALoaderThrows) {
  for (const std::string fault : {"std", "nonstd", "bad_alloc", "error"}) {
    auto pool = MakeFaultPool(
        {.num_envs = 3}, {.fault = fault, .place = "load", .fault_env = 1});
    Engine* engine = pool->engine();
    const auto [early, late] = Play(engine);
    EXPECT_ANY_THROW(engine->LoadStates(Range(3), early)) << fault;
    EXPECT_EQ(engine->SaveStates(Range(3)), late) << fault;
    engine->LoadStates(Range(3), early);  // only the first load throws
    EXPECT_EQ(engine->SaveStates(Range(3)), early) << fault;
  }
}

TEST(LoadStates, NoneIfMemoryRunsOut) {
  auto pool = MakeFaultPool({.num_envs = 3});
  Engine* engine = pool->engine();
  const auto [early, late] = Play(engine);
  const std::vector<int> ids = Range(3);
  for (int nth = 1;; ++nth) {
    bool failed = false;
    bool struck;
    {
      const FailNthAlloc fail(nth, false);
      try {
        engine->LoadStates(ids, early);
      } catch (...) {
        failed = true;
      }
      struck = FailNthAlloc::Struck();
    }
    EXPECT_EQ(engine->SaveStates(ids), failed ? late : early) << nth;
    engine->LoadStates(ids, late);
    if (!struck) {
      break;
    }
  }
}

// --- seeds ------------------------------------------------------------------

TEST(Seeds, HaveSixtyFourBits) {
  auto config = LightEnvSpec::kDefaultConfig;
  config["num_envs"_] = 3;
  BatchEnvPool<LightEnv<true, true>> pool{LightEnvSpec(config)};
  Engine* engine = pool.engine();
  const std::int64_t large = (std::int64_t{1} << 62) + 5;
  const std::int64_t seeds[] = {large, -1, 5};
  engine->Reset(nullptr, 3, seeds);
  const Batch batch = RecvBatch(engine);
  for (const std::uint64_t i : {0, 1, 2}) {
    const std::uint64_t entropy[] = {static_cast<std::uint64_t>(large),
                                     0xffffffffU, 5};
    EXPECT_EQ(batch.rows[i].obs[3], Generator(entropy[i]).Random());
  }
}

TEST(Seeds, OnlyWhereTheyAreGiven) {
  auto pool = MakeFaultPool({.num_envs = 3});
  Engine* engine = pool->engine();
  ModelPool model({.num_envs = 3});
  const std::int64_t seeds[] = {9, 9, 9};
  const bool given[] = {false, true, false};
  engine->Reset(nullptr, 3, {seeds, given});
  model[1].Reseed(9);
  for (const Row& row : RecvBatch(engine).rows) {
    model[row.env_id].Reset();
    EXPECT_TRUE(model.Matches(row)) << row.env_id;
  }
}

TEST(Seeds, TakenByTheNextReset) {
  auto pool = MakeFaultPool({.num_envs = 2});
  Engine* engine = pool->engine();
  const std::int64_t seeds[] = {std::int64_t{1} << 40, 3};
  engine->Reseed(nullptr, 2, seeds);
  EXPECT_EQ(engine->outstanding(), 0);
  ModelPool model({.num_envs = 2});
  ResetEnvs(engine, {0, 1});
  for (const Row& row : RecvBatch(engine).rows) {
    model[row.env_id].Reseed(seeds[row.env_id]);
    model[row.env_id].Reset();
    EXPECT_TRUE(model.Matches(row));
  }
}

class SmallSeedEnv : public FaultEnv {
 public:
  using FaultEnv::FaultEnv;
  [[nodiscard]] std::int64_t MaxSeed() const override { return 100; }
};

TEST(Seeds, TooLargeOnesChangeNothing) {
  AsyncEnvPool<SmallSeedEnv> pool(MakeFaultSpec({.num_envs = 2}));
  Engine* engine = pool.engine();
  const States before = engine->SaveStates({0, 1});
  const std::int64_t seeds[] = {100, 101};
  EXPECT_EQ(KindOf([&] { engine->Reset(nullptr, 2, seeds); }),
            ErrorKind::kArgument);
  EXPECT_EQ(KindOf([&] { engine->Reseed(nullptr, 2, seeds); }),
            ErrorKind::kArgument);
  EXPECT_EQ(engine->outstanding(), 0);
  EXPECT_EQ(engine->SaveStates({0, 1}), before);
}

}  // namespace
}  // namespace envpool::testing
