// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The zero contract: parts of a row that an env does not write are zero,
// regardless of the previous content of the memory.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/testing/light_env.h"
#include "envpool/testing/pool_driver.h"

namespace envpool::testing {
namespace {

constexpr int kPoison = 0xAB;

/// Fills all memory of the next batches with garbage.
void Poison(Engine* engine) {
  std::vector<StateBlock*> blocks;
  for (int i = 0; i < engine->config().num_envs + 4; ++i) {
    blocks.push_back(engine->blocks()->Acquire());
    std::memset(blocks.back()->Item(0, 0), kPoison,
                engine->blocks()->layout().bytes());
  }
  for (StateBlock* block : blocks) {
    engine->blocks()->Release(block);
  }
}

/// The bytes of all columns of the rows handed out, except an episode's time.
std::string BytesOf(const Engine& engine, const StateBlock& block) {
  std::string bytes;
  const Layout& layout = block.layout();
  for (std::size_t c = 0; c < layout.columns().size(); ++c) {
    if (static_cast<int>(c) != engine.result_columns().episode_time) {
      bytes.append(block.Item(c, 0), layout.stride(c) * block.rows);
    }
  }
  return bytes;
}

/// Returns the first batches of a pool, on clean or poisoned memory.
template <typename Pool, typename Spec>
std::vector<std::string> Results(const Spec& spec, const EngineOptions& options,
                                 bool poison) {
  Pool pool(spec, options);
  Engine* engine = pool.engine();
  if (poison) {
    Poison(engine);
  }
  engine->Reset(nullptr, spec.config["num_envs"_], nullptr);
  std::vector<std::string> results;
  for (int i = 0; i < 40; ++i) {
    StateBlock* block = engine->Recv(nullptr);
    results.push_back(BytesOf(*engine, *block));
    const int* ids = block->Rows<int>(ResultColumns::kEnvId, 0);
    engine->Admit(ids, block->rows, Request::kStep);
    engine->Publish(ids, block->rows, Request::kStep, false);
    engine->blocks()->Release(block);
    if (poison) {
      Poison(engine);
    }
  }
  return results;
}

template <typename EnvT>
void ExpectNoPoison() {
  for (const AutoresetMode mode :
       {AutoresetMode::kNextStep, AutoresetMode::kSameStep}) {
    for (const int batch_size : {9, 4}) {
      EngineOptions options;
      options.autoreset = mode;
      options.episode_stats = true;
      auto config = LightEnvSpec::kDefaultConfig;
      config["num_envs"_] = 9;
      config["batch_size"_] = batch_size;
      config["num_threads"_] = 1;
      const LightEnvSpec spec(config);
      using Pool = BatchEnvPool<EnvT>;
      EXPECT_TRUE(Results<Pool>(spec, options, true) ==
                  Results<Pool>(spec, options, false));
    }
  }
}

class RaggedFns {
 public:
  static decltype(auto) DefaultConfig() { return MakeDict(); }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs:dyn"_.Bind(Spec<Container<int>>({}, Spec<int>({-1}))),
                    "note"_.Bind(Spec<int>({})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict();
  }
};
using RaggedSpec = EnvSpec<RaggedFns>;

/// Step writes a ragged entry and ends the episode; Reset writes none.
class RaggedStepEnv : public Env<RaggedSpec> {
 public:
  using Env<RaggedSpec>::Env;
  bool IsDone() override { return done_; }
  void Reset() override {
    done_ = false;
    Allocate();
  }
  void Step(const Action& /*action*/) override {
    done_ = true;
    State state = Allocate();
    state["note"_] = 7;
    Container<int>& entry = state["obs:dyn"_];
    entry = std::make_unique<TArray<int>>(::Spec<int>({2}));
  }

 private:
  bool done_{true};
};

class TalliesFns {
 public:
  static decltype(auto) DefaultConfig() { return MakeDict(); }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs"_.Bind(Spec<int>({3})),
                    "info:note"_.Bind(Spec<int>({})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict();
  }
};
using TalliesSpec = EnvSpec<TalliesFns>;

/// Claims to write all fields; with `kHonest`, it does. Episodes have 3 steps.
template <bool kHonest>
class TalliesEnv : public Env<TalliesSpec> {
 public:
  using Env<TalliesSpec>::Env;
  bool WritesAllFields() const override { return true; }
  bool IsDone() override { return step_ == 3; }
  void Reset() override {
    step_ = 0;
    Write();
  }
  void Step(const Action& /*action*/) override {
    ++step_;
    Write();
  }

