// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Humanoid: a humanoid that learns to run.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_GYM_HUMANOID_H_
#define ENVPOOL_MUJOCO_GYM_HUMANOID_H_

#include <limits>
#include <vector>

#include "envpool/mujoco/common/walker_task.h"
#include "envpool/mujoco/gym/gym_env.h"
#include "envpool/mujoco/gym/humanoid_parts.h"

namespace envpool::mujoco {

class Humanoid : public WalkerTask {
 public:
  static constexpr int kFrameSkip = 5;
  static constexpr const char* kModel = "humanoid.xml";
  static constexpr FreeCamera kCamera{
      .distance = 4.0, .elevation = -20.0, .lookat = {{0.0, 0.0, 2.0}}};
  static constexpr int kPositions = 3;
  static constexpr int kVelocities = 6;

  static decltype(auto) Config() {
    return MakeDict(
        "legacy_healthy_reward"_.Bind(true),
        "exclude_worldbody_observations"_.Bind(false),
        "exclude_root_actuator_forces"_.Bind(false),
        "include_cinert_in_observation"_.Bind(true),
        "include_cvel_in_observation"_.Bind(true),
        "include_qfrc_actuator_in_observation"_.Bind(true),
        "include_cfrc_ext_in_observation"_.Bind(true),
        "use_contact_force"_.Bind(false), "forward_reward_weight"_.Bind(1.25),
        "terminate_when_unhealthy"_.Bind(true),
        "exclude_current_positions_from_observation"_.Bind(true),
        "ctrl_cost_weight"_.Bind(0.1), "healthy_reward"_.Bind(5.0),
        "healthy_z_min"_.Bind(1.0), "healthy_z_max"_.Bind(2.0),
        "healthy_z_range"_.Bind(std::vector<double>()),
        "contact_cost_weight"_.Bind(5e-07),
        "contact_cost_min"_.Bind(-std::numeric_limits<double>::infinity()),
        "contact_cost_max"_.Bind(10.0),
        "contact_cost_range"_.Bind(std::vector<double>()),
        "reset_noise_scale"_.Bind(0.01));
  }
  template <typename Config>
  static decltype(auto) Infos(const Config& conf, const mjModel& model) {
    const bool legacy = conf["legacy_info"_];
    return MakeDict("info:x_position"_.Bind(InfoSpec(true)),
                    "info:y_position"_.Bind(InfoSpec(true)),
                    "info:tendon_length"_.Bind(
                        InfoSpec(!legacy, static_cast<int>(model.ntendon))),
                    "info:tendon_velocity"_.Bind(
                        InfoSpec(!legacy, static_cast<int>(model.ntendon))),
                    "info:distance_from_origin"_.Bind(InfoSpec(true)),
                    "info:x_velocity"_.Bind(InfoSpec(true)),
                    "info:y_velocity"_.Bind(InfoSpec(true)),
                    "info:reward_survive"_.Bind(InfoSpec(!legacy)),
                    "info:reward_forward"_.Bind(InfoSpec(!legacy)),
                    "info:reward_ctrl"_.Bind(InfoSpec(!legacy)),
                    "info:reward_contact"_.Bind(InfoSpec(!legacy)),
                    "info:reward_linvel"_.Bind(InfoSpec(legacy)),
                    "info:reward_quadctrl"_.Bind(InfoSpec(legacy)),
                    "info:reward_alive"_.Bind(InfoSpec(legacy)),
                    "info:reward_impact"_.Bind(InfoSpec(legacy)),
                    "info:forward_reward"_.Bind(InfoSpec(legacy)));
  }
  template <typename Config>
  static Table Observed(const Config& conf, const mjModel& /*model*/) {
    return HumanoidTable(conf);
  }

  template <typename Config>
  Humanoid(const Config& conf, const mjModel& model)
      : WalkerTask(conf, model, Noise::kUniform,
                   {.mover = Mover::kMassCentre,
                    .has_contact = conf["use_contact_force"_],
                    .contact = conf["contact_cost_weight"_],
                    .contact_cost = {conf["contact_cost_min"_],
                                     conf["contact_cost_max"_]},
                    .healthy = conf["healthy_reward"_],
                    .health = {{.first = 2,
                                .count = 1,
                                .low = conf["healthy_z_min"_],
                                .high = conf["healthy_z_max"_],
                                .closed = false}},
                    .terminates = conf["terminate_when_unhealthy"_],
                    .pays_unhealthy = conf["legacy_healthy_reward"_]}) {}

  double ComputeReward(const Simulation& simulation, Controls action) {
    action.float32 = false;  // the official cost uses mjData.ctrl, of doubles
    return WalkerTask::ComputeReward(simulation, action);
  }

  template <typename State>
  void WriteInfos(const Simulation& simulation, bool first,
                  State* state) const {
    WritePlace(simulation, state);
    WriteTendons(simulation, state);
    if (first) {
      return;
    }
    (*state)["info:x_velocity"_] = run_.x_velocity;
    (*state)["info:y_velocity"_] = run_.y_velocity;
    SetInfo((*state)["info:reward_survive"_], run_.survive);
    SetInfo((*state)["info:reward_forward"_], run_.forward);
    SetInfo((*state)["info:reward_ctrl"_], -run_.control);
    SetInfo((*state)["info:reward_contact"_], -run_.contact);
    SetInfo((*state)["info:reward_linvel"_], run_.forward);
    SetInfo((*state)["info:reward_quadctrl"_], -run_.control);
    SetInfo((*state)["info:reward_alive"_], run_.survive);
    SetInfo((*state)["info:reward_impact"_], -run_.contact);
    SetInfo((*state)["info:forward_reward"_], run_.forward);
  }
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_GYM_HUMANOID_H_
