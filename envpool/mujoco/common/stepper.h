// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Stepper: mj_step, mj_step1 and mj_step2, faster. It calls the library's
// stages in their order. The results are equal in each bit, although:
//   - Collider replaces mj_collision;
//   - cameras, lights, sensors and energies, which no stage reads, are computed
//     only in the last step of a call;
//   - islands are not searched for with the PGS solver, which ignores them:
//     data->nisland is 0 then, and the arrays of islands are not set.
// The library's functions step the models that it does not cover.
//
// Threads: one thread at a time. Errors: as mj_step; std::bad_alloc.

#ifndef ENVPOOL_MUJOCO_COMMON_STEPPER_H_
#define ENVPOOL_MUJOCO_COMMON_STEPPER_H_

#include <memory>
#include <vector>

#include "mujoco/mujoco.h"

namespace envpool::mujoco {

class Collider;

class Stepper {
 public:
  Stepper();
  ~Stepper();

  /// Must be called after a change of the model, unless only values of arrays
  /// have changed on which no contact parameters depend.
  void Forget() { model_ = nullptr; }

  /// Leaves out these sensors, by number: their values are not updated. Models
  /// that the library steps have all.
  void Ignore(std::vector<int> sensors);

  /// Does what `times` calls of mj_step do. `is_begun` says that the state has
  /// not changed since the last call of Begin.
  void Step(const mjModel& model, mjData* data, int times,
            bool is_begun = false);
  /// Does what mj_step1 does, and the rest of mj_forward if accelerations are
  /// wanted.
  void Begin(const mjModel& model, mjData* data, bool with_accelerations);
  /// Does what `times` calls of mj_step and then mj_step1 do. `is_begun` says
  /// that the state has not changed since the last mj_step1 or call of this.
  void StepAndBegin(const mjModel& model, mjData* data, int times,
                    bool is_begun);

  /// The collider; nullptr if the last model was stepped by the library.
  [[nodiscard]] const Collider* collider() const { return collider_.get(); }

 private:
  /// The outputs to compute besides the state.
  struct Outputs {
    bool views;          // cameras, lights and energies
    bool begin_sensors;  // sensors of positions and velocities
    bool end_sensors;    // sensors of accelerations
  };

  void Prepare(const mjModel& model);
  void StepOnce(mjData* data, Outputs outputs);
  void HalfStep(mjData* data, bool with_views, bool with_sensors);
  void End(mjData* data, Outputs outputs);
  void Position(mjData* data, bool with_views);
  void Acceleration(mjData* data, bool with_sensors);
  void RungeKutta(mjData* data, bool with_views);

  const mjModel* model_{nullptr};
  std::unique_ptr<Collider> collider_;
  bool needs_islands_{true};
  std::vector<int> ignored_;         // sensors
  std::vector<int> stages_;          // of sensors; none for ignored ones
  mjModel sensing_{};                // the model's struct, with these stages
  const mjModel* sensors_{nullptr};  // the model to compute sensors with
  std::vector<double> scratch_;
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_STEPPER_H_
