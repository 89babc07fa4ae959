// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The C++ snippets of the pages in docs/content, which include the text between
// the marks.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

// [includes]
#include "envpool/common/canvas.h"       // Canvas, for pictures
#include "envpool/core/async_envpool.h"  // Env and its pool
#include "envpool/core/batch_envpool.h"  // BatchEnv and its pool
#include "envpool/core/random/rng.h"     // Generator, NumPy's random numbers
// [includes end]

namespace {

// [spec]
class WalkEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("length"_.Bind(10), "reward_threshold"_.Bind(0.9));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    return MakeDict("obs:place"_.Bind(Spec<int>({}, {0, conf["length"_] - 1})),
                    "obs:view"_.Bind(Spec<float>({3}, {0.0F, 1.0F})),
                    "info:visited"_.Bind(Spec<int>({})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 1})));
  }
};

using WalkEnvSpec = EnvSpec<WalkEnvFns>;
// [spec end]

// [env]
class WalkEnv : public Env<WalkEnvSpec> {
 public:
  WalkEnv(const Spec& spec, int env_id)
      : Env<WalkEnvSpec>(spec, env_id),
        last_(spec.config["length"_] - 1),
        rng_(static_cast<unsigned>(seed_)) {}

  void Reset() override {
    place_ = static_cast<int>(rng_.Integers(0, last_));
    visited_ = 0;
    Write(0.0F);
  }

  void Step(const Action& action) override {
    const int right = action["action"_];
    place_ = std::clamp(place_ + (right == 1 ? 1 : -1), 0, last_);
    ++visited_;
    Write(place_ == last_ ? 1.0F : -0.01F);
  }

  bool IsDone() override { return place_ == last_; }
  // [env end]

  // [hooks]
  void Reseed(std::int64_t seed) override {
    Env<WalkEnvSpec>::Reseed(seed);  // seed_ and gen_
    rng_ = envpool::Generator(envpool::EntropyOf(seed));
  }
  bool TerminatedAtLimit() override { return IsDone(); }

  void Save(envpool::StateWriter* writer) override {
    writer->Write(rng_);
    writer->Write(place_);
    writer->Write(visited_);
  }
  void Load(envpool::StateReader* reader) override {
    reader->Read(&rng_);
    reader->Read(&place_);
    reader->Read(&visited_);
  }
  // [hooks end]

  // [write]
 private:
  void Write(float reward) {
    State state = Allocate();
    state["reward"_] = reward;
    state["obs:place"_] = place_;
    for (int i = 0; i < 3; ++i) {
      state["obs:view"_][i] = place_ + i - 1 == last_ ? 1.0F : 0.0F;
    }
    state["info:visited"_] = visited_;
  }

  int last_;
  envpool::Generator rng_;
  int place_{0};
  int visited_{0};
};

using WalkEnvPool = AsyncEnvPool<WalkEnv>;
// [write end]

// [batch]
class BatchWalkEnv : public BatchEnv<WalkEnvSpec> {
 public:
  static constexpr bool kStepDraws = false;       // see below
  static constexpr bool kWritesAllFields = true;  // rows need no clearing

  BatchWalkEnv(const Spec& spec, int num_envs)
      : BatchEnv(spec, num_envs),
        last_(spec.config["length"_] - 1),
        place_(num_envs),
        visited_(num_envs) {}

  void ResetLane(int lane) {
    place_[lane] = static_cast<int>(rng(lane).Integers(0, last_));
    visited_[lane] = 0;
  }

  void StepLanes(const Lanes& lanes, const Actions& action, float* reward,
                 bool* terminated) {
    const int* __restrict right = action["action"_];
    int* __restrict place = &place_[lanes.first];
    int* __restrict visited = &visited_[lanes.first];
    for (int i = 0; i < lanes.count; ++i) {
      place[i] = std::clamp(place[i] + 2 * right[i] - 1, 0, last_);
      ++visited[i];
      terminated[i] = place[i] == last_;
      reward[i] = terminated[i] ? 1.0F : -0.01F;
    }
  }

  void WriteLanes(const Lanes& lanes, const Rows& rows) const {
    for (int i = 0; i < lanes.count; ++i) {
      const int place = place_[lanes.first + i];
      rows["obs:place"_][i] = place;
      for (int k = 0; k < 3; ++k) {
        rows["obs:view"_][3 * i + k] = place + k - 1 == last_ ? 1.0F : 0.0F;
      }
      rows["info:visited"_][i] = visited_[lanes.first + i];
    }
  }

  template <typename Archive>
  void Fields(Archive& archive) {
    archive(place_, visited_);
  }

 protected:
  int place(int lane) const { return place_[lane]; }

 private:
  int last_;
  std::vector<int> place_;
  std::vector<int> visited_;
};

