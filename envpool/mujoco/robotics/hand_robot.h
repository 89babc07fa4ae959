// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// HandRobot: the Shadow Dexterous Hand, with 24 joints and 20 actuators.
//
// Threads: one at a time. Errors: std::invalid_argument if the model lacks a
// part of the hand.

#ifndef ENVPOOL_MUJOCO_ROBOTICS_HAND_ROBOT_H_
#define ENVPOOL_MUJOCO_ROBOTICS_HAND_ROBOT_H_

#include <cstddef>
#include <vector>

#include "envpool/mujoco/robotics/goals.h"
#include "envpool/mujoco/robotics/robotics_env.h"

namespace envpool::mujoco::robotics {

inline constexpr FreeCamera kHandCamera{.distance = 0.5,
                                        .azimuth = 55,
                                        .elevation = -25,
                                        .lookat = {{1, 0.96, 0.14}}};

class HandRobot {
 public:
  static constexpr int kActions = 20;
  static constexpr std::size_t kJoints = 24;

  HandRobot(bool is_relative, Robot* robot);

  /// Sets the targets of the joints.
  void Act(const Controls& action);
  /// Writes all positions and then all velocities of the hand's joints.
  void Observe(ObservationWriter* writer) const;

 private:
  /// The joints that an actuator moves, as indices of positions.
  struct Moved {
    int joint;
    int coupled;  // -1 if there is none
  };

  const bool is_relative_;
  Robot* const robot_;
  std::vector<Moved> moved_;
  std::vector<int> positions_;
  std::vector<int> velocities_;
};

}  // namespace envpool::mujoco::robotics

#endif  // ENVPOOL_MUJOCO_ROBOTICS_HAND_ROBOT_H_
