// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc_locomotion/walker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace envpool::mujoco::dmc_locomotion {
namespace {

constexpr const char* kFrame = "walker/";  // the body with the free joint
constexpr double kTouch = 1e-3;            // forces below are no touch
constexpr double kTorque = 60;             // torques are scaled by this

/// The joint that an actuator moves; -1 if it moves a tendon.
int JointOf(const mjModel& model, int actuator) {
  return model.actuator_trntype[actuator] == mjTRN_JOINT
             ? model.actuator_trnid[2 * actuator]
             : -1;
}

bool IsPartOf(const mjModel& model, int body, int ancestor) {
  while (body > ancestor) {
    body = model.body_parentid[body];
  }
  return body == ancestor;
}

}  // namespace

int ValuesOf(const mjModel& model, mjtSensor type) {
  int count = 0;
  for (int i = 0; i < model.nsensor; ++i) {
    count += model.sensor_type[i] == type ? model.sensor_dim[i] : 0;
  }
  return count;
}

Senses SensesOf(const mjModel& model) {
  Senses senses{
      .joints = 0,
      .activations = static_cast<int>(model.na),
      .tendons = static_cast<int>(model.ntendon),
      .torques = ValuesOf(model, mjSENS_TORQUE),
      .touches = ValuesOf(model, mjSENS_TOUCH),
  };
  for (int i = 0; i < model.nu; ++i) {
    senses.joints += JointOf(model, i) >= 0 ? 1 : 0;
  }
  return senses;
}

Walker::Walker(const WalkerParts& parts, World* world)
    : world_(*world),
      parts_(parts),
      pose_(world->JointPosition(kFrame)),
      place_(world->BodyPosition(parts.root)),
      frame_(world->BodyFrame(parts.root)) {
  const mjModel& model = world->model();
  std::ranges::transform(
      parts.appendages, appendages_.begin(),
      [&](const char* name) { return world->BodyPosition(name); });
  for (int i = 0; i < model.nu; ++i) {
    const int joint = JointOf(model, i);
    if (joint >= 0) {
      joint_positions_.push_back(world->data().qpos + model.jnt_qposadr[joint]);
      joint_velocities_.push_back(world->data().qvel + model.jnt_dofadr[joint]);
    }
  }
  const int frame = world->Id(mjOBJ_BODY, kFrame);
  std::vector<int> feet;
  for (const char* name : parts.feet) {
    feet.push_back(world->Id(mjOBJ_BODY, name));
  }
  for (int i = 0; i < model.ngeom; ++i) {
    const int body = model.geom_bodyid[i];
    may_not_touch_.push_back(IsPartOf(model, body, frame) &&
                             std::ranges::none_of(feet, [&](int foot) {
                               return IsPartOf(model, body, foot);
                             }));
  }
}

void Walker::StandUp(double x, double y, double z) {
  const std::array shift{x, y, z};
  const double norm = Norm(parts_.upright_turn.data(), 4);
  for (int i = 0; i < 3; ++i) {
    pose_[i] = parts_.upright_place[i] + shift[i];
  }
  for (int i = 0; i < 4; ++i) {
    pose_[3 + i] = parts_.upright_turn[i] / norm;
  }
}

void Walker::TurnBy(double angle) {
  const std::array turn{std::cos(angle / 2), 0., 0., std::sin(angle / 2)};
  std::array<double, 4> turned{};
  mju_mulQuat(turned.data(), turn.data(), pose_ + 3);
  // Like NumPy's norm on CPUs without AVX-512, where each product is rounded.
  const double norm = std::sqrt(turned[0] * turned[0] + turned[1] * turned[1] +
                                turned[2] * turned[2] + turned[3] * turned[3]);
  for (int i = 0; i < 4; ++i) {
    pose_[3 + i] = turned[i] / norm;
  }
}

bool Walker::Falls(const std::vector<bool>& ground) const {
  const mjData& data = world_.data();
  return std::any_of(data.contact, data.contact + data.ncon,
                     [&](const mjContact& contact) {
                       const int a = contact.geom[0];
                       const int b = contact.geom[1];
                       return a >= 0 && b >= 0 &&
                              ((may_not_touch_[a] && ground[b]) ||
                               (may_not_touch_[b] && ground[a]));
                     });
}

bool Walker::IsBelow(double height) const {
  return std::any_of(
      appendages_.begin(), appendages_.end() - 1,
      [&](const double* effector) { return effector[2] < height; });
}

Vector3 Walker::TowardsInFrame(const double* place) const {
  return InFrame(Difference(place, place_), frame_);
}

double* Walker::Activations(double* out) const {
  return std::copy_n(world_.data().act, world_.model().na, out);
}

double* Walker::Appendages(double* out) const {
  for (const double* place : appendages_) {
    out = std::ranges::copy(TowardsInFrame(place), out).out;
  }
  return out;
}

double* Walker::JointPositions(double* out) const {
  return std::ranges::transform(joint_positions_, out,
                                [](const double* value) { return *value; })
      .out;
}

double* Walker::JointVelocities(double* out) const {
  return std::ranges::transform(joint_velocities_, out,
                                [](const double* value) { return *value; })
      .out;
}

double* Walker::Sensors(mjtSensor type, double* out) const {
  const mjModel& model = world_.model();
  for (int i = 0; i < model.nsensor; ++i) {
    if (model.sensor_type[i] != type) {
      continue;
    }
    const double* values = world_.data().sensordata + model.sensor_adr[i];
    out = std::transform(values, values + model.sensor_dim[i], out,
                         [&](double value) {
                           switch (type) {
                             case mjSENS_TOUCH:
                               return value > kTouch ? 1. : 0.;
                             case mjSENS_TORQUE:
                               return std::tanh(2 * value / kTorque);
                             default:
                               return value;
                           }
                         });
  }
  return out;
}

double* Walker::TendonLengths(double* out) const {
  return std::copy_n(world_.data().ten_length, world_.model().ntendon, out);
}

double* Walker::TendonVelocities(double* out) const {
  return std::copy_n(world_.data().ten_velocity, world_.model().ntendon, out);
}

}  // namespace envpool::mujoco::dmc_locomotion
