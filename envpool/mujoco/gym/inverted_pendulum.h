// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// InvertedPendulum: a pole on a cart.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_GYM_INVERTED_PENDULUM_H_
#define ENVPOOL_MUJOCO_GYM_INVERTED_PENDULUM_H_

#include <vector>

#include "envpool/mujoco/common/terms.h"
#include "envpool/mujoco/gym/gym_env.h"

namespace envpool::mujoco {

class InvertedPendulum {
 public:
  static constexpr int kFrameSkip = 2;
  static constexpr const char* kModel = "inverted_pendulum.xml";
  static constexpr FreeCamera kCamera{.distance = 2.04};
  static constexpr int kPositions = 2;
  static constexpr int kVelocities = 1;

  static decltype(auto) Config() {
    return MakeDict(
        "reward_threshold"_.Bind(950.0), "healthy_reward"_.Bind(1.0),
        "reward_if_not_terminated"_.Bind(false), "healthy_z_min"_.Bind(-0.2),
        "healthy_z_max"_.Bind(0.2), "reset_noise_scale"_.Bind(0.01));
  }
  template <typename Config>
  static decltype(auto) Infos(const Config& conf, const mjModel& /*model*/) {
    const bool legacy = conf["legacy_info"_];
    return MakeDict("info:reward_survive"_.Bind(InfoSpec(!legacy)));
  }
  template <typename Config>
  static Table Observed(const Config& /*conf*/, const mjModel& /*model*/) {
    return {{.field = Field::kPosition}, {.field = Field::kVelocity}};
  }

  template <typename Config>
  InvertedPendulum(const Config& conf, const mjModel& /*model*/)
      : pays_terminated_(!conf["reward_if_not_terminated"_]),
        healthy_reward_(conf["healthy_reward"_]),
        noise_scale_(conf["reset_noise_scale"_]),
        finite_{.first = 0, .count = Range::kAll},
        upright_{.first = 1,
                 .count = 1,
                 .low = conf["healthy_z_min"_],
                 .high = conf["healthy_z_max"_]} {}

  void Reset(Simulation* simulation, Generator* generator) {
    AddNoise(noise_scale_, Noise::kUniform, simulation, generator);
  }
  [[nodiscard]] bool UsesContactForces() const { return false; }
  void BeginStep(const Simulation& /*simulation*/) {}
  double ComputeReward(const Simulation& simulation,
                       const Controls& /*action*/) {
    terminated_ = !IsIn(finite_, simulation) || !IsIn(upright_, simulation);
    reward_ = terminated_ && !pays_terminated_ ? 0 : healthy_reward_;
    return reward_;
  }
  [[nodiscard]] bool terminated() const { return terminated_; }

  template <typename State>
  void WriteInfos(const Simulation& /*simulation*/, bool first,
                  State* state) const {
    SetInfo((*state)["info:reward_survive"_], first ? 0 : reward_);
  }

 private:
  const bool pays_terminated_;
  const double healthy_reward_;
  const double noise_scale_;
  const Range finite_;
  const Range upright_;
  double reward_{0};
  bool terminated_{false};
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_GYM_INVERTED_PENDULUM_H_
