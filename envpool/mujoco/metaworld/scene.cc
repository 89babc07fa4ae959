// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/metaworld/scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <stdexcept>
#include <string>

#include "envpool/mujoco/common/call.h"

namespace envpool::mujoco::metaworld {
namespace {

constexpr int kHandSteps = 50;  // at the start of an episode
constexpr double kActionScale = 1.0 / 100;

/// scipy's Rotation.from_matrix(matrix).as_quat().
Rotation TurnOf(const double* matrix) {
  const double trace = matrix[0] + matrix[4] + matrix[8];
  int largest = 0;
  double most = matrix[0];
  for (const int i : {1, 2}) {
    if (matrix[4 * i] > most) {
      largest = i;
      most = matrix[4 * i];
    }
  }
  Rotation turn{};
  if (trace > most) {
    turn = {matrix[7] - matrix[5], matrix[2] - matrix[6], matrix[3] - matrix[1],
            1 + trace};
  } else {
    const int i = largest;
    const int j = (i + 1) % 3;
    const int k = (j + 1) % 3;
    turn[i] = 1 - trace + 2 * matrix[4 * i];
    turn[j] = matrix[3 * j + i] + matrix[3 * i + j];
    turn[k] = matrix[3 * k + i] + matrix[3 * i + k];
    turn[3] = matrix[3 * k + j] - matrix[3 * j + k];
  }
  const double norm = Norm(turn);
  for (double& value : turn) {
    value /= norm;
  }
  return turn;
}

/// The official env's relative pose and scale of torque of welds.
constexpr std::array<double, mjNEQDATA> kWeld{0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 5};

}  // namespace

Scene::Scene(const Model& model)
    : Simulation(model),
      body_pos_(own().CopySaved(&mjModel::body_pos, 3 * model->nbody)),
      site_pos_(own().CopySaved(&mjModel::site_pos, 3 * model->nsite)),
      finger_sites_{Id(mjOBJ_SITE, "rightEndEffector"),
                    Id(mjOBJ_SITE, "leftEndEffector")},
      pads_{Id(mjOBJ_GEOM, "leftpad_geom"), Id(mjOBJ_GEOM, "rightpad_geom")} {
  double* welds = own().CopySaved(&mjModel::eq_data, mjNEQDATA * model->neq);
  for (int i = 0; i < model->neq; ++i) {
    if (model->eq_type[i] == mjEQ_WELD) {
      std::copy(kWeld.begin(), kWeld.end(), welds + mjNEQDATA * i);
    }
  }
  PrepareThread();
  Simulation::Forward();
}

int Scene::Id(mjtObj type, const char* name) const {
  const int id = mj_name2id(&model(), type, name);
  if (id < 0) {
    throw std::invalid_argument(
        std::string("task_name: expected a model with ") + mju_type2Str(type) +
        " \"" + name + "\", which is not in it");
  }
  return id;
}

void Scene::StartHand(const Vector3& place) {
  if (model_only_) {
    return;
  }
  for (int i = 0; i < kHandSteps; ++i) {
    std::copy(place.begin(), place.end(), data().mocap_pos);
    data().mocap_quat[0] = data().mocap_quat[2] = 1;
    data().mocap_quat[1] = data().mocap_quat[3] = 0;
    Advance(-1, 1);
  }
  episode.fingers = Fingers();
}

void Scene::MoveHand(const float* action, const Vector3& low,
                     const Vector3& high) {
  constexpr auto kScale = static_cast<float>(kActionScale);
  double* place = data().mocap_pos;
  for (int i = 0; i < 3; ++i) {
    place[i] +=
        static_cast<double>(std::clamp(action[i], -1.0F, 1.0F) * kScale);
    place[i] = std::clamp(place[i], low[i], high[i]);
  }
  data().mocap_quat[0] = data().mocap_quat[2] = 1;
  data().mocap_quat[1] = data().mocap_quat[3] = 0;
}

void Scene::Forward() {
  if (model_only_) {
    return;
  }
  PrepareThread();
  mj_kinematics(&model(), &data());
  mj_comPos(&model(), &data());
  mj_camlight(&model(), &data());
  has_forces_ = false;
}

void Scene::Advance(double right, double left) {
  if (model_only_) {
    return;
  }
  const std::array<double, 2> control{right, left};
  Step(control.data(), frame_skip_);
}

Vector3 Scene::Fingers() const {
  const Vector3 sum = VectorAt(data().site_xpos + 3 * finger_sites_[0]) +
                      VectorAt(data().site_xpos + 3 * finger_sites_[1]);
  return {sum[0] / 2.0, sum[1] / 2.0, sum[2] / 2.0};
}

Vector3 Scene::BodyAt(const char* body) const {
  return VectorAt(data().xpos + 3 * Id(mjOBJ_BODY, body));
}
Vector3 Scene::SiteAt(const char* site) const {
  return VectorAt(data().site_xpos + 3 * Id(mjOBJ_SITE, site));
}
Vector3 Scene::GeomAt(const char* geom) const {
  return VectorAt(data().geom_xpos + 3 * Id(mjOBJ_GEOM, geom));
}
double Scene::JointAt(const char* joint) const {
  return data().qpos[model().jnt_qposadr[Id(mjOBJ_JOINT, joint)]];
}

Rotation Scene::BodyTurn(const char* body) const {
  const double* turn = data().xquat + 4 * Id(mjOBJ_BODY, body);
  return {turn[0], turn[1], turn[2], turn[3]};
}
Rotation Scene::BodyTurnLast(const char* body) const {
  return TurnOf(data().xmat + 9 * Id(mjOBJ_BODY, body));
}
Rotation Scene::GeomTurnLast(const char* geom) const {
  return TurnOf(data().geom_xmat + 9 * Id(mjOBJ_GEOM, geom));
}
Rotation Scene::SiteTurnLast(const char* site) const {
  return TurnOf(data().site_xmat + 9 * Id(mjOBJ_SITE, site));
}

// Geoms without a radius are planes. Contact pairs have margins of their own.
bool Scene::MayTouch(int geom1, int geom2) const {
  const mjModel& m = model();
  const double reach = m.geom_rbound[geom1] + m.geom_rbound[geom2] +
                       m.geom_margin[geom1] + m.geom_margin[geom2];
  const double distance = Norm(VectorAt(data().geom_xpos + 3 * geom1) -
                               VectorAt(data().geom_xpos + 3 * geom2));
  return m.npair > 0 || m.geom_rbound[geom1] == 0 ||
         m.geom_rbound[geom2] == 0 || distance < reach + 1e-6;
}

bool Scene::IsGripped(const char* geom) {
  const int object = Id(mjOBJ_GEOM, geom);
  if (!MayTouch(object, pads_[0]) || !MayTouch(object, pads_[1])) {
    return false;
  }
  if (!has_forces_) {
    PrepareThread();
    Simulation::Forward();
    has_forces_ = true;
  }
  std::array<double, 2> force{};
  for (int i = 0; i < data().ncon; ++i) {
    const mjContact& contact = data().contact[i];
    // An excluded contact has the address -1, for Python the last one.
    const int address =
        contact.efc_address < 0 ? data().nefc - 1 : contact.efc_address;
    const auto touches = [&](int id) {
      return contact.geom[0] == id || contact.geom[1] == id;
    };
    for (std::size_t pad = 0; pad < pads_.size(); ++pad) {
      if (touches(object) && touches(pads_[pad])) {
        force[pad] += data().efc_force[address];
      }
    }
  }
  return force[0] > 0 && force[1] > 0;
}

void Scene::PlaceBody(const char* body, const Vector3& place) {
  std::copy(place.begin(), place.end(), body_pos_ + 3 * Id(mjOBJ_BODY, body));
}
void Scene::PlaceSite(const char* site, const Vector3& place) {
  std::copy(place.begin(), place.end(), site_pos_ + 3 * Id(mjOBJ_SITE, site));
}
Vector3 Scene::PlaceOfSite(const char* site) const {
  return VectorAt(site_pos_ + 3 * Id(mjOBJ_SITE, site));
}

void Scene::SetPositions(int first, std::initializer_list<double> values,
                         int stopped, int num_stopped) {
  std::copy(values.begin(), values.end(), data().qpos + first);
  const int end = std::min(stopped + num_stopped, static_cast<int>(model().nv));
  for (int i = stopped; i < end; ++i) {
    data().qvel[i] = 0;
  }
  Forward();
}

void Scene::SetJoint(const char* joint, double position) {
  const int id = Id(mjOBJ_JOINT, joint);
  SetPositions(model().jnt_qposadr[id], {position}, model().jnt_dofadr[id], 1);
}

void Scene::LeaveJoint(const char* joint, double position) {
  data().qpos[model().jnt_qposadr[Id(mjOBJ_JOINT, joint)]] = position;
}

void Scene::Save(StateWriter* writer) {
  own().Save(writer);
  Simulation::Save(writer);
  writer->Write(episode.drawn);
  writer->Write(episode.target);
  writer->Write(episode.object);
  writer->Write(episode.fingers);
  writer->Write(episode.tool);
  writer->Write(episode.distance);
}

void Scene::Load(StateReader* reader) {
  own().Load(reader);
  Simulation::Load(reader);
  reader->Read(&episode.drawn);
  reader->Read(&episode.target);
  reader->Read(&episode.object);
  reader->Read(&episode.fingers);
  reader->Read(&episode.tool);
  reader->Read(&episode.distance);
}

}  // namespace envpool::mujoco::metaworld
