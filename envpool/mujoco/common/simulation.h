// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Simulation: one mjData of a shared model, and the operations of every task.
//
// Threads: one thread at a time. Errors: std::runtime_error where MuJoCo
// reports an error or values that are not finite; Reset must follow.

#ifndef ENVPOOL_MUJOCO_COMMON_SIMULATION_H_
#define ENVPOOL_MUJOCO_COMMON_SIMULATION_H_

#include <memory>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/mujoco/common/model.h"

namespace envpool::mujoco {

class Simulation {
 public:
  explicit Simulation(Model model);

  /// Restores the model's initial state. Forward must be called afterwards.
  void Reset();
  /// Updates everything that depends on positions and velocities.
  void Forward();
  /// Sets the controls and steps the simulation `times` times.
  void Step(const double* control, int times);
  /// Computes contact forces, which steps do not need.
  void ComputeContactForces();
  /// Throws if values have become huge or NaN since Reset.
  void ThrowIfUnstable() const;

  void Save(StateWriter* writer) const;
  void Load(StateReader* reader);

  [[nodiscard]] const mjModel& model() const { return *model_; }
  [[nodiscard]] const Model& shared_model() const { return model_; }
  [[nodiscard]] mjData& data() { return *data_; }
  [[nodiscard]] const mjData& data() const { return *data_; }
  /// The position of a body: x, y, z.
  [[nodiscard]] const double* Body(int number) const {
    return data_->xpos + 3 * number;
  }

 private:
  struct Delete {
    void operator()(mjData* data) const { mj_deleteData(data); }
  };

  Model model_;
  std::unique_ptr<mjData, Delete> data_;
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_SIMULATION_H_
