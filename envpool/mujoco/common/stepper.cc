// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/stepper.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "envpool/mujoco/common/collider.h"
#include "envpool/mujoco/common/version.h"

namespace envpool::mujoco {
namespace {

/// Whether the stages are those in this file.
bool IsCovered(const mjModel& model) {
  return kHasKnownStages && Collider::Supports(model) && model.nplugin == 0 &&
         model.nhistory == 0 && (model.opt.enableflags & mjENBL_FWDINV) == 0 &&
         (model.opt.integrator != mjINT_RK4 || model.na == 0);
}

/// mj_step; after mj_step1, what is left of it.
void LibraryStep(const mjModel& model, mjData* data, bool is_begun) {
  // mj_step2 does not implement the Runge-Kutta method.
  is_begun&& model.opt.integrator != mjINT_RK4 ? mj_step2(&model, data)
                                               : mj_step(&model, data);
}

}  // namespace

Stepper::Stepper() = default;
Stepper::~Stepper() = default;

void Stepper::Prepare(const mjModel& model) {
  if (model_ == &model) {
    return;
  }
  collider_.reset();
  if (IsCovered(model)) {
    collider_ = std::make_unique<Collider>(model);
    // Newton and CG need even a single island: the same problem without
    // islands gives, rarely, different bits.
    needs_islands_ = model.opt.solver != mjSOL_PGS;
  }
  model_ = &model;
  sensors_ = &model;
  if (!ignored_.empty()) {
    sensing_ = model;
    stages_.assign(model.sensor_needstage,
                   model.sensor_needstage + model.nsensor);
    for (const int sensor : ignored_) {
      stages_[sensor] = mjSTAGE_NONE;
    }
    sensing_.sensor_needstage = stages_.data();
    sensors_ = &sensing_;
  }
}

void Stepper::Ignore(std::vector<int> sensors) {
  ignored_ = std::move(sensors);
  Forget();
}

void Stepper::Step(const mjModel& model, mjData* data, int times,
                   bool is_begun) {
  Prepare(model);
  for (int i = 0; i < times; ++i) {
    const bool is_half = i == 0 && is_begun;
    if (!collider_) {
      LibraryStep(model, data, is_half);
      continue;
    }
    const bool is_last = i == times - 1;
    const Outputs outputs{
        .views = is_last, .begin_sensors = is_last, .end_sensors = is_last};
    is_half ? End(data, outputs) : StepOnce(data, outputs);
  }
}

void Stepper::StepAndBegin(const mjModel& model, mjData* data, int times,
                           bool is_begun) {
  Prepare(model);
  for (int i = 0; i < times; ++i) {
    const bool is_half = i == 0 && is_begun;
    if (!collider_) {
      LibraryStep(model, data, is_half);
      continue;
    }
    const Outputs outputs{
        .views = false, .begin_sensors = false, .end_sensors = i == times - 1};
    is_half ? End(data, outputs) : StepOnce(data, outputs);
  }
  Begin(model, data, /*with_accelerations=*/false);
}

void Stepper::Begin(const mjModel& model, mjData* data,
                    bool with_accelerations) {
  Prepare(model);
  if (!collider_) {
    mj_step1(&model, data);
    if (with_accelerations) {
      mj_forwardSkip(&model, data, mjSTAGE_VEL, /*skipsensor=*/0);
    }
    return;
  }
  mj_checkPos(model_, data);
  mj_checkVel(model_, data);
  HalfStep(data, /*with_views=*/true, /*with_sensors=*/true);
  if (with_accelerations) {
    Acceleration(data, /*with_sensors=*/true);
  }
}

void Stepper::StepOnce(mjData* data, Outputs outputs) {
  mj_checkPos(model_, data);
  mj_checkVel(model_, data);
  // Sensors of accelerations may read cameras too.
  const bool is_final = model_->opt.integrator != mjINT_RK4;
  HalfStep(data,
           (outputs.views && is_final) || outputs.begin_sensors ||
               (outputs.end_sensors && model_->nsensor > 0),
           outputs.begin_sensors);
  End(data, outputs);
}

void Stepper::HalfStep(mjData* data, bool with_views, bool with_sensors) {
  Position(data, with_views);
  if (with_sensors) {
    mj_sensorPos(sensors_, data);
  }
  const bool has_energy = (model_->opt.enableflags & mjENBL_ENERGY) != 0;
  if (with_views && data->flg_energypos == 0) {
    if (has_energy) {
      mj_energyPos(model_, data);
    } else {
      data->energy[0] = data->energy[1] = 0;
    }
  }
  mj_fwdVelocity(model_, data);
  if (with_sensors) {
    mj_sensorVel(sensors_, data);
  }
  if (with_views && has_energy && data->flg_energyvel == 0) {
    mj_energyVel(model_, data);
  }
}

void Stepper::End(mjData* data, Outputs outputs) {
  Acceleration(data, outputs.end_sensors);
  mj_checkAcc(model_, data);
  switch (model_->opt.integrator) {
    case mjINT_EULER:
      mj_Euler(model_, data);
      break;
    case mjINT_RK4:
      RungeKutta(data, outputs.views);
      break;
    default:
      mj_implicit(model_, data);
  }
}

void Stepper::Position(mjData* data, bool with_views) {
  data->flg_energypos = 0;
  mj_kinematics(model_, data);
  mj_comPos(model_, data);
  if (with_views) {
    mj_camlight(model_, data);
  }
  mj_tendon(model_, data);
  mj_makeM(model_, data);
  mj_factorM(model_, data);
  collider_->Collide(data);
  mj_makeConstraint(model_, data);
  if (needs_islands_) {
    mj_island(model_, data);
  } else {
    data->nisland = data->nidof = 0;
  }
  mj_transmission(model_, data);
  mj_projectConstraint(model_, data);
}

void Stepper::Acceleration(mjData* data, bool with_sensors) {
  mj_fwdActuation(model_, data);
  mj_fwdAcceleration(model_, data);
  mj_fwdConstraint(model_, data);
  if (with_sensors) {
    data->flg_rnepost = 0;
    mj_sensorAcc(sensors_, data);
  }
}

// The operations of mj_RungeKutta in their order, for models without
// activations. The first of the four evaluations is done.
void Stepper::RungeKutta(mjData* data, bool with_views) {
  constexpr int kOrder = 4;
  constexpr std::array<std::array<double, 3>, 3> kStages{
      {{0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 1}}};
  constexpr std::array<double, kOrder> kWeights{1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0,
                                                1.0 / 6.0};
  const int nq = static_cast<int>(model_->nq);
  const int nv = static_cast<int>(model_->nv);
  const double timestep = model_->opt.timestep;
  const double time = data->time;
  scratch_.resize(nq + static_cast<std::size_t>(2 * (kOrder + 1)) * nv);
  double* const start = scratch_.data();
  double* const change = start + nq;  // of positions
  double* const velocity_change = change + nv;
  double* const velocities = velocity_change + nv;  // of all evaluations
  double* const accelerations = velocities + kOrder * nv;
  const auto add = [&](const auto& weights, int count) {
    std::fill_n(change, 2 * nv, 0.0);
    for (int j = 0; j < count; ++j) {
      mju_addToScl(change, velocities + j * nv, weights[j], nv);
      mju_addToScl(velocity_change, accelerations + j * nv, weights[j], nv);
    }
  };
  std::copy_n(data->qpos, nq, start);
  std::copy_n(data->qvel, nv, velocities);
  std::copy_n(data->qacc, nv, accelerations);
  for (int i = 1; i < kOrder; ++i) {
    const auto& stage = kStages[i - 1];
    add(stage, i);
    std::copy_n(start, nq, data->qpos);
    mj_integratePos(model_, data->qpos, change, timestep);
    std::copy_n(velocities, nv, data->qvel);
    mju_addToScl(data->qvel, velocity_change, timestep, nv);
    std::copy_n(data->qvel, nv, velocities + i * nv);
    data->time = time + stage[i - 1] * timestep;
    HalfStep(data, with_views && i == kOrder - 1, /*with_sensors=*/false);
    Acceleration(data, /*with_sensors=*/false);
    std::copy_n(data->qacc, nv, accelerations + i * nv);
  }
  add(kWeights, kOrder);
  data->time = time;
  std::copy_n(start, nq, data->qpos);
  std::copy_n(velocities, nv, data->qvel);
  mju_addToScl(data->qvel, velocity_change, timestep, nv);
  mj_integratePos(model_, data->qpos, change, timestep);
  data->time += timestep;
  std::copy_n(data->qacc, nv, data->qacc_warmstart);
}

}  // namespace envpool::mujoco
