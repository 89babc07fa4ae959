// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The pools of CarRacing, with pedals and with five discrete actions. The
// official env is one class with the option `continuous`.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_BOX2D_CAR_RACING_ENV_H_
#define ENVPOOL_BOX2D_CAR_RACING_ENV_H_

#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "envpool/box2d/car_racing.h"
#include "envpool/box2d/physics_fields.h"
#include "envpool/box2d/replayed_env.h"
#include "envpool/core/env.h"

namespace envpool::box2d {

template <bool kContinuous>
class CarRacingEnvFns {
 public:
  using Physics = CarPhysics;

  static decltype(auto) DefaultConfig() {
    return MakeDict("reward_threshold"_.Bind(900.0),
                    "lap_complete_percent"_.Bind(0.95),
                    "domain_randomize"_.Bind(false),
                    "continuous"_.Bind(kContinuous), "verbose"_.Bind(false));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs"_.Bind(Spec<std::uint8_t>({96, 96, 3}, {0, 255})),
                    "info:lap_finished"_.Bind(Spec<bool>({})));
  }
  /// Whether the colours change, with `domain_randomize`.
  template <typename Config>
  static decltype(auto) ResetOptions(const Config& /*conf*/) {
    return MakeDict("randomize"_.Bind(true));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    if constexpr (kContinuous) {
      return MakeDict(
          "action"_.Bind(Spec<float>({-1, 3}, {std::vector<float>{-1, 0, 0},
                                               std::vector<float>{1, 1, 1}})));
    } else {
      return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 4})));
    }
  }
  /// Upper-case names are constants of the official modules car_dynamics and
  /// car_racing, and road_friction is an attribute of tiles. The others have no
  /// name there.
  static auto Fields() {
    using Field = PhysicsField<Physics>;
    return MakeDict(
        "ENGINE_POWER"_.Bind(
            Field{&Physics::engine_power, 0, 1e7, "power of the engine"}),
        "WHEEL_MOMENT_OF_INERTIA"_.Bind(
            Field{&Physics::wheel_inertia, 1e-2, 1e3,
                  "moment of inertia of each wheel"}),
        "FRICTION_LIMIT"_.Bind(Field{
            &Physics::friction_limit, 0, 1e5,
            "greatest force of a tyre, times the friction of the ground"}),
        "road_friction"_.Bind(
            Field{&Physics::road_friction, 0, 1e3,
                  "factor of FRICTION_LIMIT on the road, if it is above that "
                  "of grass"}),
        "grass_friction"_.Bind(Field{&Physics::grass_friction, 0, 1e3,
                                     "factor of FRICTION_LIMIT on grass"}),
        "PLAYFIELD"_.Bind(
            Field{&Physics::playfield, 50, 600,
                  "half the side of the field; leaving it ends the episode"}),
        "hull_density"_.Bind(Field{&Physics::hull_density, 1e-2, 1e3,
                                   "density of the car without wheels; "
                                   "from the next reset"}),
        "wheel_density"_.Bind(
            Field{&Physics::wheel_density, 1e-2, 1e3,
                  "density of the wheels; from the next reset"}),
        "TRACK_RAD"_.Bind(Field{&Physics::radius, 50, 300,
                                "radius of the track; from the next reset"}),
        "TRACK_WIDTH"_.Bind(
            Field{&Physics::width, 1, 50,
                  "half the width of the road; from the next reset"}),
        "TRACK_DETAIL_STEP"_.Bind(
            Field{&Physics::detail_step, 2, 8,
                  "distance of the points of the track; from the next reset"}),
        "TRACK_TURN_RATE"_.Bind(
            Field{&Physics::turn_rate, 0.1, 1.5,
                  "limit of the turn at each point, in rad; from the next "
                  "reset"}),
        "BORDER"_.Bind(Field{&Physics::border, 0, 50,
                             "width of the red and white borders of tight "
                             "turns; from the next reset"}));
  }
  template <typename Config>
  static decltype(auto) Params(const Config& /*conf*/) {
    return ParamsOf(Fields(), Physics());
  }
};

template <bool kContinuous>
class CarRacingTask : public CarRacing {
 public:
  using Action =
      std::conditional_t<kContinuous, std::array<float, 3>, std::array<int, 1>>;
  static constexpr Size kFrameSize{400, 600};

  template <typename Config>
  explicit CarRacingTask(const Config& config)
      : CarRacing({.lap_complete_percent = config["lap_complete_percent"_],
                   .domain_randomize = config["domain_randomize"_]}) {}

  static bool IsAction(const Action& action) {
    return kContinuous || (0 <= action[0] && action[0] <= 4);
  }
  b2Island* BeginStep(const Action& action, Generator* /*random*/) {
    if constexpr (kContinuous) {
      return CarRacing::BeginStep(FromPedals(action.data()));
    } else {
      return CarRacing::BeginStep(FromChoice(action[0]));
    }
  }
  template <typename State>
  void Write(State* state) const {
    WriteObservation(static_cast<std::uint8_t*>((*state)["obs"_].Data()));
    (*state)["info:lap_finished"_] = lap_finished();
  }
  template <typename Options>
  void Take(const Options& options) {
    set_randomize(options["randomize"_]);
  }
  // Each episode has a new world, but may keep the last colours.
  void SaveStart(StateWriter* writer) const { SaveColors(writer); }
  void LoadStart(StateReader* reader) { LoadColors(reader); }
};

using CarRacingEnvSpec = EnvSpec<CarRacingEnvFns<true>>;
using CarRacingEnv = ReplayedEnv<CarRacingEnvFns<true>, CarRacingTask<true>>;
using CarRacingDiscreteEnvSpec = EnvSpec<CarRacingEnvFns<false>>;
using CarRacingDiscreteEnv =
    ReplayedEnv<CarRacingEnvFns<false>, CarRacingTask<false>>;

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_CAR_RACING_ENV_H_
