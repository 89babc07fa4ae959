// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Simulation: one mjData of a shared model, and the operations of every task.
// Once a parameter is set, the simulation has its own model.
//
// Threads: one thread at a time. Errors: std::runtime_error where MuJoCo
// reports an error or values that are not finite; Reset must follow.

#ifndef ENVPOOL_MUJOCO_COMMON_SIMULATION_H_
#define ENVPOOL_MUJOCO_COMMON_SIMULATION_H_

#include <memory>
#include <utility>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/common/model_params.h"
#include "envpool/mujoco/common/own_model.h"
#include "envpool/mujoco/common/stepper.h"

namespace envpool::mujoco {

class Simulation {
 public:
  explicit Simulation(Model model);

  /// Restores the model's initial state. Forward must be called afterwards.
  void Reset();
  /// Updates everything that depends on positions and velocities.
  void Forward();
  /// Sets the controls and steps the simulation `times` times. `is_begun` says
  /// that only controls have changed since Begin.
  void Step(const double* control, int times, bool is_begun = false);
  /// Steps and Begin need not compute these sensors.
  void IgnoreSensors(std::vector<int> sensors) {
    stepper_.Ignore(std::move(sensors));
  }
  /// Updates what depends on positions and velocities, with sensors, and
  /// accelerations and forces if wanted, for the next Step to use.
  void Begin(bool with_accelerations);
  /// Computes contact forces, which steps do not need.
  void ComputeContactForces();
  /// Throws if values have become huge or NaN since Reset.
  void ThrowIfUnstable() const;
  /// Whether they have.
  [[nodiscard]] bool IsUnstable() const { return Unstable() != nullptr; }

  void Save(StateWriter* writer) const;
  void Load(StateReader* reader);

  /// The parameters of the model, and their values.
  [[nodiscard]] std::vector<Param> Params() const;
  void GetParam(int param, double* values) const;
  void SetParam(int param, const double* values);
  /// Derives all quantities that follow from new values. They take effect in
  /// the next step; positions in the world are not updated. Throws
  /// std::invalid_argument if the values do not fit together. Pointers into
  /// data() become invalid.
  void ParamsChanged();

  [[nodiscard]] const mjModel& model() const { return *model_; }
  [[nodiscard]] const Model& shared_model() const { return model_; }
  [[nodiscard]] mjData& data() { return *data_; }
  [[nodiscard]] const mjData& data() const { return *data_; }
  /// The position of a body: x, y, z.
  [[nodiscard]] const double* Body(int number) const {
    return data_->xpos + 3 * number;
  }

 protected:
  /// This env's own copy of the model. Pointers into model() stay valid until
  /// the first call.
  OwnModel& own();
  /// The copy; null before the first call of `own`.
  [[nodiscard]] OwnModel* own_if_made() const { return own_.get(); }

  /// Steps `times` times as Stepper::StepAndBegin does.
  void StepAndBegin(int times, bool is_begun);

 private:
  struct Delete {
    void operator()(mjData* data) const { mj_deleteData(data); }
  };

  /// The data that states consist of.
  struct Snapshot {
    std::vector<double> state;                 // mjSTATE_INTEGRATION
    std::vector<std::vector<double>> lagging;  // see LaggingArrays
  };

  /// What has become huge or NaN since Reset; null for nothing.
  [[nodiscard]] const char* Unstable() const;
  [[nodiscard]] const ModelField& Field(int param) const;
  void MakeData();
  [[nodiscard]] Snapshot TakeSnapshot() const;
  void Restore(const Snapshot& snapshot);

  const Model shared_;
  std::unique_ptr<OwnModel> own_;  // null while the model is unchanged
  Model model_;                    // own_'s model if there is one
  mjStatistic computed_{};         // the shared model's ComputedStatistic
  Derives changed_{Derives::kNothing};
  mutable std::vector<const ModelField*> fields_;  // filled on first use
  std::unique_ptr<mjData, Delete> data_;
  mjtSize mass_size_{0};  // the model's nC for which data_ was made
  Stepper stepper_;
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_SIMULATION_H_
