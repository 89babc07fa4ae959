// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc/physics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/mujoco/common/call.h"

namespace envpool::mujoco::dmc {
namespace {

/// Whether no value is NaN or larger than MuJoCo allows.
template <typename T>
bool AreFiniteAndBounded(const std::vector<char>& bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof(T));
    if (!(std::fabs(value) <= mjMAXVAL)) {
      return false;
    }
  }
  return true;
}

}  // namespace

Physics::Physics(const Model& model)
    : Physics(model, std::make_unique<mjModel>(*model)) {}

// The simulation gets the env's own model under the ownership of the shared
// model, so that all envs share renderer resources such as textures.
Physics::Physics(const Model& shared, std::unique_ptr<mjModel> own)
    : Simulation(Model(shared, own.get())), own_(std::move(own)) {}

void Physics::Start() {
  Reset();
  ForwardWithoutActuation();
}

void Physics::ForwardWithoutActuation() {
  own_->opt.disableflags |= mjDSBL_ACTUATION;
  try {
    Forward();
  } catch (...) {
    own_->opt.disableflags &= ~mjDSBL_ACTUATION;
    throw;
  }
  own_->opt.disableflags &= ~mjDSBL_ACTUATION;
}

bool Physics::HasContacts() {
  mj_kinematics(own_.get(), &data());
  mj_comPos(own_.get(), &data());
  mj_collision(own_.get(), &data());
  return data().ncon > 0;
}

void Physics::SetControl(const double* control) {
  PrepareThread();
  std::copy_n(control, own_->nu, data().ctrl);
}

void Physics::Advance(int times) {
  int done = 0;
  if (own_->opt.integrator != mjINT_RK4) {
    // The results of mj_step1 are already up to date.
    mj_step2(own_.get(), &data());
    done = 1;
  }
  for (; done < times; ++done) {
    mj_step(own_.get(), &data());
  }
  mj_step1(own_.get(), &data());
  ThrowIfUnstable();
}

int Physics::Id(mjtObj type, const char* name) const {
  const int id = mj_name2id(own_.get(), type, name);
  if (id < 0) {
    throw std::invalid_argument(
        std::string("task_name: expected a model with ") + mju_type2Str(type) +
        " \"" + name + "\", which is not in it");
  }
  return id;
}

double* Physics::JointPosition(const char* joint) {
  return data().qpos + own_->jnt_qposadr[Id(mjOBJ_JOINT, joint)];
}

double* Physics::JointVelocity(const char* joint) {
  return data().qvel + own_->jnt_dofadr[Id(mjOBJ_JOINT, joint)];
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
  return data().sensordata + own_->sensor_adr[Id(mjOBJ_SENSOR, sensor)];
}

const double* Physics::GeomSize(const char* geom) const {
  return own_->geom_size + 3 * Id(mjOBJ_GEOM, geom);
}

const double* Physics::SiteSize(const char* site) const {
  return own_->site_size + 3 * Id(mjOBJ_SITE, site);
}

void* Physics::CopyToOwn(void* array, std::size_t count,
                         std::size_t element_size) {
  for (const Kept& kept : kept_) {
    if (kept.bytes.data() == array) {
      return array;
    }
  }
  const char* first = static_cast<const char*>(array);
  return kept_
      .emplace_back(Kept{.bytes = {first, first + count * element_size},
                         .element_size = element_size})
      .bytes.data();
}

void Physics::Save(StateWriter* writer) const {
  for (const Kept& kept : kept_) {
    writer->Write(kept.bytes);
  }
  Simulation::Save(writer);
}

void Physics::Load(StateReader* reader) {
  for (Kept& kept : kept_) {
    std::vector<char> bytes;
    reader->Read(&bytes, kept.bytes.size());
    reader->Require(kept.element_size == sizeof(float)
                        ? AreFiniteAndBounded<float>(bytes)
                        : AreFiniteAndBounded<double>(bytes));
    std::ranges::copy(bytes, kept.bytes.begin());
  }
  Simulation::Load(reader);
}

}  // namespace envpool::mujoco::dmc
