// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The pool of BipedalWalker.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_BOX2D_BIPEDAL_WALKER_ENV_H_
#define ENVPOOL_BOX2D_BIPEDAL_WALKER_ENV_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "envpool/box2d/bipedal_walker.h"
#include "envpool/box2d/replayed_env.h"
#include "envpool/core/env.h"

namespace envpool::box2d {

class BipedalWalkerEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("reward_threshold"_.Bind(300.0), "hardcore"_.Bind(false));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    constexpr auto kPi = std::numbers::pi_v<float>;
    std::vector<float> low{-kPi, -5,    -5,   -5, -kPi, -5, -kPi,
                           -5,   -0.0F, -kPi, -5, -kPi, -5, -0.0F};
    std::vector<float> high{kPi, 5, 5, 5, kPi, 5, kPi, 5, 5, kPi, 5, kPi, 5, 5};
    low.insert(low.end(), 10, -1.0F);
    high.insert(high.end(), 10, 1.0F);
    return MakeDict("obs"_.Bind(Spec<float>({24}, {low, high})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<float>({-1, 4}, {-1.0F, 1.0F})));
  }
  /// The upper-case names are those of the official module's constants; it has
  /// no names for the rest.
  template <typename Config>
  static decltype(auto) Params(const Config& /*conf*/) {
    const BipedalWalkerPhysics usual;
    return MakeDict(
        "gravity"_.Bind(ParamSpec{usual.gravity, -100, 100,
                                  "vertical gravity, in Box2D's units"}),
        "MOTORS_TORQUE"_.Bind(ParamSpec{usual.motors_torque, 0, 1e4,
                                        "greatest torque of the motors"}),
        "SPEED_HIP"_.Bind(ParamSpec{usual.hip_speed, 1e-2, 1e3,
                                    "speed of the hips' motors, in rad/s"}),
        "SPEED_KNEE"_.Bind(ParamSpec{usual.knee_speed, 1e-2, 1e3,
                                     "speed of the knees' motors, in rad/s"}),
        "LIDAR_RANGE"_.Bind(ParamSpec{usual.lidar_range, 0.1, 1e3,
                                      "length of the lidar's rays"}),
        "INITIAL_RANDOM"_.Bind(
            ParamSpec{usual.initial_random, 0, 1e6,
                      "limit of the random force at each reset"}),
        "FRICTION"_.Bind(
            ParamSpec{usual.ground_friction, 0, 1e3,
                      "friction of the ground; from the next reset"}),
        "hull_density"_.Bind(
            ParamSpec{usual.hull_density, 0.1, 1e3,
                      "density of the hull; from the next reset"}),
        "hull_friction"_.Bind(
            ParamSpec{usual.hull_friction, 0, 1e3,
                      "friction of the hull; from the next reset"}),
        "upper_leg_density"_.Bind(
            ParamSpec{usual.upper_leg_density, 0.1, 1e3,
                      "density of the thighs; from the next reset"}),
        "lower_leg_density"_.Bind(
            ParamSpec{usual.lower_leg_density, 0.1, 1e3,
                      "density of the shanks; from the next reset"}),
        "leg_friction"_.Bind(
            ParamSpec{usual.leg_friction, 0, 1e3,
                      "friction of the legs; from the next reset"}));
  }
};

class BipedalWalkerTask : public BipedalWalker {
 public:
  using Action = std::array<float, 4>;
  static constexpr Size kFrameSize{400, 600};

  template <typename Config>
  explicit BipedalWalkerTask(const Config& config)
      : BipedalWalker(config["hardcore"_]) {}

  template <typename Values>
  void Use(const Values& p) {
    BipedalWalker::Use({.gravity = p["gravity"_],
                        .motors_torque = p["MOTORS_TORQUE"_],
                        .hip_speed = p["SPEED_HIP"_],
                        .knee_speed = p["SPEED_KNEE"_],
                        .lidar_range = p["LIDAR_RANGE"_],
                        .initial_random = p["INITIAL_RANDOM"_],
                        .ground_friction = p["FRICTION"_],
                        .hull_density = p["hull_density"_],
                        .hull_friction = p["hull_friction"_],
                        .upper_leg_density = p["upper_leg_density"_],
                        .lower_leg_density = p["lower_leg_density"_],
                        .leg_friction = p["leg_friction"_]});
  }
  static bool IsAction(const Action& /*action*/) { return true; }
  void Step(const Action& action, Generator* /*random*/) {
    BipedalWalker::Step(action.data());
  }
  template <typename State>
  void Write(State* state) const {
    WriteObservation(static_cast<float*>((*state)["obs"_].Data()));
  }
  void SaveStart(StateWriter* writer) const { writer->Write(free_nodes()); }
  void LoadStart(StateReader* reader) {
    std::vector<std::int32_t> nodes;
    reader->Read(&nodes);
    std::vector<bool> is_there(nodes.size());
    for (const std::int32_t node : nodes) {
      const auto at = static_cast<std::size_t>(node);
      reader->Require(at < nodes.size() && !is_there[at]);
      is_there[at] = true;
    }
    SetFreeNodes(nodes);
  }
};

using BipedalWalkerEnvSpec = EnvSpec<BipedalWalkerEnvFns>;
using BipedalWalkerEnv = ReplayedEnv<BipedalWalkerEnvFns, BipedalWalkerTask>;

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_BIPEDAL_WALKER_ENV_H_
