// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "envpool/core/env_spec.h"

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr float kInf = std::numeric_limits<float>::infinity();

template <typename D>
std::tuple<D, D> Pair(D low, D high) {
  return {low, high};
}

TEST(SpecTest, ShapeAlone) {
  const std::vector<int> lvalue = {2, 3};
  const Spec<double> from_lvalue(lvalue);
  EXPECT_THAT(from_lvalue.shape, ElementsAre(2, 3));
  EXPECT_EQ(from_lvalue.element_size, 8);
  EXPECT_THAT(Spec<int>({}).shape, IsEmpty());
  EXPECT_THAT(Spec<int>({-1}).shape, ElementsAre(-1));
  EXPECT_THAT(Spec<bool>(std::vector<int>{2, 3}).shape, ElementsAre(2, 3));
  int n = 4;
  const auto conf = MakeDict("n"_.Bind(5));
  EXPECT_THAT(Spec<float>({conf["n"_] * 3, n, n}).shape, ElementsAre(15, 4, 4));
  EXPECT_FALSE(from_lvalue.is_discrete);
}

TEST(SpecTest, BoundsNotGivenAreTheWidest) {
  EXPECT_EQ(Spec<float>({}).bounds, Pair(-kInf, kInf));
  EXPECT_EQ(Spec<double>({}).bounds, Pair<double>(-kInf, kInf));
  EXPECT_EQ(Spec<std::uint8_t>({}).bounds, Pair<std::uint8_t>(0, 255));
  EXPECT_EQ(Spec<bool>({}).bounds, Pair(false, true));
  EXPECT_EQ(Spec<int>({}).bounds, Pair(std::numeric_limits<int>::min(),
                                       std::numeric_limits<int>::max()));
  EXPECT_THAT(std::get<0>(Spec<int>({}).elementwise_bounds), IsEmpty());
}

TEST(SpecTest, ScalarBounds) {
  EXPECT_EQ(Spec<int>({-1}, {0, 1}).bounds, Pair(0, 1));
  EXPECT_EQ(Spec<float>({2}, {-1.0, 1.0}).bounds, Pair(-1.0F, 1.0F));
  EXPECT_EQ(Spec<std::uint8_t>({2}, {0, 255}).bounds,
            Pair<std::uint8_t>(0, 255));
  EXPECT_EQ(Spec<bool>({2}, {false, true}).bounds, Pair(false, true));
  EXPECT_EQ(Spec<std::int8_t>({}, {-3, 3}).bounds, Pair<std::int8_t>(-3, 3));
  EXPECT_EQ(Spec<float>({}, {-kInf, kInf}).bounds, Pair(-kInf, kInf));
  const std::vector<int> shape = {3};
  EXPECT_EQ(Spec<int>(shape, {4, 5}).bounds, Pair(4, 5));
  EXPECT_EQ(Spec<int>(std::vector<int>{3}, {4, 5}).bounds, Pair(4, 5));
  EXPECT_EQ(Spec<int>(shape, std::make_tuple(6, 7)).bounds, Pair(6, 7));
  const int high = shape[0];
  EXPECT_EQ(Spec<double>({}, {0.0, high - 1.0}).bounds, Pair(0.0, 2.0));
  EXPECT_THAT(std::get<0>(Spec<int>({2}, {0, 1}).elementwise_bounds),
              IsEmpty());
}

TEST(SpecTest, ElementwiseBounds) {
  const Spec<int> pair({-1, 2}, {{0, 0}, {39, 19}});
  EXPECT_THAT(std::get<0>(pair.elementwise_bounds), ElementsAre(0, 0));
  EXPECT_THAT(std::get<1>(pair.elementwise_bounds), ElementsAre(39, 19));
  EXPECT_EQ(pair.bounds, Spec<int>({}).bounds);
  const Spec<float> box({2}, {{-4.8, -kInf}, {4.8, kInf}});
  EXPECT_THAT(std::get<1>(box.elementwise_bounds), ElementsAre(4.8F, kInf));
  const std::vector<int> shape = {3};
  const std::vector<double> low(3, -1), high(3, 2);
  const Spec<double> vectors(shape, std::make_tuple(low, high));
  EXPECT_EQ(std::get<1>(vectors.elementwise_bounds), high);
  EXPECT_EQ(std::get<0>(Spec<double>({3}, {low, high}).elementwise_bounds),
            low);
}

