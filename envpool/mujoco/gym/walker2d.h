// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Walker2d: a planar two-legged walker.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_GYM_WALKER2D_H_
#define ENVPOOL_MUJOCO_GYM_WALKER2D_H_

#include <vector>

#include "envpool/mujoco/common/walker_task.h"
#include "envpool/mujoco/gym/gym_env.h"

namespace envpool::mujoco {

class Walker2d : public UprightTask {
 public:
  static constexpr int kFrameSkip = 4;
  static constexpr const char* kModel = "walker2d.xml";
  static constexpr FreeCamera kCamera{
      .distance = 4.0, .elevation = -20.0, .lookat = {{0.0, 0.0, 1.15}}};
  static constexpr int kPositions = 3;
  static constexpr int kVelocities = 1;

  static decltype(auto) Config() {
    return MakeDict(
        "ctrl_cost_weight"_.Bind(0.001), "terminate_when_unhealthy"_.Bind(true),
        "exclude_current_positions_from_observation"_.Bind(true),
        "legacy_healthy_reward"_.Bind(true), "forward_reward_weight"_.Bind(1.0),
        "healthy_reward"_.Bind(1.0), "healthy_z_min"_.Bind(0.8),
        "healthy_z_max"_.Bind(2.0),
        "healthy_z_range"_.Bind(std::vector<double>()),
        "healthy_angle_min"_.Bind(-1.0), "healthy_angle_max"_.Bind(1.0),
        "healthy_angle_range"_.Bind(std::vector<double>()),
        "velocity_min"_.Bind(-10.0), "velocity_max"_.Bind(10.0),
        "reset_noise_scale"_.Bind(0.005));
  }

  using UprightTask::UprightTask;
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_GYM_WALKER2D_H_
