// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Physics: a simulation as the DeepMind Control suite runs it: resets compute
// without actuation, steps end with all that depends on positions and
// velocities up to date, parts are found by their names, and a task may write
// to its model.
//
// The pointers that it gives stay where they are as long as it lives.
//
// Threads: one thread at a time. Errors: std::invalid_argument for a name that
// the model does not have; otherwise as Simulation.

#ifndef ENVPOOL_MUJOCO_DMC_PHYSICS_H_
#define ENVPOOL_MUJOCO_DMC_PHYSICS_H_

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "envpool/mujoco/common/simulation.h"

namespace envpool::mujoco::dmc {

// Entries of a frame: kXZ is the x coordinate of its z axis.
inline constexpr int kXX = 0;
inline constexpr int kXZ = 2;
inline constexpr int kZX = 6;
inline constexpr int kZY = 7;
inline constexpr int kZZ = 8;

class Physics : public Simulation {
 public:
  explicit Physics(const Model& model);

  /// Back to the model's own state, computed without actuation.
  void Start();
  /// Brings everything up to date with the state, without actuation.
  void Settle();
  /// Whether anything touches in these positions; nothing but places and
  /// contacts is then up to date.
  [[nodiscard]] bool HasContacts();
  void SetControl(const double* control);
  /// Steps (the suite's "legacy step").
  void Advance(int times);

  /// The number of a part; throws if no part has that name.
  [[nodiscard]] int Id(mjtObj type, const char* name) const;

  [[nodiscard]] std::span<const double> Positions() const {
    return {data().qpos, static_cast<std::size_t>(own_->nq)};
  }
  [[nodiscard]] std::span<const double> Velocities() const {
    return {data().qvel, static_cast<std::size_t>(own_->nv)};
  }

  // Where a part's values are.
  [[nodiscard]] double* JointPosition(const char* joint);
  [[nodiscard]] double* JointVelocity(const char* joint);
  [[nodiscard]] const double* BodyPosition(const char* body) const;
  /// A rotation, as all frames: row by row, its columns are the body's axes.
  [[nodiscard]] const double* BodyFrame(const char* body) const;
  [[nodiscard]] const double* GeomPosition(const char* geom) const;
  [[nodiscard]] const double* GeomFrame(const char* geom) const;
  [[nodiscard]] const double* SitePosition(const char* site) const;
  [[nodiscard]] const double* SiteFrame(const char* site) const;
  [[nodiscard]] const double* Sensor(const char* sensor) const;
  [[nodiscard]] const double* GeomSize(const char* geom) const;
  [[nodiscard]] const double* SiteSize(const char* site) const;

  /// An array of the model as this env's own, to be written to: by the
  /// constructor of a task, before it asks for pointers to a part's values.
  template <typename T>
  T* Own(T* mjModel::* array, std::size_t count) {
    T*& values = (*own_).*array;
    static_assert(std::is_floating_point_v<T>);
    values = static_cast<T*>(Keep(values, count, sizeof(T)));
    return values;
  }

  /// Has what Own gave, too.
  void Save(StateWriter* writer) const;
  void Load(StateReader* reader);

 private:
  Physics(const Model& shared, std::unique_ptr<mjModel> own);

  struct Kept {
    std::vector<char> bytes;
    std::size_t element_size;  // of a float or of a double
  };

  /// A copy of an array, which lives as long as this; once for each place.
  void* Keep(void* array, std::size_t count, std::size_t element_size);
  /// Computes without actuation.
  void ForwardPassive();

  // The shared model's arrays but for those that are this env's own.
  std::unique_ptr<mjModel> own_;
  std::vector<Kept> kept_;
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_PHYSICS_H_
