// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/physics.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "envpool/mujoco/common/call.h"

namespace envpool::mujoco {

void Physics::Start() {
  is_stale_ = false;
  has_begun_ = false;
  Reset();
  ForwardWithoutActuation();
}

void Physics::StartFrom(std::span<const double> guess) {
  is_stale_ = false;
  has_begun_ = false;
  Reset();
  std::ranges::copy(guess, data().qacc_warmstart);
}

void Physics::ForwardWithoutActuation() {
  has_begun_ = false;
  mjModel passive = model();  // the struct only; its arrays are the model's
  passive.opt.disableflags |= mjDSBL_ACTUATION;
  mj_forward(&passive, &data());
}

void Physics::KeepWritten() {
  if (OwnModel* const made = own_if_made()) {
    made->KeepWritten();
  }
}

bool Physics::HasContacts() {
  has_begun_ = false;
  mj_kinematics(&model(), &data());
  mj_comPos(&model(), &data());
  mj_collision(&model(), &data());
  return data().ncon > 0;
}

void Physics::SetControl(const double* control) {
  Refresh();
  PrepareThread();
  std::copy_n(control, model().nu, data().ctrl);
}

void Physics::Advance(int times) {
  // The suite's first step is mj_step2, except with the Runge-Kutta method,
  // where the results of mj_step1 can be used only if mj_step1 was the last.
  const bool is_begun = has_begun_ || model().opt.integrator != mjINT_RK4;
  has_begun_ = false;
  StepAndBegin(times, is_begun);
  has_begun_ = true;
}

int Physics::Id(mjtObj type, const char* name) const {
  const int id = mj_name2id(&model(), type, name);
  if (id < 0) {
    throw std::invalid_argument(
        std::string("task_name: expected a model with ") + mju_type2Str(type) +
        " \"" + name + "\", which is not in it");
  }
  return id;
}

double* Physics::JointPosition(const char* joint) {
  return data().qpos + model().jnt_qposadr[Id(mjOBJ_JOINT, joint)];
}

double* Physics::JointVelocity(const char* joint) {
  return data().qvel + model().jnt_dofadr[Id(mjOBJ_JOINT, joint)];
}

const double* Physics::BodyPosition(const char* body) const {
  return data().xpos + 3 * Id(mjOBJ_BODY, body);
}

const double* Physics::BodyFrame(const char* body) const {
  return data().xmat + 9 * Id(mjOBJ_BODY, body);
}

const double* Physics::GeomPosition(const char* geom) const {
  return data().geom_xpos + 3 * Id(mjOBJ_GEOM, geom);
}

const double* Physics::GeomFrame(const char* geom) const {
  return data().geom_xmat + 9 * Id(mjOBJ_GEOM, geom);
}

const double* Physics::SitePosition(const char* site) const {
  return data().site_xpos + 3 * Id(mjOBJ_SITE, site);
}

const double* Physics::SiteFrame(const char* site) const {
  return data().site_xmat + 9 * Id(mjOBJ_SITE, site);
}

const double* Physics::Sensor(const char* sensor) const {
  return data().sensordata + model().sensor_adr[Id(mjOBJ_SENSOR, sensor)];
}

const double* Physics::GeomSize(const char* geom) const {
  return model().geom_size + 3 * Id(mjOBJ_GEOM, geom);
}

const double* Physics::SiteSize(const char* site) const {
  return model().site_size + 3 * Id(mjOBJ_SITE, site);
}

void Physics::ParamsChanged() {
  Simulation::ParamsChanged();
  is_stale_ = true;
  has_begun_ = false;
}

// This brings a loaded state up to date in the same way.
void Physics::Refresh() {
  if (!is_stale_) {
    return;
  }
  is_stale_ = false;
  PrepareThread();
  std::vector<double> state(mj_stateSize(&model(), mjSTATE_INTEGRATION));
  mj_getState(&model(), &data(), state.data(), mjSTATE_INTEGRATION);
  Forward();
  mj_setState(&model(), &data(), state.data(), mjSTATE_INTEGRATION);
}

void Physics::Save(StateWriter* writer) {
  Refresh();
  if (const OwnModel* const made = own_if_made()) {
    made->Save(writer);
  }
  Simulation::Save(writer);
}

void Physics::Load(StateReader* reader) {
  if (OwnModel* const made = own_if_made()) {
    made->Load(reader);
  }
  Simulation::Load(reader);
  is_stale_ = false;
  has_begun_ = false;
}

}  // namespace envpool::mujoco
