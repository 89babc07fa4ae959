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
#include "envpool/box2d/physics_fields.h"
#include "envpool/box2d/replayed_env.h"
#include "envpool/core/env.h"

namespace envpool::box2d {

class BipedalWalkerEnvFns {
 public:
  using Physics = BipedalWalkerPhysics;

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
  /// Upper-case names are constants of the official module; the other
  /// parameters have no name there.
  static auto Fields() {
    using Field = PhysicsField<Physics>;
    return MakeDict(
        "gravity"_.Bind(Field{&Physics::gravity, -100, 100,
                              "vertical gravity, in Box2D's units"}),
        "MOTORS_TORQUE"_.Bind(Field{&Physics::motors_torque, 0, 1e4,
                                    "greatest torque of the motors"}),
        "SPEED_HIP"_.Bind(Field{&Physics::hip_speed, 1e-2, 1e3,
                                "speed of the hips' motors, in rad/s"}),
        "SPEED_KNEE"_.Bind(Field{&Physics::knee_speed, 1e-2, 1e3,
                                 "speed of the knees' motors, in rad/s"}),
        "LIDAR_RANGE"_.Bind(Field{&Physics::lidar_range, 0.1, 1e3,
                                  "length of the lidar's rays"}),
        "INITIAL_RANDOM"_.Bind(
            Field{&Physics::initial_random, 0, 1e6,
                  "limit of the random force at each reset"}),
        "FRICTION"_.Bind(Field{&Physics::ground_friction, 0, 1e3,
                               "friction of the ground; from the next reset"}),
        "hull_density"_.Bind(Field{&Physics::hull_density, 0.1, 1e3,
                                   "density of the hull; from the next reset"}),
        "hull_friction"_.Bind(
            Field{&Physics::hull_friction, 0, 1e3,
                  "friction of the hull; from the next reset"}),
        "upper_leg_density"_.Bind(
            Field{&Physics::upper_leg_density, 0.1, 1e3,
                  "density of the thighs; from the next reset"}),
        "lower_leg_density"_.Bind(
            Field{&Physics::lower_leg_density, 0.1, 1e3,
                  "density of the shanks; from the next reset"}),
        "leg_friction"_.Bind(
            Field{&Physics::leg_friction, 0, 1e3,
                  "friction of the legs; from the next reset"}));
  }
  template <typename Config>
  static decltype(auto) Params(const Config& /*conf*/) {
    return ParamsOf(Fields(), Physics());
  }
};

class BipedalWalkerTask : public BipedalWalker {
 public:
  using Action = std::array<float, 4>;
  static constexpr Size kFrameSize{400, 600};

  template <typename Config>
  explicit BipedalWalkerTask(const Config& config)
      : BipedalWalker(config["hardcore"_]) {}

  static bool IsAction(const Action& /*action*/) { return true; }
  b2Island* BeginStep(const Action& action, Generator* /*random*/) {
    return BipedalWalker::BeginStep(action.data());
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
