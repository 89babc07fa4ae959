// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/robotics/hand_robot.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace envpool::mujoco::robotics {

HandRobot::HandRobot(bool is_relative, Robot* robot)
    : is_relative_(is_relative), robot_(robot) {
  const mjModel& model = robot->model();
  if (model.nu != kActions) {
    throw std::invalid_argument(
        "xml_file: expected a hand with 20 actuators, got a model with " +
        std::to_string(model.nu));
  }
  const std::vector<int> joints = robot->RobotJoints();
  if (joints.size() != kJoints) {
    throw std::invalid_argument(
        "xml_file: expected a hand with 24 joints whose names start with "
        "\"robot\", got " +
        std::to_string(joints.size()));
  }
  for (const int joint : joints) {
    positions_.push_back(model.jnt_qposadr[joint]);
    velocities_.push_back(model.jnt_dofadr[joint]);
  }
  if (!is_relative) {
    return;
  }
  for (int i = 0; i < kActions; ++i) {
    const char* name = mj_id2name(&model, mjOBJ_ACTUATOR, i);
    std::string joint = name == nullptr ? "" : name;
    if (const auto at = joint.find(":A_"); at != std::string::npos) {
      joint.erase(at + 1, 2);
    }
    Moved moved{model.jnt_qposadr[robot->Id(mjOBJ_JOINT, joint)], -1};
    if (joint.ends_with("FJ1")) {  // the last joint of a finger follows
      joint.back() = '0';
      moved.coupled = model.jnt_qposadr[robot->Id(mjOBJ_JOINT, joint)];
    }
    moved_.push_back(moved);
  }
}

void HandRobot::Act(const Controls& action) {
  const mjModel& model = robot_->model();
  mjData& data = robot_->data();
  for (int i = 0; i < kActions; ++i) {
    const double low = model.actuator_ctrlrange[2 * i];
    const double high = model.actuator_ctrlrange[2 * i + 1];
    double centre = (high + low) / 2.0;
    if (is_relative_) {
      centre = data.qpos[moved_[i].joint];
      if (moved_[i].coupled >= 0) {
        centre += data.qpos[moved_[i].coupled];
      }
    }
    const double value =
        centre + ClipAction(action.values[i]) * ((high - low) / 2.0);
    data.ctrl[i] = std::min(std::max(value, low), high);
  }
}

void HandRobot::Observe(ObservationWriter* writer) const {
  const mjData& data = robot_->data();
  for (const int position : positions_) {
    writer->Add(data.qpos[position]);
  }
  for (const int velocity : velocities_) {
    writer->Add(data.qvel[velocity]);
  }
}

}  // namespace envpool::mujoco::robotics