TEST(SpecTest, BoundsAreTwo) {
  EXPECT_THROW(Spec<int>({1}, {1, 2, 3}), std::invalid_argument);
  const std::vector<int> shape = {1};
  EXPECT_THROW(Spec<int>(shape, {1, 2, 3}), std::invalid_argument);
}

TEST(SpecTest, WrongBoundsAreShown) {
  try {
    const Spec<float> spec({2}, {0.5F});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "bounds: expected {low, high}, got {0.500000}");
  }
}

TEST(SpecTest, BoundsAreInOrder) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  Spec<int>({2}, {1, 1}).CheckBounds();
  Spec<float>({2}).CheckBounds();
  EXPECT_THROW(Spec<int>({2}, {1, 0}).CheckBounds(), std::invalid_argument);
  EXPECT_THROW(Spec<float>({2}, {nan, 1.0F}).CheckBounds(),
               std::invalid_argument);
  const Spec<int> pair({2}, {{0, 3}, {1, 2}});
  EXPECT_THROW(pair.CheckBounds(), std::invalid_argument);
  const std::vector<int> one(1), two(2);
  const Spec<int> uneven({2}, std::make_tuple(one, two));
  EXPECT_THROW(uneven.CheckBounds(), std::invalid_argument);
  const Spec<Container<int>> ragged({1}, Spec<int>({-1}, {1, 0}));
  EXPECT_THROW(ragged.CheckBounds(), std::invalid_argument);
}

TEST(SpecTest, FieldsMayBeAssigned) {
  Spec<int> spec({1});
  spec.is_discrete = true;
  spec.bounds = {2, 3};
  spec.elementwise_bounds = {{1}, {2}};
  spec.shape = {4};
  EXPECT_EQ(spec.bounds, Pair(2, 3));
  const Spec<int> batch = spec.Batch(8);
  EXPECT_THAT(batch.shape, ElementsAre(8, 4));
  EXPECT_EQ(batch.bounds, Spec<int>({}).bounds);
  EXPECT_FALSE(batch.is_discrete);
  EXPECT_THAT(spec.Shape(), ElementsAre(4U));
}

TEST(SpecTest, MarkDiscrete) {
  const Spec<int> spec = MarkDiscrete(Spec<int>({-1}, {0, 4}));
  EXPECT_TRUE(spec.is_discrete);
  EXPECT_EQ(spec.bounds, Pair(0, 4));
}

TEST(SpecTest, OfContainers) {
  const Spec<Container<float>> ragged({-1}, Spec<float>({-1, 2}, {0, 1}));
  EXPECT_THAT(ragged.shape, ElementsAre(-1));
  EXPECT_THAT(ragged.inner_spec.shape, ElementsAre(-1, 2));
  EXPECT_EQ(ragged.inner_spec.bounds, Pair(0.0F, 1.0F));
  EXPECT_EQ(ragged.element_size, static_cast<int>(sizeof(void*)));
  EXPECT_THAT(ragged.Batch(3).shape, ElementsAre(3, -1));
  const std::vector<int> shape = {2};
  const Spec<float> inner({5});
  EXPECT_THAT(Spec<Container<float>>(shape, inner).inner_spec.shape,
              ElementsAre(5));
}

TEST(SpecTest, Prod) {
  EXPECT_EQ(Prod({}), 1U);
  EXPECT_EQ(Prod({2, 3, 4}), 24U);
  EXPECT_EQ(Prod({-1, 3}), 3U);
  EXPECT_EQ(Prod({0, 3}), 0U);
  EXPECT_EQ(Prod({1 << 20, 1 << 20}), std::size_t{1} << 40);
}

// --- EnvSpec ----------------------------------------------------------------

class CountFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("n"_.Bind(4), "name"_.Bind(std::string("x")));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    return MakeDict("obs"_.Bind(Spec<float>({conf["n"_]})),
                    "info:batch"_.Bind(Spec<int>({conf["batch_size"_]})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, conf["n"_] - 1})));
  }
};
using CountSpec = EnvSpec<CountFns>;

