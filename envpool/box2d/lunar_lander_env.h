// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The pools of LunarLander, with discrete actions and with throttles. The
// official env is one class with the option `continuous`.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_BOX2D_LUNAR_LANDER_ENV_H_
#define ENVPOOL_BOX2D_LUNAR_LANDER_ENV_H_

#include <array>
#include <memory>
#include <numbers>
#include <type_traits>
#include <vector>

#include "envpool/box2d/lunar_lander.h"
#include "envpool/box2d/replayed_env.h"
#include "envpool/core/env.h"

namespace envpool::box2d {

template <bool kContinuous>
class LunarLanderEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("reward_threshold"_.Bind(200.0),
                    "continuous"_.Bind(kContinuous), "gravity"_.Bind(-10.0),
                    "enable_wind"_.Bind(false), "wind_power"_.Bind(15.0),
                    "turbulence_power"_.Bind(1.5));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    constexpr auto kTurn = static_cast<float>(2 * std::numbers::pi);
    return MakeDict("obs"_.Bind(Spec<float>(
        {8},
        {std::vector<float>{-2.5F, -2.5F, -10.0F, -10.0F, -kTurn, -10.0F, -0.0F,
                            -0.0F},
         std::vector<float>{2.5F, 2.5F, 10.0F, 10.0F, kTurn, 10.0F, 1, 1}})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    if constexpr (kContinuous) {
      return MakeDict("action"_.Bind(Spec<float>({-1, 2}, {-1.0F, 1.0F})));
    } else {
      return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 3})));
    }
  }
};

template <bool kContinuous>
class LunarLanderTask : public LunarLander {
 public:
  using Action =
      std::conditional_t<kContinuous, std::array<float, 2>, std::array<int, 1>>;
  static constexpr Size kFrameSize{400, 600};

  template <typename Config>
  explicit LunarLanderTask(const Config& config, bool has_particles = false)
      : LunarLander({.gravity = config["gravity"_],
                     .enable_wind = config["enable_wind"_],
                     .wind_power = config["wind_power"_],
                     .turbulence_power = config["turbulence_power"_],
                     .has_particles = has_particles}) {}
  template <typename Config>
  static std::unique_ptr<LunarLanderTask> MakeScene(const Config& config) {
    return std::make_unique<LunarLanderTask>(config, true);
  }

  static bool IsAction(const Action& action) {
    return kContinuous || (0 <= action[0] && action[0] <= 3);
  }
  void Step(const Action& action, Generator* random) {
    if constexpr (kContinuous) {
      LunarLander::Step(FromThrottles(action.data()), random);
    } else {
      LunarLander::Step(FromChoice(action[0]), random);
    }
  }
  template <typename State>
  void Write(State* state) const {
    WriteObservation(static_cast<float*>((*state)["obs"_].Data()));
  }
  // There is nothing to save, because each episode has a new world.
  void SaveStart(StateWriter* /*writer*/) const {}
  void LoadStart(StateReader* /*reader*/) {}
};

using LunarLanderEnvSpec = EnvSpec<LunarLanderEnvFns<false>>;
using LunarLanderEnv =
    ReplayedEnv<LunarLanderEnvFns<false>, LunarLanderTask<false>>;
using LunarLanderContinuousEnvSpec = EnvSpec<LunarLanderEnvFns<true>>;
using LunarLanderContinuousEnv =
    ReplayedEnv<LunarLanderEnvFns<true>, LunarLanderTask<true>>;

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_LUNAR_LANDER_ENV_H_
