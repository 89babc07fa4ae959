// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Ant: Gymnasium's robot with four legs, as a task of GymEnv, and as the robot
// of other envs. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_COMMON_ANT_H_
#define ENVPOOL_MUJOCO_COMMON_ANT_H_

#include <array>
#include <string>
#include <vector>

#include "envpool/core/dict.h"
#include "envpool/mujoco/common/camera.h"
#include "envpool/mujoco/common/infos.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/common/walker_task.h"

namespace envpool::mujoco {

class Ant : public WalkerTask {
 public:
  static constexpr int kFrameSkip = 5;
  static constexpr const char* kModel = "ant.xml";
  static constexpr FreeCamera kCamera{.distance = 4.0};
  static constexpr int kPositions = 3;
  static constexpr int kVelocities = 1;

  static decltype(auto) Config() {
    return MakeDict(
        "reward_threshold"_.Bind(6000.0), "use_contact_force"_.Bind(false),
        "use_contact_forces"_.Bind(false),
        "include_cfrc_ext_in_observation"_.Bind(true),
        "legacy_healthy_reward"_.Bind(true),
        "exclude_worldbody_contact_forces"_.Bind(false),
        "terminate_when_unhealthy"_.Bind(true),
        "exclude_current_positions_from_observation"_.Bind(true),
        "main_body"_.Bind(std::string("torso")),
        "forward_reward_weight"_.Bind(1.0), "ctrl_cost_weight"_.Bind(0.5),
        "contact_cost_weight"_.Bind(5e-4), "healthy_reward"_.Bind(1.0),
        "healthy_z_min"_.Bind(0.2), "healthy_z_max"_.Bind(1.0),
        "healthy_z_range"_.Bind(std::vector<double>()),
        "contact_force_min"_.Bind(-1.0), "contact_force_max"_.Bind(1.0),
        "contact_force_range"_.Bind(std::vector<double>()),
        "reset_noise_scale"_.Bind(0.1));
  }
  template <typename Config>
  static decltype(auto) Infos(const Config& conf, const mjModel& /*model*/) {
    const bool legacy = conf["legacy_info"_];
    return MakeDict("info:x_position"_.Bind(InfoSpec(true)),
                    "info:y_position"_.Bind(InfoSpec(true)),
                    "info:distance_from_origin"_.Bind(InfoSpec(true)),
                    "info:x_velocity"_.Bind(InfoSpec(true)),
                    "info:y_velocity"_.Bind(InfoSpec(true)),
                    "info:reward_forward"_.Bind(InfoSpec(true)),
                    "info:reward_ctrl"_.Bind(InfoSpec(true)),
                    "info:reward_contact"_.Bind(InfoSpec(true)),
                    "info:reward_survive"_.Bind(InfoSpec(true)),
                    "info:forward_reward"_.Bind(InfoSpec(legacy)));
  }
  template <typename Config>
  static Table Observed(const Config& conf, const mjModel& /*model*/) {
    Table table = MotionTable(conf, 2);
    if (WithContact(conf) && conf["include_cfrc_ext_in_observation"_]) {
      table.push_back(
          {.field = Field::kContactForce,
           .first = conf["exclude_worldbody_contact_forces"_] ? 6 : 0,
           .low = conf["contact_force_min"_],
           .high = conf["contact_force_max"_]});
    }
    return table;
  }

  template <typename Config>
  Ant(const Config& conf, const mjModel& model)
      : WalkerTask(conf, model, Noise::kNormal,
                   {.mover = Mover::kBody,
                    .body = BodyOf(model, conf["main_body"_], "main_body"),
                    .has_contact = WithContact(conf),
                    .contact = conf["contact_cost_weight"_],
                    .contact_force = {conf["contact_force_min"_],
                                      conf["contact_force_max"_]},
                    .healthy = conf["healthy_reward"_],
                    .health = {{.first = 0, .count = Range::kAll},
                               {.first = 2,
                                .count = 1,
                                .low = conf["healthy_z_min"_],
                                .high = conf["healthy_z_max"_]}},
                    .terminates = conf["terminate_when_unhealthy"_],
                    .pays_unhealthy = conf["legacy_healthy_reward"_]}) {}

  template <typename State>
  void WriteInfos(const Simulation& simulation, bool first,
                  State* state) const {
    WritePlace(simulation, state);
    if (first) {
      return;
    }
    (*state)["info:x_velocity"_] = run_.x_velocity;
    (*state)["info:y_velocity"_] = run_.y_velocity;
    (*state)["info:reward_forward"_] = run_.forward;
    (*state)["info:reward_ctrl"_] = -run_.control;
    (*state)["info:reward_contact"_] = -run_.contact;
    (*state)["info:reward_survive"_] = run_.survive;
    SetInfo((*state)["info:forward_reward"_], run_.forward);
  }

 private:
  template <typename Config>
  static bool WithContact(const Config& conf) {
    return conf["use_contact_force"_] || conf["use_contact_forces"_];
  }
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_ANT_H_
