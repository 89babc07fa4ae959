// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/simulation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/mujoco/common/call.h"
#include "envpool/mujoco/common/derive.h"

namespace envpool::mujoco {
namespace {

/// Computed positions that tasks and cameras read. After a step they lag behind
/// the state, so mj_forward cannot restore them from a saved state.
std::array<std::pair<double*, std::size_t>, 8> LaggingArrays(
    const mjModel& model, const mjData& data) {
  const auto times = [](int each, auto count) {
    return static_cast<std::size_t>(each) * static_cast<std::size_t>(count);
  };
  return {{{data.xpos, times(3, model.nbody)},
           {data.xipos, times(3, model.nbody)},
           {data.geom_xpos, times(3, model.ngeom)},
           {data.geom_xmat, times(9, model.ngeom)},
           {data.cam_xpos, times(3, model.ncam)},
           {data.cam_xmat, times(9, model.ncam)},
           {data.light_xpos, times(3, model.nlight)},
           {data.light_xdir, times(3, model.nlight)}}};
}

/// Whether the positions of these ring buffers are within bounds. The second
/// value of a buffer is its position, from 0 to sizes[2 * i] - 1.
bool HasValidRings(const double* history, const int* sizes,
                   const int* addresses, mjtSize count) {
  for (mjtSize i = 0; i < count; ++i) {
    if (addresses[i] >= 0) {
      const double at = history[addresses[i] + 1];
      if (!(at >= 0 && at < sizes[2 * i] && at == std::floor(at))) {
        return false;
      }
    }
  }
  return true;
}

/// Whether this mjSTATE_INTEGRATION state is safe to load.
bool IsLoadable(const mjModel& model, const std::vector<double>& state) {
  const double* part = state.data();
  for (int i = 0; i < mjNSTATE; ++i) {
    const int bit = 1 << i;
    if ((bit & mjSTATE_INTEGRATION) == 0) {
      continue;
    }
    const int size = mj_stateSize(&model, bit);
    const bool sound = std::all_of(part, part + size, [&](double value) {
      if (bit == mjSTATE_EQ_ACTIVE) {
        return value == 0 || value == 1;
      }
      // Controls may have any value: a step reports bad ones.
      return bit == mjSTATE_CTRL || std::fabs(value) <= mjMAXVAL;
    });
    if (!sound || (bit == mjSTATE_HISTORY &&
                   !(HasValidRings(part, model.actuator_history,
                                   model.actuator_historyadr, model.nu) &&
                     HasValidRings(part, model.sensor_history,
                                   model.sensor_historyadr, model.nsensor)))) {
      return false;
    }
    part += size;
  }
  return true;
}

}  // namespace

Simulation::Simulation(Model model)
    : shared_(std::move(model)), model_(shared_) {
  MakeData();
}

void Simulation::MakeData() {
  std::unique_ptr<mjData, Delete> made(mj_makeData(model_.get()));
  if (made == nullptr) {
    throw std::bad_alloc();
  }
  data_ = std::move(made);
  mass_size_ = model_->nC;
}

void Simulation::Reset() {
  PrepareThread();
  mj_resetData(model_.get(), data_.get());
}

void Simulation::Forward() { mj_forward(model_.get(), data_.get()); }

void Simulation::Step(const double* control, int times, bool is_begun) {
  PrepareThread();
  std::copy_n(control, model_->nu, data_->ctrl);
  stepper_.Step(*model_, data_.get(), times, is_begun);
  ThrowIfUnstable();
}

void Simulation::Begin(bool with_accelerations) {
  PrepareThread();
  stepper_.Begin(*model_, data_.get(), with_accelerations);
  ThrowIfUnstable();
}

void Simulation::StepAndBegin(int times, bool is_begun) {
  stepper_.StepAndBegin(*model_, data_.get(), times, is_begun);
  ThrowIfUnstable();
}

void Simulation::ComputeContactForces() {
  mj_rnePostConstraint(model_.get(), data_.get());
}

const char* Simulation::Unstable() const {
  for (const auto& [warning, text] :
       {std::pair{mjWARN_BADQPOS, "positions"},
        std::pair{mjWARN_BADQVEL, "velocities"},
        std::pair{mjWARN_BADQACC, "accelerations"},
        std::pair{mjWARN_BADCTRL, "actions"}}) {
    if (data_->warning[warning].number > 0) {
      return text;
    }
  }
  return nullptr;
}

void Simulation::ThrowIfUnstable() const {
  if (const char* values = Unstable()) {
    throw std::runtime_error(
        std::string("MuJoCo: the simulation is unstable: ") + values +
        " that are huge or not a number");
  }
}

Simulation::Snapshot Simulation::TakeSnapshot() const {
  Snapshot snapshot;
  snapshot.state.resize(mj_stateSize(model_.get(), mjSTATE_INTEGRATION));
  mj_getState(model_.get(), data_.get(), snapshot.state.data(),
              mjSTATE_INTEGRATION);
  for (const auto& [array, size] : LaggingArrays(*model_, *data_)) {
    snapshot.lagging.emplace_back(array, array + size);
  }
  return snapshot;
}

void Simulation::Restore(const Snapshot& snapshot) {
  const double* state = snapshot.state.data();
  PrepareThread();
  mj_resetData(model_.get(), data_.get());
  mj_setState(model_.get(), data_.get(), state, mjSTATE_INTEGRATION);
  mj_forward(model_.get(), data_.get());
  mj_setState(model_.get(), data_.get(), state, mjSTATE_INTEGRATION);
  auto from = snapshot.lagging.begin();
  for (const auto& [array, size] : LaggingArrays(*model_, *data_)) {
    std::copy(from->begin(), from->end(), array);
    ++from;
  }
}

void Simulation::Save(StateWriter* writer) const {
  const Snapshot snapshot = TakeSnapshot();
  writer->Write(ContentHash(model_));
  writer->Write(snapshot.state);
  for (const std::vector<double>& values : snapshot.lagging) {
    writer->Write(values);
  }
}

void Simulation::Load(StateReader* reader) {
  std::uint64_t content;
  reader->Read(&content);
  if (content != ContentHash(model_)) {
    throw std::invalid_argument(
        "states: expected those of this model, got those of another xml_file");
  }
  Snapshot snapshot;
  reader->Read(&snapshot.state,
               mj_stateSize(model_.get(), mjSTATE_INTEGRATION));
  reader->Require(IsLoadable(*model_, snapshot.state));
  // These arrays are outputs only, so any values are safe.
  for (const auto& [array, size] : LaggingArrays(*model_, *data_)) {
    reader->Read(&snapshot.lagging.emplace_back(), size);
  }
  Restore(snapshot);
}

const ModelField& Simulation::Field(int param) const {
  if (fields_.empty()) {
    fields_ = ParamFields(*shared_);
  }
  return *fields_[param];
}

std::vector<Param> Simulation::Params() const {
  std::vector<Param> params;
  for (const ModelField* field : ParamFields(*shared_)) {
    params.push_back(Describe(*field, *shared_));
  }
  return params;
}

void Simulation::GetParam(int param, double* values) const {
  GetField(Field(param), *model_, values);
}

// The own model shares ownership with the shared one, so that all envs share
// renderer resources such as textures.
OwnModel& Simulation::own() {
  if (own_ == nullptr) {
    own_ = std::make_unique<OwnModel>(*shared_);
    model_ = Model(shared_, own_->get());
  }
  return *own_;
}

void Simulation::SetParam(int param, const double* values) {
  stepper_.Forget();
  if (own().CopyAll()) {
    computed_ = ComputedStatistic(*shared_);
  }
  const ModelField& field = Field(param);
  SetField(field, values, own_.get());
  changed_ = std::max(changed_, DerivesOf(field));
}

void Simulation::ParamsChanged() {
  if (own_ == nullptr) {
    return;
  }
  stepper_.Forget();
  CheckValues(*model_, *shared_);
  Derive(changed_, *shared_, computed_, own_.get());
  changed_ = Derives::kNothing;
  if (model_->nC != mass_size_) {
    const Snapshot snapshot = TakeSnapshot();
    MakeData();
    Restore(snapshot);
  }
}

}  // namespace envpool::mujoco