using BatchWalkEnvPool = BatchEnvPool<BatchWalkEnv>;
// [batch end]

// [render]
class DrawnWalkEnv : public WalkEnv,
                     public RenderableEnv,
                     public TextRenderableEnv {
 public:
  using WalkEnv::WalkEnv;

  std::pair<int, int> RenderSize(int width, int height) const override {
    return {width > 0 ? width : 64, height > 0 ? height : 48};
  }
  void Render(int width, int height, int /*camera_id*/,
              unsigned char* rgb) override {
    std::fill_n(rgb, width * height * 3, IsDone() ? 255 : 64);
  }
  std::string RenderText() override { return IsDone() ? "home" : "walking"; }
};
// [render end]

// [batch render]
class DrawnBatchWalkEnv : public BatchWalkEnv {
 public:
  using BatchWalkEnv::BatchWalkEnv;

  static constexpr std::pair<int, int> kFrameSize{64, 48};

  void RenderLane(int lane, const envpool::Frame& frame) const {
    envpool::Canvas canvas(frame.width, frame.height, frame.rgb);
    canvas.SetView(4, 3);  // units; (0, 0) is the lower left corner
    canvas.Clear({255, 255, 255});
    canvas.Line({0, 1}, {4, 1}, 0.1, {0, 0, 0});
    canvas.Disc({place(lane) + 0.5, 1.5}, 0.5, {200, 0, 0});
  }
  std::string RenderLaneText(int lane) const {
    return "at " + std::to_string(place(lane));
  }
};
// [batch render end]

// [players]
class AuctionEnvFns {
 public:
  static decltype(auto) DefaultConfig() { return MakeDict("rounds"_.Bind(3)); }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs:players.won"_.Bind(Spec<int>({-1})),  // per player
                    "obs:round"_.Bind(Spec<int>({})),          // per env
                    "info:bids"_.Bind(                         // ragged
                        Spec<Container<int>>({}, Spec<int>({-1}))));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("players.bid"_.Bind(Spec<int>({-1}, {0, 9})));
  }
};

using AuctionEnvSpec = EnvSpec<AuctionEnvFns>;

// In each round the highest bid wins.
class AuctionEnv : public Env<AuctionEnvSpec> {
 public:
  using Env<AuctionEnvSpec>::Env;

  bool IsDone() override { return round_ >= spec_.config["rounds"_]; }

  void Reset() override {
    round_ = 0;
    bids_.clear();
    won_.assign(max_num_players_, 0);
    Write(-1);
  }

  void Step(const Action& action) override {
    ++round_;
    // The caller decides which players act, so count their rows.
    const int players = static_cast<int>(action["players.bid"_].Shape(0));
    bids_.resize(players);
    for (int i = 0; i < players; ++i) {
      bids_[i] = action["players.bid"_][i];
    }
    const auto best = std::max_element(bids_.begin(), bids_.end());
    const int winner =
        best == bids_.end() ? -1 : static_cast<int>(best - bids_.begin());
    if (winner >= 0) {
      ++won_[winner];
    }
    Write(winner);
  }

 private:
  void Write(int winner) {
    State state = Allocate(max_num_players_);  // the rows of this env's players
    for (int i = 0; i < max_num_players_; ++i) {
      state["reward"_][i] = i == winner ? 1.0F : 0.0F;
      state["obs:players.won"_][i] = won_[i];
    }
    state["obs:round"_] = round_;
    // An array of any shape; the result takes ownership.
    const int count = static_cast<int>(bids_.size());
    auto bids = std::make_unique<TArray<int>>(::Spec<int>({count}));
    bids->Assign(bids_.data(), bids_.size());
    Container<int>& place = state["info:bids"_];
    place = std::move(bids);
  }

  int round_{0};
  std::vector<int> won_;
  std::vector<int> bids_;
};

using AuctionEnvPool = AsyncEnvPool<AuctionEnv>;
// [players end]

TEST(Snippets, Players) {
  auto config = AuctionEnvSpec::kDefaultConfig;
  config["num_envs"_] = 2;
  config["max_num_players"_] = 3;
  AuctionEnvPool pool{AuctionEnvSpec(config)};
  const TArray<int> ids(Spec<int>({2}));
  ids[1] = 1;
  pool.Reset(ids);
  AuctionEnvPool::State state(pool.Recv());
  EXPECT_EQ(state["info:players.env_id"_].Shape(0), 6U);
  AuctionEnvPool::Action action;
  action["env_id"_] = ids;
  action["players.env_id"_] = state["info:players.env_id"_];
  action["players.bid"_] = TArray<int>(Spec<int>({6}));
  action["players.bid"_].Fill(1);
  action["players.bid"_][4] = 2;  // the second player of the second env
  pool.Send(action);
  state = AuctionEnvPool::State(pool.Recv());
  const std::vector<float> expected = {1, 0, 0, 0, 1, 0};
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(static_cast<float>(state["reward"_][i]), expected[i]);
  }
  const Container<int>& bids = state["info:bids"_][1];
  ASSERT_EQ(bids->size, 3U);
  EXPECT_EQ(static_cast<int>((*bids)[1]), 2);
}