TEST(EnvSpecTest, CommonKeysComeFirst) {
  EXPECT_THAT(
      CountSpec::Config::AllKeys(),
      ElementsAre("num_envs", "batch_size", "num_threads", "max_num_players",
                  "thread_affinity_offset", "base_path", "seed", "env_seed",
                  "gym_reset_return_info", "max_episode_steps", "n", "name"));
  EXPECT_THAT(CountSpec::StateSpec::AllKeys(),
              ElementsAre("info:env_id", "info:players.env_id", "elapsed_step",
                          "done", "reward", "discount", "step_type", "trunc",
                          "obs", "info:batch"));
  EXPECT_THAT(CountSpec::ActionSpec::AllKeys(),
              ElementsAre("env_id", "players.env_id", "action"));
  static_assert(std::is_same_v<CountSpec::EnvFnsType, CountFns>);
}

TEST(EnvSpecTest, FollowsTheConfig) {
  auto config = CountSpec::kDefaultConfig;
  config["n"_] = 7;
  config["num_envs"_] = 3;
  const CountSpec spec(config);
  EXPECT_THAT(spec.state_spec["obs"_].shape, ElementsAre(7));
  EXPECT_EQ(spec.action_spec["action"_].bounds, Pair(0, 6));
  EXPECT_EQ(spec.config["batch_size"_], 3);
  // StateSpec and ActionSpec get the config as given, with batch_size 0.
  EXPECT_THAT(spec.state_spec["info:batch"_].shape, ElementsAre(0));
  EXPECT_EQ(CountSpec().config["batch_size"_], 1);
  EXPECT_EQ(CountSpec::kDefaultConfig["n"_], 4);
}

TEST(EnvSpecTest, RefusesImpossibleConfigs) {
  const auto refused = [](auto change, const std::string& text) {
    auto config = CountSpec::kDefaultConfig;
    change(&config);
    try {
      const CountSpec spec(config);
      ADD_FAILURE() << text;
    } catch (const std::invalid_argument& error) {
      EXPECT_EQ(error.what(), text);
    }
  };
  refused([](auto* config) { (*config)["num_envs"_] = 0; },
          "num_envs: expected an integer in [1, 2147483647], got 0");
  refused([](auto* config) { (*config)["batch_size"_] = 2; },
          "batch_size: expected at most num_envs=1, got 2");
  refused([](auto* config) { (*config)["batch_size"_] = -1; },
          "batch_size: expected an integer in [0, 2147483647], got -1");
  refused([](auto* config) { (*config)["max_num_players"_] = 0; },
          "max_num_players: expected an integer in [1, 32768], got 0");
  refused([](auto* config) { (*config)["num_threads"_] = 4097; },
          "num_threads: expected an integer in [0, 4096], got 4097");
  refused([](auto* config) { (*config)["thread_affinity_offset"_] = -2; },
          "thread_affinity_offset: expected an integer in [-1, 2147483647], "
          "got -2");
  refused([](auto* config) { (*config)["env_seed"_] = {1, 2}; },
          "env_seed: expected none or one seed for each env, 1, got 2");
}

TEST(EnvSpecTest, NamesTheEntryWithWrongBounds) {
  auto config = CountSpec::kDefaultConfig;
  config["n"_] = 0;
  try {
    const CountSpec spec(config);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "action entry 'action': bounds: expected low <= high, got "
                 "{0, -1}");
  }
}

TEST(EnvSpecTest, Seeds) {
  auto config = CountSpec::kDefaultConfig;
  config["num_envs"_] = 2;
  config["seed"_] = std::numeric_limits<int>::max();
  EXPECT_EQ(envpool::SeedOf(CountSpec(config), 0),
            std::numeric_limits<int>::max());
  EXPECT_EQ(envpool::SeedOf(CountSpec(config), 1),
            std::numeric_limits<int>::min());
  config["env_seed"_] = {9, -4};
  EXPECT_EQ(envpool::SeedOf(CountSpec(config), 1), -4);
}

}  // namespace
