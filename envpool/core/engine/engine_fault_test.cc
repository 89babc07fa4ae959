// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Envs that fail: at the nth call of each function, in each way, in pools of
// all shapes. Each error names the env id, the other envs are unharmed, and the
// pool stays usable.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/testing/pool_driver.h"
#include "envpool/testing/scale.h"

namespace envpool::testing {
namespace {

constexpr int kNumEnvs = 4;
constexpr int kForever = 1'000'000;

std::vector<Shape> AllShapes() {
  std::vector<Shape> shapes;
  for (const int batch_size : {kNumEnvs, 1, 3}) {
    for (const bool helps : {true, false}) {
      for (const AutoresetMode mode :
           {AutoresetMode::kNextStep, AutoresetMode::kSameStep,
            AutoresetMode::kDisabled}) {
        Shape shape{.num_envs = kNumEnvs,
                    .batch_size = batch_size,
                    .num_threads = helps ? 1 : 2};
        shape.options.autoreset = mode;
        shape.options.caller_helps = helps;
        shape.options.episode_stats = mode == AutoresetMode::kSameStep;
        shapes.push_back(shape);
      }
    }
  }
  return shapes;
}

std::string TextOf(const std::string& fault) {
  return fault == "nonstd"      ? "not a std::exception"
         : fault == "bad_alloc" ? "bad_alloc"
         : fault == "check"     ? "Check failed"
                                : "fault at";
}

/// Steps a pool, one request for each env at a time, until env `culprit` fails.
/// Returns a description of the first deviation, or "".
std::string StepUntilFault(Engine* engine, ModelPool* model, int culprit,
                           const std::string& text) {
  const EngineConfig& config = engine->config();
  ResetEnvs(engine, Range(config.num_envs));
  for (int i = 0; i < config.num_envs; ++i) {
    (*model)[i].Reset();
  }
  // A descheduled worker may keep the culprit for any number of calls.
  for (int own_rows = 0; own_rows < 100;) {
    const Batch batch = RecvBatch(engine);
    for (const Row& row : batch.rows) {
      own_rows += row.env_id == culprit ? 1 : 0;
      if (row.env_id != culprit && !model->Matches(row)) {
        return "a neighbour's row is wrong: env " + std::to_string(row.env_id);
      }
    }
    if (!batch.faults.empty()) {
      const Fault& fault = batch.faults[0];
      const Row& row = batch.rows[fault.row];
      if (batch.faults.size() != 1 || fault.env_id != culprit ||
          row.env_id != culprit || fault.text.find(text) == fault.text.npos) {
        return "wrong fault: env " + std::to_string(fault.env_id) + ", " +
               fault.text;
      }
      return row.reward == 0 && row.obs[3] == 0 && !row.done
                 ? ""
                 : "the row of a fault is not zero";
    }
    const std::vector<int> ids = IdsOf(batch);
    for (const int id : ids) {
      (*model)[id].Act(1);
    }
    SendActions(engine, ids);
  }
  return "no fault";
}

class FaultMatrix : public ::testing::TestWithParam<std::string> {};

TEST_P(FaultMatrix, EveryNthCall) {
  const std::string place = GetParam();
  const std::string faults[] = {"std", "nonstd", "bad_alloc", "check", "error"};
  int which = 0;
  for (const Shape& shape : AllShapes()) {
    for (int n = 1; n <= 50; n += kSlowBuild ? 7 : 1) {
      const std::string& fault = faults[which++ % 5];
      // IsDone is called twice per step, so every n is reached in time.
      const Script script{.fault = fault,
                          .place = place,
                          .nth = place == "reset" ? 1 : n,
                          .fault_env = n % kNumEnvs,
                          .horizon = kForever};
      auto pool = MakeFaultPool(shape, script);
      ModelPool model(shape, script.horizon);
      ASSERT_EQ(StepUntilFault(pool->engine(), &model, script.fault_env,
                               TextOf(fault)),
                "")
          << fault << " at " << place << " " << n << ": " << shape;
      ASSERT_EQ(Survives(pool.get(), 5), "")
          << fault << " at " << place << " " << n << ": " << shape;
    }
  }
  EXPECT_EQ(FaultEnvStats::alive, 0);
}

INSTANTIATE_TEST_SUITE_P(Places, FaultMatrix,
                         ::testing::Values("reset", "step", "is_done", "limit",
                                           "written"));

// The second Reset of an env comes from autoreset; with same_step, within Step.
TEST(Fault, InAutoreset) {
  for (Shape shape : AllShapes()) {
    if (shape.options.autoreset == AutoresetMode::kDisabled) {
      continue;
    }
    for (const std::string place : {"reset", "written"}) {
      for (int n = 2; n <= 12; ++n) {
        auto pool = MakeFaultPool(shape, {.fault = "std",
                                          .place = place,
                                          .nth = n,
                                          .fault_env = 2,
                                          .horizon = 1});
        Engine* engine = pool->engine();
        ResetEnvs(engine, Range(kNumEnvs));
        int faults = 0;
        for (int i = 0; i < 100 * kNumEnvs && faults == 0; ++i) {
          const Batch batch = RecvBatch(engine);
          faults += static_cast<int>(batch.faults.size());
          SendActions(engine, IdsOf(batch));
        }
        ASSERT_EQ(faults, 1) << place << " " << n << ": " << shape;
        ASSERT_EQ(Survives(pool.get(), 5), "") << shape;
      }
    }
  }
}

TEST(Fault, EveryEnvEveryTime) {
  for (const Shape& shape : AllShapes()) {
    auto pool = MakeFaultPool(
        shape, {.fault = "nonstd", .place = "reset", .every = true});
    Engine* engine = pool->engine();
    for (int i = 0; i < 20; ++i) {
      ResetEnvs(engine, Range(kNumEnvs));
      for (int left = kNumEnvs; left >= shape.batch_size;
           left -= shape.batch_size) {
        const Batch batch = RecvBatch(engine);
        ASSERT_EQ(batch.faults.size(), batch.rows.size()) << shape;
      }
      engine->Drain(nullptr);
    }
  }
}

TEST(Fault, InTheConstructor) {
  for (const std::string fault :
       {"std", "nonstd", "bad_alloc", "check", "error"}) {
    for (const bool slow : {false, true}) {
      for (int culprit = 0; culprit < 40; culprit += slow ? 13 : 1) {
        Script script{.fault = fault, .place = "ctor", .fault_env = culprit};
        const Shape shape{.num_envs = 40, .num_threads = 3};
        try {
          MakeFaultPool(shape, script);
          FAIL() << "no exception";
        } catch (const Error& error) {
          EXPECT_EQ(error.kind, ErrorKind::kEnvCreation);
          EXPECT_EQ(error.env_ids, std::vector<int>{culprit});
          EXPECT_NE(std::string(error.what()).find(TextOf(fault)),
                    std::string::npos);
        } catch (const std::bad_alloc&) {
          EXPECT_EQ(fault, "bad_alloc");
        }
        EXPECT_EQ(FaultEnvStats::alive, 0);
      }
    }
  }
}

TEST(Fault, OutsideOfSteps) {
  for (const std::string fault : {"std", "nonstd", "bad_alloc", "error"}) {
    for (const std::string place :
         {"render", "render_size", "render_text", "save", "load", "reseed"}) {
      auto pool = MakeFaultPool(
          {.num_envs = 3}, {.fault = fault, .place = place, .fault_env = 1});
      Engine* engine = pool->engine();
      const int ids[] = {0, 1};
      const std::int64_t seeds[] = {5, 6};
      const auto all = [&] {
        engine->Reset(ids, 2, seeds);
        RecvBatch(engine);
        pool->Render(ToArray<int>({0, 1}), 0, 0, 0);
        engine->WithIdle(ids, 2, [&] {
          EXPECT_EQ(engine->kernel()->RenderText(0), "env 0");
          engine->kernel()->RenderText(1);
          StateWriter writer;
          engine->kernel()->Save(1, &writer);
          StateReader reader(writer.bytes());
          engine->kernel()->Load(1, &reader);
        });
      };
      try {
        all();
        ADD_FAILURE() << fault << " in " << place << ": no exception";
      } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::kEnvStep) << error.what();
        EXPECT_EQ(error.env_ids, std::vector<int>{1}) << error.what();
        const std::string text = error.what();
        EXPECT_NE(text.find(": env 1: "), std::string::npos) << text;
        EXPECT_NE(text.find(TextOf(fault)), std::string::npos) << text;
      } catch (const std::bad_alloc&) {
        EXPECT_EQ(fault, "bad_alloc") << place;
      }
      EXPECT_EQ(engine->outstanding(), 0) << fault << " in " << place;
      EXPECT_NO_THROW(all()) << fault << " in " << place;
      EXPECT_EQ(Survives(pool.get(), 5), "");
    }
  }
}

