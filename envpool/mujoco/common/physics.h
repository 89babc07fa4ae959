// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Physics: a simulation as the DeepMind Control suite runs it. Resets compute
// without actuation, everything that depends on positions and velocities is up
// to date after a step, parts are found by name, and a task may write to its
// model.
//
// The pointers that it returns are valid for its lifetime, those into the model
// until parameters are set.
//
// Threads: one thread at a time. Errors: std::invalid_argument for a name that
// the model does not have; otherwise as Simulation.

#ifndef ENVPOOL_MUJOCO_COMMON_PHYSICS_H_
#define ENVPOOL_MUJOCO_COMMON_PHYSICS_H_

#include <cstddef>
#include <span>

#include "envpool/mujoco/common/simulation.h"

namespace envpool::mujoco {

// Entries of a frame. kXZ is the x coordinate of the frame's z axis.
inline constexpr int kXX = 0;
inline constexpr int kXZ = 2;
inline constexpr int kZX = 6;
inline constexpr int kZY = 7;
inline constexpr int kZZ = 8;

class Physics : public Simulation {
 public:
  explicit Physics(const Model& model) : Simulation(model) {}

  /// Resets to the model's initial state and computes without actuation.
  void Start();
  /// Resets to the model's initial state, and computes nothing. The solver's
  /// first guess of the accelerations is `guess`.
  void StartFrom(std::span<const double> guess);
  /// Updates everything that depends on the state, without actuation.
  void ForwardWithoutActuation();
  /// Whether the current positions have contacts. Updates only computed
  /// positions and contacts.
  [[nodiscard]] bool HasContacts();
  void SetControl(const double* control);
  /// Steps (the suite's "legacy step").
  void Advance(int times);

  /// The id of a part; throws if no part has this name.
  [[nodiscard]] int Id(mjtObj type, const char* name) const;

  [[nodiscard]] std::span<const double> Positions() const {
    return {data().qpos, static_cast<std::size_t>(model().nq)};
  }
  [[nodiscard]] std::span<const double> Velocities() const {
    return {data().qvel, static_cast<std::size_t>(model().nv)};
  }

  // Pointers to the values of a part.
  [[nodiscard]] double* JointPosition(const char* joint);
  [[nodiscard]] double* JointVelocity(const char* joint);
  [[nodiscard]] const double* BodyPosition(const char* body) const;
  /// A frame is a rotation matrix, row by row; its columns are the axes.
  [[nodiscard]] const double* BodyFrame(const char* body) const;
  [[nodiscard]] const double* GeomPosition(const char* geom) const;
  [[nodiscard]] const double* GeomFrame(const char* geom) const;
  [[nodiscard]] const double* SitePosition(const char* site) const;
  [[nodiscard]] const double* SiteFrame(const char* site) const;
  [[nodiscard]] const double* Sensor(const char* sensor) const;
  [[nodiscard]] const double* GeomSize(const char* geom) const;
  [[nodiscard]] const double* SiteSize(const char* site) const;

  /// Replaces an array of the model by a copy that only this env uses and may
  /// write to. A task's constructor calls it before it gets pointers to values.
  template <typename T>
  T* OwnArray(T* mjModel::* array, std::size_t count) {
    return own().CopySaved(array, count);
  }

  /// Makes the task's writes part of the model, as if they were in the XML
  /// file.
  void KeepWritten();

  /// Like Simulation::ParamsChanged; everything that depends on the state is
  /// updated before the next step.
  void ParamsChanged();

  /// The saved state includes the arrays that OwnArray copied.
  void Save(StateWriter* writer);
  void Load(StateReader* reader);

 private:
  /// Updates state-dependent values after parameters have changed.
  void Refresh();

  bool is_stale_{false};
  bool has_begun_{false};  // whether mj_step1 was the last change of the data
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_PHYSICS_H_
