// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Walker: a robot of a locomotion task. It sets the robot's pose and reads what
// the robot senses.
//
// Sources: dm_control.locomotion.walkers: cmu_humanoid, rodent, legacy_base.
//
// Threads: as World. Errors: std::invalid_argument for a part that the model
// does not have.

#ifndef ENVPOOL_MUJOCO_DMC_LOCOMOTION_WALKER_H_
#define ENVPOOL_MUJOCO_DMC_LOCOMOTION_WALKER_H_

#include <array>
#include <span>
#include <vector>

#include "envpool/mujoco/common/vectors.h"
#include "envpool/mujoco/dmc_locomotion/world.h"

namespace envpool::mujoco::dmc_locomotion {

/// The parts of a kind of walker, by name.
struct WalkerParts {
  const char* root;
  std::array<const char*, 5> appendages;  // the last one is the head
  std::vector<const char*> feet;  // these and their children touch the ground
  std::array<double, 3> upright_place;
  std::array<double, 4> upright_turn;        // not normalized
  std::vector<int> groups_the_camera_skips;  // of geoms
};

inline const WalkerParts kCmuHumanoid{
    .root = "walker/root",
    .appendages = {"walker/rradius", "walker/lradius", "walker/rfoot",
                   "walker/lfoot", "walker/head"},
    .feet = {"walker/lfoot", "walker/rfoot"},
    .upright_place = {0, 0, .94},
    .upright_turn = {.859, 1, 1, .859},
    .groups_the_camera_skips = {1},
};

inline const WalkerParts kRat{
    .root = "walker/torso",
    .appendages = {"walker/lower_arm_R", "walker/lower_arm_L", "walker/foot_R",
                   "walker/foot_L", "walker/skull"},
    .feet = {"walker/foot_L", "walker/foot_R", "walker/hand_L", "walker/hand_R",
             "walker/vertebra_C1"},
    .upright_place = {0, 0, 0},
    .upright_turn = {1, 0, 0, 0},
    .groups_the_camera_skips = {1, 2},
};

/// What is observed of a walker. A size is the number of values.
struct Senses {
  int joints;
  int activations;
  int tendons;
  int torques;
  int touches;
};

/// The number of sensors of a type, and of their values.
int ValuesOf(const mjModel& model, mjtSensor type);

Senses SensesOf(const mjModel& model);

class Walker {
 public:
  Walker(const WalkerParts& parts, World* world);

  /// Sets the upright pose, shifted by a vector. The world must have been
  /// reset.
  void StandUp(double x, double y, double z);
  /// Turns the pose about the vertical axis.
  void TurnBy(double angle);

  [[nodiscard]] const double* RootPlace() const { return place_; }
  /// The root's frame: a rotation matrix, row by row.
  [[nodiscard]] const double* RootFrame() const { return frame_; }
  /// The root's free joint: place and turn.
  [[nodiscard]] double* Pose() { return pose_; }

  /// Whether a part other than the feet touches one of these geoms.
  [[nodiscard]] bool Falls(const std::vector<bool>& ground) const;
  /// Whether an end effector is lower than this height.
  [[nodiscard]] bool IsBelow(double height) const;
  /// A vector from the root to a place, in the root's frame.
  [[nodiscard]] Vector3 TowardsInFrame(const double* place) const;

  // Observations. Each function writes its values and returns their end.
  double* Activations(double* out) const;
  double* Appendages(double* out) const;
  double* JointPositions(double* out) const;
  double* JointVelocities(double* out) const;
  double* Sensors(mjtSensor type, double* out) const;
  double* TendonLengths(double* out) const;
  double* TendonVelocities(double* out) const;

 private:
  World& world_;
  const WalkerParts& parts_;
  double* const pose_;
  const double* const place_;
  const double* const frame_;
  std::array<const double*, 5> appendages_;
  std::vector<const double*> joint_positions_;
  std::vector<const double*> joint_velocities_;
  std::vector<bool> may_not_touch_;  // geoms of the walker other than the feet
};

}  // namespace envpool::mujoco::dmc_locomotion

#endif  // ENVPOOL_MUJOCO_DMC_LOCOMOTION_WALKER_H_
