// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// Tests physical parameters that a spec declares, of envs of both kinds, as
// users of the C++ API see them. Python's tests have the rest.

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <vector>

#include "envpool/core/async_envpool.h"
#include "envpool/core/batch_envpool.h"
#include "envpool/core/engine/params/env_params.h"
#include "envpool/core/lane_params.h"
#include "envpool/testing/pool_driver.h"

namespace envpool::testing {
namespace {

class ScaleEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("weight"_.Bind(2.0));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs"_.Bind(Spec<double>({3})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 3})));
  }
  template <typename Config>
  static decltype(auto) Params(const Config& conf) {
    return MakeDict("weight"_.Bind(ParamSpec{conf["weight"_], 0, 10, "in kg"}),
                    "lengths"_.Bind(ArrayParamSpec<2, 3>{
                        {1, 2, 3, 4, 5, 6}, 0, 100, "in m"}),
                    "steps"_.Bind(ParamSpec{3, 1, 9, "per episode", true}));
  }
};

using ScaleEnvSpec = EnvSpec<ScaleEnvFns>;

/// Shows the weight, the number of steps and the last length.
class ScaleEnv : public Env<ScaleEnvSpec> {
 public:
  using Env<ScaleEnvSpec>::Env;
  bool IsDone() override { return step_ >= param("steps"_); }
  void Reset() override {
    step_ = 0;
    Write();
  }
  void Step(const Action& /*action*/) override {
    ++step_;
    Write();
  }
  void ParamsChanged() override {
    if (param("weight"_) == 7) {
      throw std::invalid_argument("weight: expected anything but 7");
    }
  }
  void Save(StateWriter* writer) override { writer->Write(step_); }
  void Load(StateReader* reader) override { reader->Read(&step_); }

 private:
  void Write() {
    State state = Allocate();
    state["obs"_][0] = param("weight"_);
    state["obs"_][1] = step_;
    state["obs"_][2] = param("lengths"_)[5];
  }
  int step_{0};
};

class LightScaleEnv : public BatchEnv<ScaleEnvSpec> {
 public:
  static constexpr bool kStepDraws = false;
  static constexpr bool kWritesAllFields = true;

  LightScaleEnv(const Spec& spec, int num_envs)
      : BatchEnv(spec, num_envs),
        step_(num_envs),
        weight_(num_envs),
        length_(num_envs) {}
  void ResetLane(int lane) {
    step_[lane] = 0;
    weight_[lane] = param("weight"_, lane);
    length_[lane] = param("lengths"_, lane)[5];
  }
  template <typename Params>
  void StepLanes(const Lanes& lanes, const Actions& /*action*/, float* reward,
                 bool* terminated, Params params) {
    for (int i = 0; i < lanes.count; ++i) {
      ++step_[lanes.first + i];
      weight_[lanes.first + i] = params["weight"_][i];
      length_[lanes.first + i] = params["lengths"_][5][i];
      reward[i] = 0;
      terminated[i] = step_[lanes.first + i] >= params["steps"_][i];
    }
  }
  void WriteLanes(const Lanes& lanes, const Rows& rows) const {
    for (int i = 0; i < lanes.count; ++i) {
      rows["obs"_][3 * i] = weight_[lanes.first + i];
      rows["obs"_][3 * i + 1] = step_[lanes.first + i];
      rows["obs"_][3 * i + 2] = length_[lanes.first + i];
    }
  }
  template <typename Archive>
  void Fields(Archive& archive) {
    archive(step_, weight_, length_);
  }

 private:
  std::vector<int> step_;
  std::vector<double> weight_;
  std::vector<double> length_;
};

constexpr int kEnvs = 5;
const ParamElements kWeight{"weight", 0, {0}};   // NOLINT(runtime/string)
const ParamElements kLength{"lengths", 1, {5}};  // NOLINT(runtime/string)
const ParamElements kSteps{"steps", 2, {0}};     // NOLINT(runtime/string)

