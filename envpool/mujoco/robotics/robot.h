// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Robot: a simulation as Gymnasium-Robotics runs it. Parts are found by name, a
// task may write to its model, and a picture may show other positions than the
// state's.
//
// The pointers that it returns are valid for its lifetime, those into the model
// until parameters are set.
//
// Threads: one thread at a time. Errors: std::invalid_argument for a name that
// the model does not have; otherwise as Simulation.

#ifndef ENVPOOL_MUJOCO_ROBOTICS_ROBOT_H_
#define ENVPOOL_MUJOCO_ROBOTICS_ROBOT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "envpool/mujoco/common/simulation.h"

namespace envpool::mujoco::robotics {

class Robot : public Simulation {
 public:
  explicit Robot(const Model& model);

  /// The model as it was read, which envs share. model() has this env's
  /// changes.
  [[nodiscard]] const Model& file_model() const { return file_model_; }

  /// Steps with the controls that are in data().
  void Advance(int times) { Step(data().ctrl, times); }
  /// Updates the places of all parts, and what Jacobians need.
  void UpdatePlaces();

  /// The id of a part; throws if no part has this name.
  [[nodiscard]] int Id(mjtObj type, const std::string& name) const;
  /// Whether the model has the part.
  [[nodiscard]] bool Has(mjtObj type, const std::string& name) const;
  [[nodiscard]] double* JointPosition(const std::string& joint);
  [[nodiscard]] double* JointVelocity(const std::string& joint);
  /// Throws unless the joint is a free one, with 7 positions and 6 velocities.
  void RequireFree(const std::string& joint) const;
  [[nodiscard]] const double* SitePosition(const std::string& site) const;

  /// The joints named "robot...", in the order of their ids. Throws if one has
  /// several positions.
  [[nodiscard]] std::vector<int> RobotJoints() const;

  /// Replaces an array of the model by a copy that only this env uses and may
  /// write to. A task's constructor calls it before it gets pointers to values.
  template <typename T>
  T* OwnArray(T* mjModel::* array, std::size_t count) {
    return own().CopySaved(array, count);
  }

  /// Starts a picture: until EndPicture, the task may change the data.
  void BeginPicture();
  /// Restores what is there to restore, so that pictures change no episode.
  void EndPicture();

  /// The saved state includes the arrays that OwnArray copied.
  void Save(StateWriter* writer);
  void Load(StateReader* reader);

 private:
  /// Everything on which the next step depends.
  struct Kept {
    std::vector<double> state;     // mjSTATE_INTEGRATION
    std::vector<double> position;  // xpos
    std::vector<double> rotation;  // xquat
  };

  const Model file_model_;
  mjModel* const own_model_;
  Kept kept_;
  bool is_picture_{false};
};

}  // namespace envpool::mujoco::robotics

#endif  // ENVPOOL_MUJOCO_ROBOTICS_ROBOT_H_