 private:
  void Write() {
    State state = Allocate();
    std::fill_n(static_cast<int*>(state["obs"_].Data()), 3, step_);
    if (kHonest) {
      state["info:note"_] = -step_;
    }
  }
  int step_{3};
};

template <typename EnvT>
bool ShowsPoison(AutoresetMode mode, int batch_size) {
  EngineOptions options;
  options.autoreset = mode;
  auto config = TalliesSpec::kDefaultConfig;
  config["num_envs"_] = 9;
  config["batch_size"_] = batch_size;
  config["num_threads"_] = 1;
  const TalliesSpec spec(config);
  using Pool = AsyncEnvPool<EnvT>;
  return Results<Pool>(spec, options, true) !=
         Results<Pool>(spec, options, false);
}

void StepBlindly(Engine* engine) {
  const int num_envs = engine->config().num_envs;
  engine->Admit(nullptr, num_envs, Request::kStep);
  engine->Publish(nullptr, num_envs, Request::kStep, true);
}

TEST(ZeroContract, LanesThatWriteEverything) {
  ExpectNoPoison<LightEnv<true, true>>();
  ExpectNoPoison<LightEnv<false, true>>();
}

TEST(ZeroContract, LanesThatDoNot) {
  ExpectNoPoison<LightEnv<true, false>>();
  ExpectNoPoison<LightEnv<false, false>>();
}

TEST(ZeroContract, EnvsThatWriteNothing) {
  for (const AutoresetMode mode :
       {AutoresetMode::kNextStep, AutoresetMode::kSameStep}) {
    Shape shape{.num_envs = 5, .batch_size = 5, .num_threads = 1};
    shape.options.autoreset = mode;
    shape.options.episode_stats = true;
    const FaultEnvSpec spec = MakeFaultSpec(shape, {.fault = "short_write",
                                                    .place = "written",
                                                    .every = true,
                                                    .horizon = 3});
    EXPECT_TRUE(Results<FaultEnvPool>(spec, shape.options, true) ==
                Results<FaultEnvPool>(spec, shape.options, false));
    auto pool = std::make_unique<FaultEnvPool>(spec, shape.options);
    for (int i = 0; i < 10; ++i) {
      Poison(pool->engine());
      ResetEnvs(pool->engine(), Range(5));
      for (const Row& row : RecvBatch(pool->engine()).rows) {
        EXPECT_EQ(row.obs, (std::array<double, 4>{}));
        EXPECT_EQ(row.reward, 0);
      }
    }
  }
}

TEST(ZeroContract, EnvsThatWriteEverything) {
  for (const AutoresetMode mode :
       {AutoresetMode::kNextStep, AutoresetMode::kSameStep}) {
    for (const int batch_size : {9, 4}) {
      EXPECT_FALSE(ShowsPoison<TalliesEnv<true>>(mode, batch_size));
      EXPECT_TRUE(ShowsPoison<TalliesEnv<false>>(mode, batch_size));
    }
  }
}

TEST(ZeroContract, RowsOfFaults) {
  Shape shape{.num_envs = 3};
  auto pool =
      MakeFaultPool(shape, {.fault = "std", .place = "written", .every = true});
  Poison(pool->engine());
  ResetEnvs(pool->engine(), Range(3));
  const Batch batch = RecvBatch(pool->engine());
  EXPECT_EQ(batch.faults.size(), 3u);
  for (int i = 0; i < 3; ++i) {
    const Row& row = batch.rows[i];
    EXPECT_EQ(row.env_id, i);
    EXPECT_EQ(row.obs, (std::array<double, 4>{}));
    EXPECT_EQ(row.step_type, 0);
    EXPECT_FALSE(row.done || row.trunc || row.terminated);
  }
}

// Same_step writes a second result into a row; nothing of the first remains.
TEST(ZeroContract, RaggedEntriesOfAnOldEpisode) {
  EngineOptions options;
  options.autoreset = AutoresetMode::kSameStep;
  AsyncEnvPool<RaggedStepEnv> pool{RaggedSpec(), options};
  pool.engine()->Reset(nullptr, 1, nullptr);
  RaggedStepEnv::State first(pool.Recv());
  EXPECT_EQ(static_cast<Container<int>&>(first["obs:dyn"_]), nullptr);
  StepBlindly(pool.engine());
  RaggedStepEnv::State second(pool.Recv());
  EXPECT_TRUE(static_cast<bool>(second["done"_]));
  EXPECT_EQ(static_cast<Container<int>&>(second["obs:dyn"_]), nullptr);
  EXPECT_EQ(static_cast<int>(second["note"_]), 0);
}

}  // namespace
}  // namespace envpool::testing
