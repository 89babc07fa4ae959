// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// Tests BatchKernel with minimal batch envs. (For the real envs, see
// envpool/testing/batch_twin_tests.h.)

#include "envpool/core/batch_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "envpool/testing/light_env.h"
#include "envpool/testing/pool_driver.h"

namespace envpool::testing {
namespace {

template <typename EnvT>
class BatchKernelTest : public ::testing::Test {
 protected:
  using Pool = BatchEnvPool<EnvT>;

  std::unique_ptr<Pool> Make(int num_envs, int batch_size,
                             EngineOptions options = {},
                             int max_episode_steps = 1'000'000,
                             int horizon = 5) {
    auto config = LightEnvSpec::kDefaultConfig;
    config["num_envs"_] = num_envs;
    config["batch_size"_] = batch_size;
    config["num_threads"_] = 2;
    config["horizon"_] = horizon;
    config["max_episode_steps"_] = max_episode_steps;
    return std::make_unique<Pool>(LightEnvSpec(config), options);
  }
  static void Step(Engine* engine, const std::vector<int>& ids, int action) {
    engine->Send({ToArray(ids), ToArray(ids),
                  ToArray(std::vector<int>(ids.size(), action))});
  }
  static std::string SaveOf(Engine* engine, int id) {
    StateWriter writer;
    engine->WithIdle(&id, 1, [&] { engine->kernel()->Save(id, &writer); });
    return writer.bytes();
  }
};

using Kinds = ::testing::Types<LightEnv<true, true>, LightEnv<true, false>,
                               LightEnv<false, true>, LightEnv<false, false>>;
TYPED_TEST_SUITE(BatchKernelTest, Kinds);

TYPED_TEST(BatchKernelTest, EpisodesInAllModes) {
  for (const AutoresetMode mode :
       {AutoresetMode::kNextStep, AutoresetMode::kSameStep,
        AutoresetMode::kDisabled}) {
    EngineOptions options;
    options.autoreset = mode;
    auto pool = this->Make(300, 300, options, 1'000'000, 2);
    Engine* engine = pool->engine();
    ResetEnvs(engine, Range(300));
    RecvBatch(engine);
    this->Step(engine, Range(300), 3);
    EXPECT_FALSE(RecvBatch(engine).rows[299].done);
    this->Step(engine, Range(150, 100), 3);
    for (const Row& row : RecvBatch(engine).rows) {
      const bool same = mode == AutoresetMode::kSameStep;
      EXPECT_TRUE(row.done && row.terminated && !row.trunc);
      EXPECT_EQ(row.reward, 5);
      EXPECT_EQ(row.discount, 0);
      EXPECT_EQ(row.obs[0], row.env_id);
      EXPECT_EQ(row.obs[1], same ? 2 : 1);
      EXPECT_EQ(row.elapsed_step, same ? 0 : 2);
    }
    if (mode == AutoresetMode::kDisabled) {
      EXPECT_EQ(KindOf([&] { this->Step(engine, Range(300), 0); }),
                ErrorKind::kProtocol);
      continue;
    }
    this->Step(engine, Range(300), 0);
    for (const Row& row : RecvBatch(engine).rows) {
      const bool begun = row.env_id >= 100 && row.env_id < 250;
      const bool next = mode == AutoresetMode::kNextStep;
      EXPECT_EQ(row.done, !begun) << row.env_id;
      EXPECT_EQ(row.elapsed_step, begun ? (next ? 0 : 1) : (next ? 2 : 0));
      EXPECT_EQ(row.reward, begun && next ? 0 : (begun ? 1 : 2));
    }
  }
}

TYPED_TEST(BatchKernelTest, TruncatesAndTerminatesAtOnce) {
  auto pool = this->Make(3, 3, {}, 2, 2);
  Engine* engine = pool->engine();
  ResetEnvs(engine, Range(3));
  RecvBatch(engine);
  this->Step(engine, Range(3), 0);
  RecvBatch(engine);
  this->Step(engine, Range(3), 0);
  const Row row = RecvBatch(engine).rows[1];
  EXPECT_TRUE(row.trunc && row.terminated && row.done);
  EXPECT_EQ(row.discount, 0);
}

TYPED_TEST(BatchKernelTest, SavedLanesGoOnAlike) {
  EngineOptions options;
  options.episode_stats = true;
  auto one = this->Make(5, 5, options);
  auto two = this->Make(9, 3, options);
  ResetEnvs(one->engine(), Range(5));
  RecvBatch(one->engine());
  this->Step(one->engine(), Range(5), 1);
  RecvBatch(one->engine());
  const std::string state = this->SaveOf(one->engine(), 3);
  const int lane = 7;
  two->engine()->WithIdle(&lane, 1, [&] {
    StateReader reader(state);
    two->engine()->kernel()->Load(lane, &reader);
    reader.Finish();
  });
  for (int i = 0; i < 20; ++i) {
    this->Step(one->engine(), {3}, i % 4);
    this->Step(two->engine(), {7, 0, 1}, i % 4);
    const Row expected = RecvBatch(one->engine()).rows[0];
    const Batch batch = RecvBatch(two->engine());
    const Row* row = nullptr;
    for (const Row& each : batch.rows) {
      row = each.env_id == 7 ? &each : row;
    }
    ASSERT_NE(row, nullptr);
    EXPECT_EQ(row->reward, expected.reward);
    EXPECT_EQ(row->elapsed_step, expected.elapsed_step);
    EXPECT_EQ(row->obs[3], expected.obs[3]);
  }
}

// Loading corrupted states cannot push counters out of their ranges.
TYPED_TEST(BatchKernelTest, SpoiltStatesDoNoHarm) {
  constexpr int kLanes = BatchRows::kLanes;
  auto pool = this->Make(kLanes, kLanes);
  Engine* engine = pool->engine();
  ResetEnvs(engine, Range(kLanes));
  RecvBatch(engine);
  // The generator, the elapsed steps, the flag and the episode's age are
  // range-checked; an env's fields are only if it defines IsValidLane.
  constexpr std::size_t kElapsed = 37, kEnded = kElapsed + 4;
  constexpr std::size_t kSignOfAge = kEnded + 16;
  const std::string saved = this->SaveOf(engine, 0);
  engine->WithIdle(nullptr, kLanes, [&] {
    for (int lane = 0; lane < kLanes; ++lane) {
      for (std::size_t at = 0; at < saved.size(); ++at) {
        std::string spoilt = saved;
        spoilt.replace(at, at < kEnded ? 4 : 1, at < kEnded ? 4 : 1, '\xff');
        const auto load = [&] {
          StateReader reader(spoilt);
          engine->kernel()->Load(lane, &reader);
        };
        if ((at >= kElapsed - 4 && at <= kEnded) || at == kSignOfAge) {
          EXPECT_EQ(KindOf(load), ErrorKind::kArgument) << at;
        } else {
          load();
        }
      }
    }
  });
  this->Step(engine, Range(kLanes), 0);
  EXPECT_EQ(RecvBatch(engine).rows.size(), static_cast<std::size_t>(kLanes));
}

TYPED_TEST(BatchKernelTest, SeveralPlayersAreRefused) {
  auto config = LightEnvSpec::kDefaultConfig;
  config["max_num_players"_] = 2;
  EXPECT_EQ(
      KindOf([&] { typename TestFixture::Pool pool{LightEnvSpec(config)}; }),
      ErrorKind::kArgument);
}

// RenderLane without and with the action.
class PlainDrawnEnv : public LightEnv<false, true> {
 public:
  using LightEnv::LightEnv;
  static constexpr std::pair<int, int> kFrameSize{4, 3};
  void RenderLane(int lane, const Frame& frame) const {
    std::fill_n(frame.rgb, frame.width * frame.height * 3, 10 + lane);
  }
};

class ActionDrawnEnv : public LightEnv<false, true> {
 public:
  using LightEnv::LightEnv;
  static constexpr std::pair<int, int> kFrameSize{4, 3};
  void RenderLane(int lane, const Frame& frame, const Actions* last) const {
    const int action = last == nullptr ? 9 : *(*last)["action"_];
    std::fill_n(frame.rgb, frame.width * frame.height * 3,
                100 * frame.camera_id + 10 * lane + action);
  }
};

// The frame size depends on the config and on the lane.
class SizedEnv : public PlainDrawnEnv {
 public:
  using PlainDrawnEnv::PlainDrawnEnv;
  [[nodiscard]] std::pair<int, int> FrameSize(int lane) const {
    return {spec_.config["horizon"_], 2 + lane};
  }
};

// Texts only, no frames: RenderLaneText without and with the action.
class TextEnv : public LightEnv<false, true> {
 public:
  using LightEnv::LightEnv;
  [[nodiscard]] std::string RenderLaneText(int lane) const {
    return "lane " + std::to_string(lane);
  }
};

class ActionTextEnv : public LightEnv<false, true> {
 public:
  using LightEnv::LightEnv;
  [[nodiscard]] std::string RenderLaneText(int lane,
                                           const Actions* last) const {
    return std::to_string(lane) + ": " +
           (last == nullptr ? "-" : std::to_string(*(*last)["action"_]));
  }
};

template <typename EnvT>
struct DrawnPool {
  explicit DrawnPool(EngineOptions options = {}, int horizon = 3) {
    auto config = LightEnvSpec::kDefaultConfig;
    config["num_envs"_] = 3;
    config["horizon"_] = horizon;
    pool = std::make_unique<BatchEnvPool<EnvT>>(LightEnvSpec(config), options);
  }
  std::vector<int> Colors(int camera_id = 0) {
    const Array frames = pool->Render(ToArray<int>({2, 0}), 0, 0, camera_id);
    EXPECT_EQ(frames.Shape(), (std::vector<std::size_t>{2, 3, 4, 3}));
    const auto* rgb = static_cast<const unsigned char*>(frames.Data());
    EXPECT_EQ(rgb[35], rgb[0]);
    return {rgb[0], rgb[36]};
  }
  void Step(int action) {
    const std::vector<int> ids = {0, 1, 2};
    pool->engine()->Send(
        {ToArray(ids), ToArray(ids), ToArray(std::vector<int>(3, action))});
    RecvBatch(pool->engine());
  }
  void Reset() {
    ResetEnvs(pool->engine(), {0, 1, 2});
    RecvBatch(pool->engine());
  }
  std::string Text(int id) {
    std::string text;
    pool->engine()->WithIdle(
        &id, 1, [&] { text = pool->engine()->kernel()->RenderText(id); });
    return text;
  }
  std::string Save() {
    const int id = 2;
    StateWriter writer;
    pool->engine()->WithIdle(
        &id, 1, [&] { pool->engine()->kernel()->Save(id, &writer); });
    return writer.bytes();
  }
  std::unique_ptr<BatchEnvPool<EnvT>> pool;
};

TEST(BatchRender, DrawsLanes) {
  DrawnPool<PlainDrawnEnv> drawn;
  EXPECT_EQ(drawn.Colors(), (std::vector<int>{12, 10}));
  drawn.Reset();
  EXPECT_EQ(drawn.Colors(), (std::vector<int>{12, 10}));
  EXPECT_EQ(drawn.pool->Render(ToArray<int>({1}), 8, 0, 0).Shape(),
            (std::vector<std::size_t>{1, 3, 8, 3}));
  ResetEnvs(drawn.pool->engine(), {0});
  EXPECT_EQ(KindOf([&] { drawn.Colors(); }), ErrorKind::kProtocol);
}

TEST(BatchRender, TheActionIsThatOfTheLatestStep) {
  for (const AutoresetMode mode :
       {AutoresetMode::kNextStep, AutoresetMode::kSameStep}) {
    EngineOptions options;
    options.autoreset = mode;
    DrawnPool<ActionDrawnEnv> drawn(options);
    EXPECT_EQ(drawn.Colors(), (std::vector<int>{29, 9}));
    drawn.Reset();
    EXPECT_EQ(drawn.Colors(1), (std::vector<int>{129, 109}));
    for (const int action : {1, 2}) {
      drawn.Step(action);
      EXPECT_EQ(drawn.Colors(2),
                (std::vector<int>{220 + action, 200 + action}));
    }
    drawn.Step(3);  // ends the episode
    if (mode == AutoresetMode::kNextStep) {
      EXPECT_EQ(drawn.Colors(), (std::vector<int>{23, 3}));
      drawn.Step(1);
    }
    EXPECT_EQ(drawn.Colors(), (std::vector<int>{29, 9}));
    drawn.Step(0);
    EXPECT_EQ(drawn.Colors(), (std::vector<int>{20, 0}));
    drawn.Reset();
    EXPECT_EQ(drawn.Colors(), (std::vector<int>{29, 9}));
  }
}

TEST(BatchRender, TheActionIsPartOfTheState) {
  DrawnPool<ActionDrawnEnv> source;
  DrawnPool<ActionDrawnEnv> target;
  source.Reset();
  target.Reset();
  target.Step(1);
  const std::string fresh = source.Save();
  source.Step(2);
  EXPECT_EQ(source.Save().size(), fresh.size());
  for (const auto& [bytes, color] :
       {std::pair(source.Save(), 22), std::pair(fresh, 29)}) {
    const int id = 2;
    target.pool->engine()->WithIdle(&id, 1, [&] {
      StateReader reader(bytes);
      target.pool->engine()->kernel()->Load(id, &reader);
      reader.Finish();
    });
    EXPECT_EQ(target.Colors(), (std::vector<int>{color, 1}));
    EXPECT_EQ(target.Save(), bytes);
  }
  EXPECT_EQ(DrawnPool<PlainDrawnEnv>().Save().size(), fresh.size() - 4);
}

TEST(BatchRender, TheSizeMayDependOnConfigAndLane) {
  for (const int horizon : {3, 7}) {
    DrawnPool<SizedEnv> drawn({}, horizon);
    for (const int lane : {0, 2}) {
      const Array frames = drawn.pool->Render(ToArray<int>({lane}), 0, 0, 0);
      EXPECT_EQ(frames.Shape(), (std::vector<std::size_t>{
                                    1, static_cast<std::size_t>(2 + lane),
                                    static_cast<std::size_t>(horizon), 3}));
      EXPECT_EQ(*static_cast<const unsigned char*>(frames.Data()), 10 + lane);
    }
    EXPECT_EQ(drawn.pool->Render(ToArray<int>({2}), 0, 5, 0).Shape()[1], 5U);
    // Frames of different sizes cannot be stacked.
    EXPECT_EQ(KindOf([&] { drawn.Colors(); }), ErrorKind::kArgument);
  }
}

TEST(BatchRender, Texts) {
  DrawnPool<TextEnv> plain;
  EXPECT_TRUE(plain.pool->engine()->kernel()->CanRenderText());
  EXPECT_EQ(plain.Text(2), "lane 2");
  EXPECT_EQ(KindOf([&] { plain.Colors(); }), ErrorKind::kNotSupported);
  EXPECT_EQ(plain.Save().size(), DrawnPool<PlainDrawnEnv>().Save().size());

  DrawnPool<ActionTextEnv> drawn;
  EXPECT_TRUE(drawn.pool->engine()->kernel()->CanRenderText());
  EXPECT_EQ(drawn.Text(2), "2: -");
  drawn.Reset();
  EXPECT_EQ(drawn.Text(2), "2: -");
  drawn.Step(1);
  EXPECT_EQ(drawn.Text(2), "2: 1");
  // The action is part of the state.
  EXPECT_EQ(drawn.Save().size(), DrawnPool<ActionDrawnEnv>().Save().size());
}

TEST(BatchRender, OthersCannotBeDrawn) {
  DrawnPool<LightEnv<false, true>> plain;
  plain.Reset();
  EXPECT_EQ(KindOf([&] { plain.Colors(); }), ErrorKind::kNotSupported);
  EXPECT_FALSE(plain.pool->engine()->kernel()->CanRenderText());
  EXPECT_EQ(KindOf([&] { plain.Text(0); }), ErrorKind::kNotSupported);
  plain.Step(1);
}

}  // namespace
}  // namespace envpool::testing
