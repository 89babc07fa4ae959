// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/robotics/robot.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace envpool::mujoco::robotics {

Robot::Robot(const Model& model)
    : Simulation(model), file_model_(model), own_model_(own().get()) {}

void Robot::UpdatePlaces() {
  mj_kinematics(own_model_, &data());
  mj_comPos(own_model_, &data());
}

int Robot::Id(mjtObj type, const std::string& name) const {
  const int id = mj_name2id(own_model_, type, name.c_str());
  if (id < 0) {
    throw std::invalid_argument(
        std::string("xml_file: expected a model with ") + mju_type2Str(type) +
        " \"" + name + "\", which is not in it");
  }
  return id;
}

bool Robot::Has(mjtObj type, const std::string& name) const {
  return mj_name2id(own_model_, type, name.c_str()) >= 0;
}

double* Robot::JointPosition(const std::string& joint) {
  return data().qpos + own_model_->jnt_qposadr[Id(mjOBJ_JOINT, joint)];
}

double* Robot::JointVelocity(const std::string& joint) {
  return data().qvel + own_model_->jnt_dofadr[Id(mjOBJ_JOINT, joint)];
}

void Robot::RequireFree(const std::string& joint) const {
  if (own_model_->jnt_type[Id(mjOBJ_JOINT, joint)] != mjJNT_FREE) {
    throw std::invalid_argument("xml_file: expected a free joint " + joint +
                                ", got one of another type");
  }
}

const double* Robot::SitePosition(const std::string& site) const {
  return data().site_xpos + 3 * Id(mjOBJ_SITE, site);
}

std::vector<int> Robot::RobotJoints() const {
  std::vector<int> joints;
  for (int i = 0; i < own_model_->njnt; ++i) {
    const char* name = mj_id2name(own_model_, mjOBJ_JOINT, i);
    if (name != nullptr && std::string_view(name).starts_with("robot")) {
      const int type = own_model_->jnt_type[i];
      if (type != mjJNT_HINGE && type != mjJNT_SLIDE) {
        throw std::invalid_argument(
            std::string("xml_file: expected a hinge or slide joint ") + name +
            ", got one of another type");
      }
      joints.push_back(i);
    }
  }
  return joints;
}

void Robot::BeginPicture() {
  if (is_picture_) {
    return;
  }
  kept_.state.resize(mj_stateSize(own_model_, mjSTATE_INTEGRATION));
  mj_getState(own_model_, &data(), kept_.state.data(), mjSTATE_INTEGRATION);
  kept_.position.assign(data().xpos, data().xpos + 3 * own_model_->nbody);
  kept_.rotation.assign(data().xquat, data().xquat + 4 * own_model_->nbody);
  is_picture_ = true;
}

void Robot::EndPicture() {
  if (!is_picture_) {
    return;
  }
  is_picture_ = false;
  mj_setState(own_model_, &data(), kept_.state.data(), mjSTATE_INTEGRATION);
  std::copy(kept_.position.begin(), kept_.position.end(), data().xpos);
  std::copy(kept_.rotation.begin(), kept_.rotation.end(), data().xquat);
}

void Robot::Save(StateWriter* writer) {
  EndPicture();
  own().Save(writer);
  Simulation::Save(writer);
  // Tasks read rotations, which lag behind the state as the positions do.
  writer->Write(
      std::vector<double>(data().xquat, data().xquat + 4 * own_model_->nbody));
}

void Robot::Load(StateReader* reader) {
  is_picture_ = false;
  own().Load(reader);
  Simulation::Load(reader);
  std::vector<double> rotations;
  reader->Read(&rotations, 4 * own_model_->nbody);
  std::copy(rotations.begin(), rotations.end(), data().xquat);
}

}  // namespace envpool::mujoco::robotics