// Envs that call Allocate too often, too rarely or with invalid arguments.
TEST(Fault, BadAuthors) {
  const struct {
    std::string fault;
    std::string text;
  } cases[] = {{"no_allocate", "without calling Allocate"},
               {"two_allocates", "called twice"},
               {"many_players", "expected at most max_num_players=1"},
               {"negative_players", "got -1"}};
  for (const Shape& shape : AllShapes()) {
    for (const auto& [fault, text] : cases) {
      for (const std::string place : {"reset", "step"}) {
        const Script script{.fault = fault,
                            .place = place,
                            .nth = place == "reset" ? 1 : 3,
                            .fault_env = 3,
                            .horizon = kForever};
        auto pool = MakeFaultPool(shape, script);
        ModelPool model(shape, script.horizon);
        ASSERT_EQ(StepUntilFault(pool->engine(), &model, 3, text), "")
            << fault << " in " << place << ": " << shape;
        ASSERT_EQ(Survives(pool.get(), 5), "") << fault << ": " << shape;
      }
    }
  }
}

TEST(Fault, PoolsSayWhichEnvsAndWhy) {
  auto pool = MakeFaultPool({.num_envs = 30, .seed = 100},
                            {.fault = "std", .nth = 2, .horizon = kForever});
  Engine* engine = pool->engine();
  ResetEnvs(engine, Range(30));
  RecvBatch(engine);
  SendActions(engine, Range(30));
  RecvBatch(engine);
  SendActions(engine, {4, 7});
  try {
    pool->Recv();
    FAIL() << "no exception";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, ErrorKind::kEnvStep);
    EXPECT_EQ(error.env_ids, (std::vector<int>{4, 7}));
    EXPECT_STREQ(error.what(),
                 "env ids [4, 7] failed; env 4 (seed 104, episode step 2): "
                 "fault at step");
  }
  SendActions(engine, {4, 7, 8});  // the first two are reset
  const Batch batch = RecvBatch(engine);
  EXPECT_EQ(batch.rows[0].elapsed_step, 0);
  EXPECT_EQ(batch.rows[1].elapsed_step, 0);
  ASSERT_EQ(batch.faults.size(), 1u);
  EXPECT_EQ(batch.faults[0].env_id, 8);
}

TEST(Fault, LongTextsAndManyFaultsAreShortened) {
  auto pool =
      MakeFaultPool({.num_envs = 40}, {.fault = "std", .place = "reset"});
  ResetEnvs(pool->engine(), Range(40));
  StateBlock* block = pool->engine()->Recv(nullptr);
  const std::string text = FaultText(*block);
  EXPECT_NE(text.find("14, 15, ...]"), std::string::npos) << text;
  block->faults.clear();
  EXPECT_NE(FaultText(*block).find("memory"), std::string::npos);
  pool->engine()->blocks()->Release(block);
}

}  // namespace
}  // namespace envpool::testing
