// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/simulation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace envpool::mujoco {
namespace {

/// Where things are. It lags behind the state by a part of a step, and tasks
/// and cameras look at it.
std::array<std::pair<double*, std::size_t>, 8> Lagging(const mjModel& model,
                                                       const mjData& data) {
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

}  // namespace

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
  for (const auto& [array, size] : Lagging(*model_, *data_)) {
    writer->Write(std::vector<double>(array, array + size));
  }
}

void Simulation::Load(StateReader* reader) {
  std::vector<double> state;
  std::vector<std::vector<double>> lagging;
  reader->Read(&state);
  const int state_size = mj_stateSize(model_.get(), mjSTATE_INTEGRATION);
  bool same = state.size() == static_cast<std::size_t>(state_size);
  for (const auto& [array, size] : Lagging(*model_, *data_)) {
    reader->Read(&lagging.emplace_back());
    same = same && lagging.back().size() == size;
  }
  if (!same) {
    throw std::invalid_argument("states: expected those of the same model");
  }
  mj_resetData(model_.get(), data_.get());
  mj_setState(model_.get(), data_.get(), state.data(), mjSTATE_INTEGRATION);
  mj_forward(model_.get(), data_.get());
  mj_setState(model_.get(), data_.get(), state.data(), mjSTATE_INTEGRATION);
  auto from = lagging.begin();
  for (const auto& [array, size] : Lagging(*model_, *data_)) {
    std::copy(from->begin(), from->end(), array);
    ++from;
  }
}

}  // namespace envpool::mujoco
