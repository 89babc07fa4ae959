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
#include "envpool/box2d/physics_fields.h"
#include "envpool/box2d/replayed_env.h"
#include "envpool/core/env.h"

namespace envpool::box2d {

template <bool kContinuous>
class LunarLanderEnvFns {
 public:
  using Physics = LunarLanderPhysics;

  static decltype(auto) DefaultConfig() {
    const Physics defaults;
    return MakeDict(
        "reward_threshold"_.Bind(200.0), "continuous"_.Bind(kContinuous),
        "gravity"_.Bind(defaults.gravity), "enable_wind"_.Bind(false),
        "wind_power"_.Bind(defaults.wind_power),
        "turbulence_power"_.Bind(defaults.turbulence_power));
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
  /// Upper-case names are constants of the official module, the first three
  /// names are attributes of its env, and the other parameters have no name
  /// there.
  static auto Fields() {
    using Field = PhysicsField<Physics>;
    return MakeDict(
        "gravity"_.Bind(Field{&Physics::gravity, -100, 100,
                              "vertical gravity, in Box2D's units"}),
        "wind_power"_.Bind(Field{&Physics::wind_power, -1e6, 1e6,
                                 "greatest force of the wind; only with "
                                 "enable_wind"}),
        "turbulence_power"_.Bind(
            Field{&Physics::turbulence_power, -1e6, 1e6,
                  "greatest torque of the wind; only with enable_wind"}),
        "MAIN_ENGINE_POWER"_.Bind(Field{&Physics::main_engine_power, 0, 1e4,
                                        "power of the main engine"}),
        "SIDE_ENGINE_POWER"_.Bind(Field{&Physics::side_engine_power, 0, 1e4,
                                        "power of the side engines"}),
        "MAIN_ENGINE_Y_LOCATION"_.Bind(
            Field{&Physics::main_engine_y, -100, 100,
                  "place of the main engine, in pixels downwards"}),
        "SIDE_ENGINE_AWAY"_.Bind(
            Field{&Physics::side_engine_away, 0, 100,
                  "places of the side engines, in pixels sideways"}),
        "SIDE_ENGINE_HEIGHT"_.Bind(
            Field{&Physics::side_engine_height, -100, 100,
                  "places of the side engines, in pixels upwards"}),
        "INITIAL_RANDOM"_.Bind(
            Field{&Physics::initial_random, 0, 1e6,
                  "limit of the random force at each reset"}),
        "LEG_AWAY"_.Bind(Field{&Physics::leg_away, 0, 60,
                               "distance of the legs sideways, in pixels; "
                               "from the next reset"}),
        "LEG_DOWN"_.Bind(Field{&Physics::leg_down, 0, 60,
                               "distance of the legs downwards, in pixels; "
                               "from the next reset"}),
        "LEG_W"_.Bind(
            Field{&Physics::leg_width, 1, 50,
                  "half of the legs' width, in pixels; from the next reset"}),
        "LEG_H"_.Bind(
            Field{&Physics::leg_height, 4, 50,
                  "half of the legs' height, in pixels; from the next reset"}),
        "LEG_SPRING_TORQUE"_.Bind(
            Field{&Physics::leg_spring_torque, 0, 1e4,
                  "torque of the legs' springs; from the next reset"}),
        "lander_density"_.Bind(
            Field{&Physics::lander_density, 0.1, 1e3,
                  "density of the lander; from the next reset"}),
        "lander_friction"_.Bind(
            Field{&Physics::lander_friction, 0, 1e3,
                  "friction of the lander; from the next reset"}),
        "leg_density"_.Bind(Field{&Physics::leg_density, 0.1, 1e3,
                                  "density of the legs; from the next reset"}),
        "leg_friction"_.Bind(
            Field{&Physics::leg_friction, 0, 1e3,
                  "friction of the legs; from the next reset"}),
        "moon_friction"_.Bind(
            Field{&Physics::moon_friction, 0, 1e3,
                  "friction of the ground; from the next reset"}));
  }
  template <typename Config>
  static decltype(auto) Params(const Config& conf) {
    Physics defaults;
    defaults.gravity = conf["gravity"_];
    defaults.wind_power = conf["wind_power"_];
    defaults.turbulence_power = conf["turbulence_power"_];
    return ParamsOf(Fields(), defaults);
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
      : LunarLander({.enable_wind = config["enable_wind"_],
                     .has_particles = has_particles}) {}
  template <typename Config>
  static std::unique_ptr<LunarLanderTask> MakeScene(const Config& config) {
    return std::make_unique<LunarLanderTask>(config, true);
  }

  static bool IsAction(const Action& action) {
    return kContinuous || (0 <= action[0] && action[0] <= 3);
  }
  b2Island* BeginStep(const Action& action, Generator* random) {
    if constexpr (kContinuous) {
      return LunarLander::BeginStep(FromThrottles(action.data()), random);
    } else {
      return LunarLander::BeginStep(FromChoice(action[0]), random);
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
