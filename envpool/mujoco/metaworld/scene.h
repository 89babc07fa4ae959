// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scene: the simulation of a Sawyer arm with the objects of a task. The arm's
// hand follows a mocap body. The scene also stores what a task remembers of the
// start of an episode.
//
// Threads, errors: as Simulation. Names that the model lacks are
// std::invalid_argument, which names task_name.

#ifndef ENVPOOL_MUJOCO_METAWORLD_SCENE_H_
#define ENVPOOL_MUJOCO_METAWORLD_SCENE_H_

#include <array>
#include <initializer_list>

#include "envpool/core/env.h"
#include "envpool/mujoco/common/simulation.h"
#include "envpool/mujoco/metaworld/vectors.h"

namespace envpool::mujoco::metaworld {

/// What the rewards of an episode refer to.
struct Episode {
  Vector<6> drawn{};  // the numbers that distinguish the official tasks
  Vector3 target{};
  Vector3 object{};    // where the object was at first
  Vector3 fingers{};   // where the fingers were at first
  Vector3 tool{};      // where the tool or the handle was at first
  double distance{0};  // of the object from the target at first; negative: none
};

/// A quaternion in the order of an observation.
using Rotation = Vector<4>;

class Scene : public Simulation {
 public:
  explicit Scene(const Model& model);

  /// Makes the following calls only write to the model: they neither step nor
  /// update the data.
  void set_model_only(bool value) { model_only_ = value; }
  /// The number of steps of the simulation in one of the env.
  void set_frame_skip(int steps) { frame_skip_ = steps; }

  Episode episode;

  /// Moves the hand to a place and opens the gripper.
  void StartHand(const Vector3& place);
  /// Moves the hand by a step of the env, within bounds.
  void MoveHand(const float* action, const Vector3& low, const Vector3& high);
  /// Steps with these controls as often as a step of the env does.
  void Advance(double right, double left);
  /// Updates the places of everything. Forces follow when they are asked for.
  void Forward();
  /// The same as Advance with the controls of the last step.
  void AdvanceOn() { Advance(data().ctrl[0], data().ctrl[1]); }

  [[nodiscard]] Vector3 Hand() const { return BodyAt("hand"); }
  /// The middle between the fingers.
  [[nodiscard]] Vector3 Fingers() const;
  [[nodiscard]] Vector3 BodyAt(const char* body) const;
  [[nodiscard]] Vector3 SiteAt(const char* site) const;
  [[nodiscard]] Vector3 GeomAt(const char* geom) const;
  [[nodiscard]] double JointAt(const char* joint) const;
  /// Rotations, w first.
  [[nodiscard]] Rotation BodyTurn(const char* body) const;
  /// Rotations from matrices as scipy computes them, w last.
  [[nodiscard]] Rotation BodyTurnLast(const char* body) const;
  [[nodiscard]] Rotation GeomTurnLast(const char* geom) const;
  [[nodiscard]] Rotation SiteTurnLast(const char* site) const;
  /// Whether both fingers press on a geom. The model must be the same as at the
  /// last Forward.
  [[nodiscard]] bool IsGripped(const char* geom);

  void PlaceBody(const char* body, const Vector3& place);
  void PlaceSite(const char* site, const Vector3& place);
  [[nodiscard]] Vector3 PlaceOfSite(const char* site) const;
  /// Writes positions from `first` on, stops velocities, and updates the data.
  void SetPositions(int first, std::initializer_list<double> values,
                    int stopped = 0, int num_stopped = 0);
  void SetPositions(int first, const Vector3& place) {
    SetPositions(first, {place[0], place[1], place[2]}, 9, 6);
  }
  /// The same, with a joint's position and velocity.
  void SetJoint(const char* joint, double position);
  /// Sets a joint's position only.
  void LeaveJoint(const char* joint, double position);

  void Save(StateWriter* writer);
  void Load(StateReader* reader);

 private:
  [[nodiscard]] int Id(mjtObj type, const char* name) const;
  /// Whether two geoms are near enough for a contact.
  [[nodiscard]] bool MayTouch(int geom1, int geom2) const;

  int frame_skip_{1};
  bool model_only_{false};
  bool has_forces_{false};  // since the last Forward
  double* const body_pos_;
  double* const site_pos_;
  std::array<int, 2> finger_sites_;
  std::array<int, 2> pads_;
};

}  // namespace envpool::mujoco::metaworld

#endif  // ENVPOOL_MUJOCO_METAWORLD_SCENE_H_
