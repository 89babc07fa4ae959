// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Arm: the planar arm with a hand that manipulator and stacker share.
//
// Source: dm_control.suite.manipulator, stacker. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_ARM_H_
#define ENVPOOL_MUJOCO_DMC_ARM_H_

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <vector>

#include "envpool/core/random/random_state.h"
#include "envpool/mujoco/common/vectors.h"
#include "envpool/mujoco/dmc/dmc_env.h"

namespace envpool::mujoco::dmc {

class Arm {
 public:
  static constexpr int kJoints = 8;
  static constexpr int kTouchSensors = 5;

  explicit Arm(Physics* physics) {
    const mjModel& model = physics->model();
    for (std::size_t i = 0; i < kJoints; ++i) {
      const int joint = physics->Id(mjOBJ_JOINT, kNames[i]);
      const double* range = model.jnt_range + 2 * joint;
      const bool limited = model.jnt_limited[joint] != 0;
      joints_[i] = {physics->JointPosition(kNames[i]),
                    physics->JointVelocity(kNames[i]),
                    limited ? range[0] : -std::numbers::pi,
                    limited ? range[1] : std::numbers::pi};
    }
    for (std::size_t i = 0; i < kTouchSensors; ++i) {
      touch_[i] = physics->Sensor(kSensors[i]);
    }
  }

  /// Sets a random posture with a symmetrical hand.
  void Randomize(RandomState* random) {
    for (const Joint& joint : joints_) {
      *joint.position = random->Uniform(joint.low, joint.high);
    }
    *joints_[kFinger].position = *joints_[kThumb].position;
  }

  /// Writes the sines and cosines of angles, the velocities and the touch.
  void Observe(ObservationWriter* writer) const {
    for (const Joint& joint : joints_) {
      writer->Add(std::sin(*joint.position));
      writer->Add(std::cos(*joint.position));
    }
    for (const Joint& joint : joints_) {
      writer->Add(*joint.velocity);
    }
    for (const double* touch : touch_) {
      writer->Add(std::log1p(*touch));
    }
  }

 private:
  struct Joint {
    double* position;
    double* velocity;
    double low;
    double high;
  };

  static constexpr std::array<const char*, kJoints> kNames{
      "arm_root", "arm_shoulder", "arm_elbow", "arm_wrist",
      "finger",   "fingertip",    "thumb",     "thumbtip"};
  static constexpr std::size_t kFinger = 4;
  static constexpr std::size_t kThumb = 6;
  static constexpr std::array<const char*, kTouchSensors> kSensors{
      "palm_touch", "finger_touch", "thumb_touch", "fingertip_touch",
      "thumbtip_touch"};

  std::array<Joint, kJoints> joints_{};
  std::array<const double*, kTouchSensors> touch_{};
};

/// A body in the plane: x, z, and its rotation about y.
class PlanarBody {
 public:
  PlanarBody(const Physics& physics, const char* name)
      : position_(physics.BodyPosition(name)),
        turn_(physics.data().xquat + 4 * physics.Id(mjOBJ_BODY, name)) {}

  void ObservePlace(ObservationWriter* writer) const {
    writer->Add(position_[0]);
    writer->Add(position_[2]);
  }
  void Observe(ObservationWriter* writer) const {
    ObservePlace(writer);
    writer->Add(turn_[0]);
    writer->Add(turn_[2]);
  }

 private:
  const double* position_;
  const double* turn_;
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_ARM_H_
