// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/robotics/adroit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "envpool/mujoco/common/terms.h"

namespace envpool::mujoco::robotics {
namespace {

using Vector = std::array<double, 3>;

Vector Difference(const double* a, const double* b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

/// The position actuators from `first` to `last` get this stiffness.
void SetStiffness(mjSpec* spec, const char* first, const char* last,
                  double stiffness) {
  mjsElement* end = mjs_findElement(spec, mjOBJ_ACTUATOR, last);
  mjsElement* each = mjs_findElement(spec, mjOBJ_ACTUATOR, first);
  for (; each != nullptr; each = mjs_nextElement(spec, each)) {
    mjsActuator* actuator = mjs_asActuator(each);
    std::ranges::copy(std::array{stiffness, 0.0, 0.0}, actuator->gainprm);
    std::ranges::copy(std::array{0.0, -stiffness, 0.0}, actuator->biasprm);
    if (each == end) {
      return;
    }
  }
}

/// The official conversion of Euler angles about x and y, with z = 0.
void EulerToQuaternion(double x, double y, double* out) {
  const double ai = 0;
  const double aj = -y / 2;
  const double ak = x / 2;
  const double si = std::sin(ai);
  const double sj = std::sin(aj);
  const double sk = std::sin(ak);
  const double ci = std::cos(ai);
  const double cj = std::cos(aj);
  const double ck = std::cos(ak);
  const double cc = ci * ck;
  const double cs = ci * sk;
  const double sc = si * ck;
  const double ss = si * sk;
  out[0] = cj * cc + sj * ss;
  out[3] = cj * sc - sj * cs;
  out[2] = -(cj * ss + sj * cc);
  out[1] = cj * cs - sj * sc;
}

/// The official conversion of a quaternion to Euler angles.
Vector QuaternionToEuler(const double* quaternion) {
  const double w = quaternion[0];
  const double x = quaternion[1];
  const double y = quaternion[2];
  const double z = quaternion[3];
  const double norm = SumOfSquares(quaternion, 4);
  if (!(norm > std::numeric_limits<double>::epsilon())) {
    return {-0.0, -0.0, -0.0};  // the angles of the identity
  }
  const double s = 2.0 / norm;
  const double sx = x * s;
  const double sy = y * s;
  const double sz = z * s;
  const double m00 = 1.0 - (y * sy + z * sz);
  const double m01 = x * sy - w * sz;
  const double m02 = x * sz + w * sy;
  const double m10 = x * sy + w * sz;
  const double m11 = 1.0 - (x * sx + z * sz);
  const double m12 = y * sz - w * sx;
  const double m22 = 1.0 - (x * sx + y * sy);
  const double cosine = std::sqrt(m22 * m22 + m12 * m12);
  const bool is_regular = cosine > std::numeric_limits<double>::epsilon() * 4;
  return {is_regular ? -std::atan2(m12, m22) : 0.0, -std::atan2(-m02, cosine),
          is_regular ? -std::atan2(m01, m00) : -std::atan2(-m10, m11)};
}

double Unit(double value) { return std::clamp(value, -1.0, 1.0); }

}  // namespace

void AdroitTask::WeakenActuators(mjSpec* spec) {
  SetStiffness(spec, "A_WRJ1", "A_WRJ0", 10);
  SetStiffness(spec, "A_FFJ3", "A_THJ0", 1);
}

void AdroitTask::Act(const Controls& action) {
  const double* bounds = robot_.model().actuator_ctrlrange;
  for (int i = 0; i < action.count; ++i) {
    const double low = bounds[2 * i];
    const double high = bounds[2 * i + 1];
    robot_.data().ctrl[i] =
        (low + high) / 2 + Unit(action.values[i]) * (0.5 * (high - low));
  }
}

double* AdroitTask::OwnBodyPlace(const char* body) {
  const auto count = 3 * static_cast<std::size_t>(robot_.model().nbody);
  return robot_.OwnArray(&mjModel::body_pos, count) +
         3 * robot_.Id(mjOBJ_BODY, body);
}

double* AdroitTask::OwnSitePlace(const char* site) {
  const auto count = 3 * static_cast<std::size_t>(robot_.model().nsite);
  return robot_.OwnArray(&mjModel::site_pos, count) +
         3 * robot_.Id(mjOBJ_SITE, site);
}

void AdroitTask::StartAtRest() {
  robot_.Reset();
  robot_.Forward();
  state = AdroitState{};
}

void Door::Find() {
  place_ = OwnBodyPlace("frame");
  handle_ = robot_.SitePosition("S_handle");
  hinge_ = robot_.JointPosition("door_hinge");
}

void Door::Start(Generator* generator) {
  place_[0] = generator->Uniform(-0.3, -0.2);
  place_[1] = generator->Uniform(0.25, 0.35);
  place_[2] = generator->Uniform(0.252, 0.35);
  StartAtRest();
}

void Door::Measure() { state.distance = *hinge_; }

void Door::AfterStep() {
  const double angle = *hinge_;
  state.distance = angle;
  state.is_success = static_cast<std::int64_t>(angle >= 1.35);
  state.reward = Sparse();
  if (!is_dense_) {
    return;
  }
  double reward = 0.1 * UnfusedDistance(grasp_, handle_);
  reward += -0.1 * (angle - 1.57) * (angle - 1.57);
  reward += -1e-5 * SumOfSquares(robot_.data().qvel, nv());
  reward += angle > 0.2 ? 2 : 0;
  reward += angle > 1.0 ? 8 : 0;
  reward += angle > 1.35 ? 10 : 0;
  state.reward = reward;
}

void Door::Observe(ObservationWriter* writer) const {
  const double* positions = robot_.data().qpos;
  writer->Add(positions + 1, nq() - 3);
  writer->Add(positions[nq() - 1]);
  writer->Add(*hinge_);
  writer->Add(grasp_, 3);
  writer->Add(handle_, 3);
  writer->Add(Difference(grasp_, handle_));
  writer->Add(*hinge_ > 1 ? 1 : -1);
}

void Hammer::Find() {
  board_ = OwnBodyPlace("nail_board");
  hammer_ = robot_.Id(mjOBJ_BODY, "Object");
  head_ = robot_.SitePosition("tool");
  nail_ = robot_.SitePosition("S_target");
  goal_ = robot_.SitePosition("nail_goal");
  impact_ = robot_.data().sensordata +
            robot_.model().sensor_adr[robot_.Id(mjOBJ_SENSOR, "S_nail")];
}

void Hammer::Start(Generator* generator) {
  board_[2] = generator->Uniform(0.1, 0.25);
  StartAtRest();
}

void Hammer::Measure() { state.distance = UnfusedDistance(nail_, goal_); }

void Hammer::AfterStep() {
  const double* hammer = robot_.Body(hammer_);
  const double distance = UnfusedDistance(nail_, goal_);
  state.distance = distance;
  state.is_success = static_cast<std::int64_t>(distance < 0.01);
  state.reward = Sparse();
  if (!is_dense_) {
    return;
  }
  double reward = 0.1 * UnfusedDistance(grasp_, hammer);
  reward -= UnfusedDistance(head_, nail_);
  reward -= 10 * distance;
  reward -= 1e-2 * std::sqrt(SumOfSquares(robot_.data().qvel, nv()));
  reward += hammer[2] > 0.04 && head_[2] > 0.04 ? 2 : 0;
  reward += distance < 0.020 ? 25 : 0;
  reward += distance < 0.010 ? 75 : 0;
  state.reward = reward;
}

void Hammer::Observe(ObservationWriter* writer) const {
  const mjData& data = robot_.data();
  writer->Add(data.qpos, nq() - 6);
  for (int i = nv() - 6; i < nv(); ++i) {
    writer->Add(Unit(data.qvel[i]));
  }
  writer->Add(grasp_, 3);
  writer->Add(robot_.Body(hammer_), 3);
  writer->Add(QuaternionToEuler(data.xquat + 4 * hammer_));
  writer->Add(nail_, 3);
  writer->Add(Unit(*impact_));
}

void Pen::Find() {
  const auto count = 4 * static_cast<std::size_t>(robot_.model().nbody);
  turn_ = robot_.OwnArray(&mjModel::body_quat, count) +
          4 * robot_.Id(mjOBJ_BODY, "target");
  pen_ = BodyPosition("Object");
  centre_ = robot_.SitePosition("eps_ball");
  top_ = robot_.SitePosition("object_top");
  bottom_ = robot_.SitePosition("object_bottom");
  target_top_ = robot_.SitePosition("target_top");
  target_bottom_ = robot_.SitePosition("target_bottom");
}

void Pen::Start(Generator* generator) {
  const double x = generator->Uniform(-1, 1);
  const double y = generator->Uniform(-1, 1);
  EulerToQuaternion(x, y, turn_);
  StartAtRest();
  state.pen_length = UnfusedDistance(top_, bottom_);
  state.target_length = UnfusedDistance(target_top_, target_bottom_);
}

void Pen::Measure() { state.distance = UnfusedDistance(pen_, centre_); }

Vector Pen::PenAxis() const {
  Vector axis = Difference(top_, bottom_);
  for (double& value : axis) {
    value /= state.pen_length;
  }
  return axis;
}

Vector Pen::TargetAxis() const {
  Vector axis = Difference(target_top_, target_bottom_);
  for (double& value : axis) {
    value /= state.target_length;
  }
  return axis;
}

void Pen::AfterStep() {
  const Vector pen = PenAxis();
  const Vector target = TargetAxis();
  const double distance = UnfusedDistance(pen_, centre_);
  const double similarity =
      pen[0] * target[0] + pen[1] * target[1] + pen[2] * target[2];
  const bool is_near = distance < 0.075;
  state.distance = distance;
  state.is_success = static_cast<std::int64_t>(is_near && similarity > 0.95);
  state.reward = Sparse();
  if (!is_dense_) {
    return;
  }
  double reward = -distance + similarity;
  reward += is_near && similarity > 0.9 ? 10 : 0;
  reward += is_near && similarity > 0.95 ? 50 : 0;
  reward -= pen_[2] < 0.075 ? 5 : 0;
  state.reward = reward;
}

void Pen::Observe(ObservationWriter* writer) const {
  const mjData& data = robot_.data();
  const Vector pen = PenAxis();
  const Vector target = TargetAxis();
  writer->Add(data.qpos, nq() - 6);
  writer->Add(pen_, 3);
  writer->Add(data.qvel + nv() - 6, 6);
  writer->Add(pen);
  writer->Add(target);
  writer->Add(Difference(pen_, centre_));
  writer->Add(Difference(pen.data(), target.data()));
}

void Relocate::Find() {
  ball_place_ = OwnBodyPlace("Object");
  target_place_ = OwnSitePlace("target");
  ball_ = BodyPosition("Object");
  target_ = robot_.SitePosition("target");
}

void Relocate::Start(Generator* generator) {
  ball_place_[0] = generator->Uniform(-0.15, 0.15);
  ball_place_[1] = generator->Uniform(-0.15, 0.3);
  target_place_[0] = generator->Uniform(-0.2, 0.2);
  target_place_[1] = generator->Uniform(-0.2, 0.2);
  target_place_[2] = generator->Uniform(0.15, 0.35);
  StartAtRest();
}

void Relocate::Measure() { state.distance = UnfusedDistance(ball_, target_); }

void Relocate::AfterStep() {
  const double distance = UnfusedDistance(ball_, target_);
  state.distance = distance;
  state.is_success = static_cast<std::int64_t>(distance < 0.1);
  state.reward = Sparse();
  if (!is_dense_) {
    return;
  }
  double reward = 0.1 * UnfusedDistance(grasp_, ball_);
  if (ball_[2] > 0.04) {
    reward += 1;
    reward += -0.5 * UnfusedDistance(grasp_, target_);
    reward += -0.5 * distance;
  }
  reward += distance < 0.1 ? 10 : 0;
  reward += distance < 0.05 ? 20 : 0;
  state.reward = reward;
}

void Relocate::Observe(ObservationWriter* writer) const {
  writer->Add(robot_.data().qpos, nq() - 6);
  writer->Add(Difference(grasp_, ball_));
  writer->Add(Difference(grasp_, target_));
  writer->Add(Difference(ball_, target_));
}

}  // namespace envpool::mujoco::robotics