template <typename Pool>
class ParamsTest : public ::testing::Test {
 protected:
  ParamsTest() {
    auto config = ScaleEnvSpec::kDefaultConfig;
    config["num_envs"_] = kEnvs;
    config["num_threads"_] = 2;
    pool_ = std::make_unique<Pool>(ScaleEnvSpec(config));
  }
  Engine* engine() { return pool_->engine(); }
  void Reset() { pool_->Reset(ToArray(Range(kEnvs))); }
  void Step() {
    engine()->Send({ToArray(Range(kEnvs)), ToArray(Range(kEnvs)),
                    ToArray(std::vector<int>(kEnvs, 1))});
  }
  /// This number of each env's observation.
  std::vector<double> Recv(int part = 0) {
    const Array obs = pool_->Recv()[ResultColumns::kFirstFamily];
    std::vector<double> parts;
    for (int i = 0; i < kEnvs; ++i) {
      parts.push_back(static_cast<const double*>(obs.Data())[3 * i + part]);
    }
    return parts;
  }
  void Set(const std::vector<int>& ids, const std::vector<double>& values,
           bool at_reset = false) {
    engine()->SetParams(ids, {{kWeight, values}}, at_reset);
  }

  std::unique_ptr<Pool> pool_;
};

using Pools =
    ::testing::Types<AsyncEnvPool<ScaleEnv>, BatchEnvPool<LightScaleEnv>>;
TYPED_TEST_SUITE(ParamsTest, Pools);

using Doubles = std::vector<double>;

TYPED_TEST(ParamsTest, AreListed) {
  const auto list = this->engine()->params()->ListOf(3);
  ASSERT_EQ(list->size(), 3U);
  EXPECT_EQ((*list)[1].shape, (std::vector<int>{2, 3}));
  EXPECT_EQ((*list)[2].name, "steps");
  EXPECT_TRUE((*list)[2].is_integer);
  EXPECT_EQ(list, this->engine()->params()->ListOf(0));
}

TYPED_TEST(ParamsTest, ChangeNowAndAtResets) {
  this->Reset();
  EXPECT_EQ(this->Recv(), Doubles(kEnvs, 2));
  this->Set({1, 3}, {4, 5});
  this->Set({0, 1}, {9, 8}, true);
  this->Step();
  EXPECT_EQ(this->Recv(), (Doubles{2, 4, 2, 5, 2}));
  this->Reset();
  EXPECT_EQ(this->Recv(), (Doubles{9, 8, 2, 5, 2}));
  EXPECT_EQ(this->engine()->GetParam({1, 2}, kWeight), (Doubles{8, 2}));
  EXPECT_EQ(this->engine()->GetParam({1, 2}, kWeight, true), (Doubles{2, 2}));
  this->Set(Range(kEnvs), Doubles(kEnvs, 6));
  this->Step();
  EXPECT_EQ(this->Recv(), Doubles(kEnvs, 6));
}

TYPED_TEST(ParamsTest, MayBeArrays) {
  this->Reset();
  this->Recv();
  const ParamElements all{"lengths", 1, {0, 1, 2, 3, 4, 5}};
  EXPECT_EQ(this->engine()->GetParam({4}, all), (Doubles{1, 2, 3, 4, 5, 6}));
  this->engine()->SetParams({1, 3}, {{kLength, {7, 8}}}, false);
  this->Step();
  EXPECT_EQ(this->Recv(2), (Doubles{6, 7, 6, 8, 6}));
  EXPECT_EQ(this->engine()->GetParam({3}, all), (Doubles{1, 2, 3, 4, 5, 8}));
  EXPECT_EQ(this->engine()->GetParam({3}, kSteps), Doubles{3});
  this->engine()->SetParams(Range(kEnvs), {{kLength, Doubles(kEnvs, 9)}}, true);
  this->Reset();
  EXPECT_EQ(this->Recv(2), Doubles(kEnvs, 9));
}