TEST(Snippets, Dict) {
  // [dict]
  auto dict = MakeDict("size"_.Bind(3), "name"_.Bind(std::string("x")));
  dict["size"_] += 1;
  const auto more = ConcatDict(dict, MakeDict("rate"_.Bind(0.5)));
  // [dict end]
  EXPECT_EQ(more["size"_], 4);
  EXPECT_EQ(more["rate"_], 0.5);
  EXPECT_EQ(std::get<1>(more), "x");
}

TEST(Snippets, Spec) {
  // [specs]
  const Spec<float> any({84, 84});
  const Spec<unsigned char> pixels({84, 84}, {0, 255});
  const Spec<float> box({2}, {{-1.0F, 0.0F}, {1.0F, 2.0F}});  // by element
  const Spec<int> move({-1}, {0, 3});  // one of four choices per player
  const Spec<double> gear = MarkDiscrete(Spec<double>({}, {0.0, 3.0}));
  // [specs end]
  EXPECT_EQ(std::get<1>(pixels.bounds), 255);
  EXPECT_EQ(std::get<1>(box.elementwise_bounds)[1], 2.0F);
  EXPECT_EQ(std::get<1>(move.bounds), 3);
  EXPECT_TRUE(std::get<0>(any.bounds) < -1e38 && gear.is_discrete);
}

TEST(Snippets, Array) {
  // [array]
  const TArray<float> board(Spec<float>({2, 3}));
  board(1, 2) = 7;   // one element; the value is converted
  board[0].Fill(1);  // a row
  const float value = board(1, 2);
  const TArray<float> rows = board.Slice(0, 1);  // checked, unlike indexing
  // [array end]
  EXPECT_EQ(value, 7.0F);
  EXPECT_EQ(rows.size, 3);
  EXPECT_EQ(static_cast<float>(board(0, 1)), 1.0F);
}

TEST(Snippets, Random) {
  // [random]
  envpool::Generator rng(42);                 // np.random.default_rng(42)
  const double x = rng.Uniform(-0.05, 0.05);  // rng.uniform(-0.05, 0.05)
  const auto k = rng.Integers(0, 6);          // rng.integers(0, 6)
  // [random end]
  EXPECT_NEAR(x, 0.02739560, 1e-8);  // the value of numpy.random.default_rng
  EXPECT_GE(k, 0);
}

template <typename Pool>
std::vector<float> Drive() {
  std::vector<float> rewards;
  // [drive]
  auto config = WalkEnvSpec::kDefaultConfig;
  config["num_envs"_] = 4;
  config["max_episode_steps"_] = 20;
  const WalkEnvSpec spec(config);
  Pool pool(spec);

  const TArray<int> ids(Spec<int>({4}));
  for (int i = 0; i < 4; ++i) {
    ids[i] = i;
  }
  pool.Reset(ids);
  typename Pool::State state(pool.Recv());  // a Dict of arrays with 4 rows
  for (int step = 0; step < 100; ++step) {
    typename Pool::Action action;
    action["env_id"_] = state["info:env_id"_];
    action["players.env_id"_] = state["info:env_id"_];
    action["action"_] = TArray<int>(Spec<int>({4}));
    action["action"_].Fill(1);
    pool.Send(action);
    state = typename Pool::State(pool.Recv());
  }
  // [drive end]
  for (int i = 0; i < 4; ++i) {
    rewards.push_back(state["reward"_][i]);
  }
  return rewards;
}

TEST(Snippets, BothKindsOfEnvAreTheSame) {
  EXPECT_EQ(Drive<WalkEnvPool>(), Drive<BatchWalkEnvPool>());
}

TEST(Snippets, Render) {
  const WalkEnvSpec spec;
  AsyncEnvPool<DrawnWalkEnv> pool(spec);
  const TArray<int> ids(Spec<int>({1}));
  const Array frames = pool.Render(ids, 0, 0, -1);
  EXPECT_EQ(frames.Shape(), (std::vector<std::size_t>{1, 48, 64, 3}));
  BatchEnvPool<DrawnBatchWalkEnv> batch(spec);
  EXPECT_EQ(batch.Render(ids, 0, 0, -1).Shape(), frames.Shape());
  EXPECT_EQ(pool.engine()->kernel()->RenderText(0), "walking");
  EXPECT_EQ(batch.engine()->kernel()->RenderText(0), "at 0");
}

}  // namespace
