// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/simulation.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace envpool::mujoco {

Simulation::Simulation(Model model)
    : model_(std::move(model)), data_(mj_makeData(model_.get())) {
  if (data_ == nullptr) {
    throw std::bad_alloc();
  }
}

void Simulation::Reset() { mj_resetData(model_.get(), data_.get()); }

void Simulation::Forward() { mj_forward(model_.get(), data_.get()); }

void Simulation::Step(const double* control, int times) {
  std::copy_n(control, model_->nu, data_->ctrl);
  for (int i = 0; i < times; ++i) {
    mj_step(model_.get(), data_.get());
  }
  ThrowIfUnstable();
}

void Simulation::ComputeContactForces() {
  mj_rnePostConstraint(model_.get(), data_.get());
}

void Simulation::ThrowIfUnstable() const {
  for (const auto& [warning, text] :
       {std::pair{mjWARN_BADQPOS, "positions"},
        std::pair{mjWARN_BADQVEL, "velocities"},
        std::pair{mjWARN_BADQACC, "accelerations"},
        std::pair{mjWARN_BADCTRL, "actions"}}) {
    if (data_->warning[warning].number > 0) {
      throw std::runtime_error(
          std::string("MuJoCo: the simulation is unstable: ") + text +
          " that are huge or not a number");
    }
  }
}

void Simulation::Save(StateWriter* writer) const {
  std::vector<double> state(mj_stateSize(model_.get(), mjSTATE_INTEGRATION));
  mj_getState(model_.get(), data_.get(), state.data(), mjSTATE_INTEGRATION);
  writer->Write(state);
  // They lag behind the state by a part of a step, and tasks look at them.
  const auto size = 3 * model_->nbody;
  writer->Write(std::vector<double>(data_->xpos, data_->xpos + size));
  writer->Write(std::vector<double>(data_->xipos, data_->xipos + size));
}

void Simulation::Load(StateReader* reader) {
  std::vector<double> state;
  std::vector<double> bodies;
  std::vector<double> centres;
  reader->Read(&state);
  reader->Read(&bodies);
  reader->Read(&centres);
  const auto size = static_cast<std::size_t>(3 * model_->nbody);
  const int state_size = mj_stateSize(model_.get(), mjSTATE_INTEGRATION);
  if (state.size() != static_cast<std::size_t>(state_size) ||
      bodies.size() != size || centres.size() != size) {
    throw std::invalid_argument("states: expected those of the same model");
  }
  mj_resetData(model_.get(), data_.get());
  mj_setState(model_.get(), data_.get(), state.data(), mjSTATE_INTEGRATION);
  mj_forward(model_.get(), data_.get());
  mj_setState(model_.get(), data_.get(), state.data(), mjSTATE_INTEGRATION);
  std::copy(bodies.begin(), bodies.end(), data_->xpos);
  std::copy(centres.begin(), centres.end(), data_->xipos);
}

}  // namespace envpool::mujoco