TYPED_TEST(ParamsTest, RefuseWhatDoesNotFit) {
  const auto refused = [this](const std::vector<ParamValues>& rows) {
    return KindOf([&] { this->engine()->SetParams({0, 1}, rows, false); });
  };
  EXPECT_EQ(refused({{kWeight, {1, 10.5}}}), ErrorKind::kArgument);
  EXPECT_EQ(refused({{kWeight, {1}}}), ErrorKind::kArgument);
  EXPECT_EQ(refused({{{"?", 3, {0}}, {1, 1}}}), ErrorKind::kArgument);
  EXPECT_EQ(refused({{{"?", 0, {1}}, {1, 1}}}), ErrorKind::kArgument);
  EXPECT_EQ(refused({{{"?", 1, {6}}, {1, 1}}}), ErrorKind::kArgument);
  EXPECT_EQ(refused({{kWeight, {1, 1}}, {kSteps, {2, 2.5}}}),
            ErrorKind::kArgument);
  EXPECT_EQ(this->engine()->GetParam({0, 1}, kWeight), (Doubles{2, 2}));
}

TYPED_TEST(ParamsTest, AreDrawnAtEachReset) {
  ParamDraw draw{
      kSteps, ParamDraw::Kind::kUniform, ParamDraw::Mode::kSet, {1, 9}};
  this->engine()->Randomize(Range(kEnvs), {draw});
  std::vector<Doubles> drawn;
  for (int i = 0; i < 2; ++i) {
    this->Reset();
    this->Recv();
    drawn.push_back(this->engine()->GetParam(Range(kEnvs), draw.of));
  }
  EXPECT_NE(drawn[0], drawn[1]);
  draw.numbers = {0, 9};
  EXPECT_EQ(KindOf([&] { this->engine()->Randomize({0}, {draw}); }),
            ErrorKind::kArgument);
}

TYPED_TEST(ParamsTest, AreSaved) {
  this->Reset();
  this->Recv();
  const auto plain = this->engine()->SaveStates({0, 1});
  this->Set({0}, {5});
  const auto changed = this->engine()->SaveStates({0});
  EXPECT_LT(plain[0].size(), changed[0].size());
  this->engine()->LoadStates({1, 0}, {changed[0], plain[0]});
  EXPECT_EQ(this->engine()->GetParam({0, 1}, kWeight), (Doubles{2, 5}));
}

TEST(EnvParamsTest, AnEnvMayRefuse) {
  auto config = ScaleEnvSpec::kDefaultConfig;
  config["num_envs"_] = 3;
  AsyncEnvPool<ScaleEnv> pool((ScaleEnvSpec(config)));
  EXPECT_EQ(KindOf([&] {
              pool.engine()->SetParams({0, 1, 2}, {{kWeight, {5, 6, 7}}},
                                       false);
            }),
            ErrorKind::kArgument);
  EXPECT_EQ(pool.engine()->GetParam({0, 1, 2}, kWeight), (Doubles{2, 2, 2}));
}

TEST(LaneParamsTest, ColumnsWhileLanesDiffer) {
  const ScaleEnvSpec spec;
  LaneParams<ScaleEnvSpec::Params> params(spec.params, 3);
  EXPECT_FALSE(params.differ());
  EXPECT_EQ(params.equal()["weight"_][2], 2);
  params.Reserve();
  const Doubles weight{2, 4};
  params.Set(1, 0, weight.data());
  EXPECT_FALSE(params.differ());
  for (int lane = 0; lane < 3; ++lane) {
    params.Set(lane, 0, weight.data() + 1);
    EXPECT_TRUE(params.differ());
    EXPECT_EQ(params.ColumnsAt(lane)["weight"_][0], 4);
    EXPECT_EQ(params.ColumnsAt(0)["steps"_][lane], 3);
    EXPECT_EQ(params.ColumnsAt(0)["lengths"_][4][lane], 5);
    params.Settle();
    EXPECT_EQ(params.differ(), lane < 2);
  }
  EXPECT_EQ(params.equal()["weight"_][0], 4);
  EXPECT_EQ(params.equal()["lengths"_][4][2], 5);
  EXPECT_EQ(params.Value("weight"_, 2), 4);
}

}  // namespace
}  // namespace envpool::testing
