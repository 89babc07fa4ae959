// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Hopper: a planar one-legged hopper.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_GYM_HOPPER_H_
#define ENVPOOL_MUJOCO_GYM_HOPPER_H_

#include <limits>
#include <vector>

#include "envpool/mujoco/common/walker_task.h"
#include "envpool/mujoco/gym/gym_env.h"

namespace envpool::mujoco {

class Hopper : public UprightTask {
 public:
  static constexpr int kFrameSkip = 4;
  static constexpr const char* kModel = "hopper.xml";
  static constexpr FreeCamera kCamera{
      .distance = 3.0, .elevation = -20.0, .lookat = {{0.0, 0.0, 1.15}}};
  static constexpr int kPositions = 3;
  static constexpr int kVelocities = 1;

  static decltype(auto) Config() {
    return MakeDict(
        "reward_threshold"_.Bind(3800.0),
        "terminate_when_unhealthy"_.Bind(true),
        "legacy_healthy_reward"_.Bind(true),
        "exclude_current_positions_from_observation"_.Bind(true),
        "ctrl_cost_weight"_.Bind(0.001), "forward_reward_weight"_.Bind(1.0),
        "healthy_reward"_.Bind(1.0), "velocity_min"_.Bind(-10.0),
        "velocity_max"_.Bind(10.0), "healthy_state_min"_.Bind(-100.0),
        "healthy_state_max"_.Bind(100.0),
        "healthy_state_range"_.Bind(std::vector<double>()),
        "healthy_angle_min"_.Bind(-0.2), "healthy_angle_max"_.Bind(0.2),
        "healthy_angle_range"_.Bind(std::vector<double>()),
        "healthy_z_min"_.Bind(0.7),
        "healthy_z_max"_.Bind(std::numeric_limits<double>::infinity()),
        "healthy_z_range"_.Bind(std::vector<double>()),
        "reset_noise_scale"_.Bind(0.005));
  }

  template <typename Config>
  Hopper(const Config& conf, const mjModel& model)
      : UprightTask(conf, model,
                    {{.first = 2,
                      .count = Range::kAll,
                      .low = conf["healthy_state_min"_],
                      .high = conf["healthy_state_max"_],
                      .closed = false}}) {}
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_GYM_HOPPER_H_
