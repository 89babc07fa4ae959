// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// InvertedDoublePendulum: a cart with two poles, one on top of the other.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_GYM_INVERTED_DOUBLE_PENDULUM_H_
#define ENVPOOL_MUJOCO_GYM_INVERTED_DOUBLE_PENDULUM_H_

#include <cmath>
#include <stdexcept>
#include <vector>

#include "envpool/mujoco/common/terms.h"
#include "envpool/mujoco/gym/gym_env.h"

namespace envpool::mujoco {

class InvertedDoublePendulum {
 public:
  static constexpr int kFrameSkip = 5;
  static constexpr const char* kModel = "inverted_double_pendulum.xml";
  static constexpr FreeCamera kCamera{
      .distance = 4.1225, .lookat = {{0.0, 0.0, 0.12250000000000005}}};
  static constexpr FreeCamera kCameraV5{};
  static constexpr int kPositions = 3;
  static constexpr int kVelocities = 3;

  static decltype(auto) Config() {
    return MakeDict(
        "reward_threshold"_.Bind(9100.0), "healthy_reward"_.Bind(10.0),
        "reward_if_not_terminated"_.Bind(false), "constraint_obs_dim"_.Bind(3),
        "healthy_z_max"_.Bind(1.0), "observation_min"_.Bind(-10.0),
        "observation_max"_.Bind(10.0), "reset_noise_scale"_.Bind(0.1));
  }
  template <typename Config>
  static decltype(auto) Infos(const Config& conf, const mjModel& /*model*/) {
    const bool legacy = conf["legacy_info"_];
    return MakeDict("info:reward_survive"_.Bind(InfoSpec(!legacy)),
                    "info:distance_penalty"_.Bind(InfoSpec(!legacy)),
                    "info:velocity_penalty"_.Bind(InfoSpec(!legacy)));
  }
  template <typename Config>
  static Table Observed(const Config& conf, const mjModel& /*model*/) {
    const double low = conf["observation_min"_];
    const double high = conf["observation_max"_];
    return {{.field = Field::kPosition, .count = 1},
            {.field = Field::kSine, .first = 1},
            {.field = Field::kCosine, .first = 1},
            {.field = Field::kVelocity, .low = low, .high = high},
            {.field = Field::kConstraintForce,
             .count = conf["constraint_obs_dim"_],
             .low = low,
             .high = high}};
  }

  template <typename Config>
  InvertedDoublePendulum(const Config& conf, const mjModel& model)
      : pays_terminated_(!conf["reward_if_not_terminated"_]),
        healthy_reward_(conf["healthy_reward"_]),
        lowest_(conf["healthy_z_max"_]),
        noise_scale_(conf["reset_noise_scale"_]) {
    if (model.nsite < 1) {
      throw std::invalid_argument(
          "xml_file: expected a robot with a site, the tip, got one without");
    }
  }

  void Reset(Simulation* simulation, Generator* generator) const {
    AddNoise(noise_scale_, Noise::kNormal, simulation, generator);
  }
  [[nodiscard]] bool UsesContactForces() const { return false; }
  void BeginStep(const Simulation& /*simulation*/) {}
  double ComputeReward(const Simulation& simulation,
                       const Controls& /*action*/) {
    const double* tip = simulation.data().site_xpos;
    const double* velocity = simulation.data().qvel;
    const double above = tip[2] - 2;
    terminated_ = tip[2] <= lowest_;
    distance_ = 0.01 * (tip[0] * tip[0]) + above * above;
    velocity_ = 0.001 * (velocity[1] * velocity[1]) +
                0.005 * (velocity[2] * velocity[2]);
    survive_ = terminated_ && !pays_terminated_ ? 0 : healthy_reward_;
    return survive_ - distance_ - velocity_;
  }
  [[nodiscard]] bool terminated() const { return terminated_; }

  template <typename State>
  void WriteInfos(const Simulation& /*simulation*/, bool first,
                  State* state) const {
    if (first) {
      return;
    }
    SetInfo((*state)["info:reward_survive"_], survive_);
    SetInfo((*state)["info:distance_penalty"_], -distance_);
    SetInfo((*state)["info:velocity_penalty"_], -velocity_);
  }

 private:
  const bool pays_terminated_;
  const double healthy_reward_;
  const double lowest_;  // the episode ends if the tip is not above this height
  const double noise_scale_;
  double survive_{0};
  double distance_{0};
  double velocity_{0};
  bool terminated_{false};
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_GYM_INVERTED_DOUBLE_PENDULUM_H_
