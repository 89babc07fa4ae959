// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// HumanoidStandup: a humanoid that learns to stand up.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_GYM_HUMANOID_STANDUP_H_
#define ENVPOOL_MUJOCO_GYM_HUMANOID_STANDUP_H_

#include <algorithm>
#include <limits>
#include <vector>

#include "envpool/mujoco/common/terms.h"
#include "envpool/mujoco/gym/gym_env.h"
#include "envpool/mujoco/gym/humanoid_parts.h"

namespace envpool::mujoco {

class HumanoidStandup {
 public:
  static constexpr int kFrameSkip = 5;
  static constexpr const char* kModel = "humanoidstandup.xml";
  static constexpr FreeCamera kCamera{
      .distance = 4.0, .elevation = -20.0, .lookat = {{0.0, 0.0, 0.8925}}};
  static constexpr int kPositions = 3;
  static constexpr int kVelocities = 6;

  static decltype(auto) Config() {
    return MakeDict(
        "forward_reward_weight"_.Bind(1.0), "uph_cost_weight"_.Bind(1.0),
        "exclude_current_positions_from_observation"_.Bind(true),
        "exclude_worldbody_observations"_.Bind(false),
        "exclude_root_actuator_forces"_.Bind(false),
        "include_cinert_in_observation"_.Bind(true),
        "include_cvel_in_observation"_.Bind(true),
        "include_qfrc_actuator_in_observation"_.Bind(true),
        "include_cfrc_ext_in_observation"_.Bind(true),
        "ctrl_cost_weight"_.Bind(0.1), "contact_cost_weight"_.Bind(5e-07),
        "impact_cost_weight"_.Bind(5e-07),
        "contact_cost_min"_.Bind(-std::numeric_limits<double>::infinity()),
        "contact_cost_max"_.Bind(10.0),
        "impact_cost_range"_.Bind(std::vector<double>()),
        "healthy_reward"_.Bind(1.0), "reset_noise_scale"_.Bind(0.01));
  }
  template <typename Config>
  static decltype(auto) Infos(const Config& conf, const mjModel& model) {
    const bool legacy = conf["legacy_info"_];
    return MakeDict("info:x_position"_.Bind(InfoSpec(!legacy)),
                    "info:y_position"_.Bind(InfoSpec(!legacy)),
                    "info:z_distance_from_origin"_.Bind(InfoSpec(!legacy)),
                    "info:tendon_length"_.Bind(
                        InfoSpec(!legacy, static_cast<int>(model.ntendon))),
                    "info:tendon_velocity"_.Bind(
                        InfoSpec(!legacy, static_cast<int>(model.ntendon))),
                    "info:reward_linup"_.Bind(InfoSpec(true)),
                    "info:reward_quadctrl"_.Bind(InfoSpec(true)),
                    "info:reward_impact"_.Bind(InfoSpec(true)),
                    "info:reward_alive"_.Bind(InfoSpec(legacy)));
  }
  template <typename Config>
  static Table Observed(const Config& conf, const mjModel& /*model*/) {
    return HumanoidTable(conf);
  }

  template <typename Config>
  HumanoidStandup(const Config& conf, const mjModel& model)
      : up_weight_(conf["forward_reward_weight"_]),
        control_weight_(conf["ctrl_cost_weight"_]),
        impact_weight_(conf["contact_cost_weight"_]),
        impact_min_(conf["contact_cost_min"_]),
        impact_max_(conf["contact_cost_max"_]),
        healthy_reward_(conf["healthy_reward"_]),
        noise_scale_(conf["reset_noise_scale"_]),
        start_(model.qpos0[2]) {}

  void Reset(Simulation* simulation, Generator* generator) const {
    AddNoise(noise_scale_, Noise::kUniform, simulation, generator);
  }
  [[nodiscard]] bool UsesContactForces() const { return true; }
  void BeginStep(const Simulation& /*simulation*/) {}
  double ComputeReward(const Simulation& simulation, const Controls& action) {
    const mjModel& model = simulation.model();
    up_ = up_weight_ * (simulation.data().qpos[2] / model.opt.timestep);
    control_ = control_weight_ * SumOfSquares(action.values, action.count);
    const double impact =
        impact_weight_ * SumOfSquares(simulation.data().cfrc_ext,
                                      6 * static_cast<int>(model.nbody));
    impact_ = std::min(std::max(impact, impact_min_), impact_max_);
    return up_ - control_ - impact_ + healthy_reward_;
  }
  [[nodiscard]] bool terminated() const { return false; }

  template <typename State>
  void WriteInfos(const Simulation& simulation, bool first,
                  State* state) const {
    const double* root = simulation.data().qpos;
    SetInfo((*state)["info:x_position"_], root[0]);
    SetInfo((*state)["info:y_position"_], root[1]);
    SetInfo((*state)["info:z_distance_from_origin"_], root[2] - start_);
    WriteTendons(simulation, state);
    if (first) {
      return;
    }
    (*state)["info:reward_linup"_] = up_;
    (*state)["info:reward_quadctrl"_] = -control_;
    (*state)["info:reward_impact"_] = -impact_;
    SetInfo((*state)["info:reward_alive"_], healthy_reward_);
  }

 private:
  const double up_weight_;
  const double control_weight_;
  const double impact_weight_;
  const double impact_min_;
  const double impact_max_;
  const double healthy_reward_;
  const double noise_scale_;
  const double start_;  // initial height of the root
  double up_{0};
  double control_{0};
  double impact_{0};
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_GYM_HUMANOID_STANDUP_H_
