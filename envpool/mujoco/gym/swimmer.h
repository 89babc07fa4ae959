// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Swimmer: a chain of links in a viscous fluid.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_GYM_SWIMMER_H_
#define ENVPOOL_MUJOCO_GYM_SWIMMER_H_

#include <vector>

#include "envpool/mujoco/common/walker_task.h"
#include "envpool/mujoco/gym/gym_env.h"

namespace envpool::mujoco {

class Swimmer : public WalkerTask {
 public:
  static constexpr int kFrameSkip = 4;
  static constexpr const char* kModel = "swimmer.xml";
  static constexpr FreeCamera kCamera{};
  static constexpr int kPositions = 3;
  static constexpr int kVelocities = 1;

  static decltype(auto) Config() {
    return MakeDict("reward_threshold"_.Bind(360.0),
                    "exclude_current_positions_from_observation"_.Bind(true),
                    "forward_reward_weight"_.Bind(1.0),
                    "ctrl_cost_weight"_.Bind(0.0001),
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
                    "info:reward_forward"_.Bind(InfoSpec(!legacy)),
                    "info:reward_fwd"_.Bind(InfoSpec(legacy)),
                    "info:reward_ctrl"_.Bind(InfoSpec(true)),
                    "info:forward_reward"_.Bind(InfoSpec(legacy)));
  }
  template <typename Config>
  static Table Observed(const Config& conf, const mjModel& /*model*/) {
    return MotionTable(conf, 2);
  }

  template <typename Config>
  Swimmer(const Config& conf, const mjModel& model)
      : WalkerTask(conf, model, Noise::kUniform) {}

  template <typename State>
  void WriteInfos(const Simulation& simulation, bool first,
                  State* state) const {
    WritePlace(simulation, state);
    if (first) {
      return;
    }
    (*state)["info:x_velocity"_] = run_.x_velocity;
    (*state)["info:y_velocity"_] = run_.y_velocity;
    (*state)["info:reward_ctrl"_] = -run_.control;
    SetInfo((*state)["info:reward_forward"_], run_.forward);
    SetInfo((*state)["info:reward_fwd"_], run_.forward);
    SetInfo((*state)["info:forward_reward"_], run_.forward);
  }
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_GYM_SWIMMER_H_
