// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/robotics/hand_manipulate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <numbers>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "envpool/mujoco/robotics/numpy_sums.h"

namespace envpool::mujoco::robotics {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kNoise = 0.005;  // of the object's position
constexpr int kSettlingSteps = 10;
constexpr double kPalmHeight = 0.04;
constexpr int kAttempts = 10'000;  // nearly always one suffices
constexpr double kShownAside = 0.15;
constexpr std::array<float, 4> kTouched{1, 0, 0, 0.5};
constexpr std::array<float, 4> kNotTouched{0, 0.5, 0, 0.2};
constexpr std::string_view kSensor = "robot0:TS_";

template <typename Value>
Value Choose(const char* key, const std::string& name,
             std::initializer_list<std::pair<const char*, Value>> values) {
  std::string known;
  for (const auto& [each, value] : values) {
    if (name == each) {
      return value;
    }
    known += (known.empty() ? "" : ", ") + std::string(each);
  }
  throw std::invalid_argument(std::string(key) + ": expected one of " + known +
                              ", got " + name);
}

/// Calls use(sensor, name) with each touch sensor.
template <typename Use>
void ForEachTouchSensor(const mjModel& model, const Use& use) {
  for (int i = 0; i < model.nsensor; ++i) {
    const char* name = mj_id2name(&model, mjOBJ_SENSOR, i);
    if (name != nullptr &&
        std::string_view(name).find(kSensor) != std::string_view::npos) {
      use(i, std::string(name));
    }
  }
}

Quaternion QuaternionOf(const double* pose) {
  return {pose[3], pose[4], pose[5], pose[6]};
}

}  // namespace

int CountTouchSensors(const mjModel& model) {
  int count = 0;
  ForEachTouchSensor(model, [&](int, const std::string&) { ++count; });
  return count;
}

TargetPosition HandManipulate::PositionOf(const std::string& name) {
  return Choose<TargetPosition>("target_position", name,
                                {{"ignore", TargetPosition::kIgnore},
                                 {"fixed", TargetPosition::kFixed},
                                 {"random", TargetPosition::kRandom}});
}

TargetRotation HandManipulate::RotationOf(const std::string& name) {
  return Choose<TargetRotation>("target_rotation", name,
                                {{"ignore", TargetRotation::kIgnore},
                                 {"fixed", TargetRotation::kFixed},
                                 {"xyz", TargetRotation::kXyz},
                                 {"z", TargetRotation::kZ},
                                 {"parallel", TargetRotation::kParallel}});
}

Touch HandManipulate::TouchOf(const std::string& name) {
  return Choose<Touch>("touch_get_obs", name,
                       {{"off", Touch::kOff},
                        {"boolean", Touch::kBoolean},
                        {"sensordata", Touch::kForce},
                        {"log", Touch::kLog}});
}

TouchShown HandManipulate::TouchShownOf(const std::string& name) {
  return Choose<TouchShown>("touch_visualisation", name,
                            {{"off", TouchShown::kOff},
                             {"on_touch", TouchShown::kOnTouch},
                             {"always", TouchShown::kAlways}});
}

HandManipulate::HandManipulate(const ManipulateOptions& options, Robot* robot)
    : options_(options),
      robot_(robot),
      hand_(options.is_relative, robot),
      centre_(robot->Id(mjOBJ_SITE, "object:center")),
      pose_(robot->JointPosition("object:joint")),
      velocity_(robot->JointVelocity("object:joint")) {
  const mjModel& model = robot->model();
  robot->RequireFree("object:joint");
  if (robot->Has(mjOBJ_JOINT, "target:joint")) {
    robot->RequireFree("target:joint");
  }
  ForEachTouchSensor(model, [&](int sensor, std::string name) {
    name.erase(name.find(kSensor) + kSensor.size() - 2, 1);  // robot0:T_
    sensors_.push_back({sensor, robot->Id(mjOBJ_SITE, name)});
  });
  if (robot->Has(mjOBJ_GEOM, "object_hidden")) {
    hidden_colour_ = robot->OwnArray(&mjModel::geom_rgba, 4 * model.ngeom) +
                     4 * robot->Id(mjOBJ_GEOM, "object_hidden");
  }
  if (!sensors_.empty()) {
    colours_ = robot->OwnArray(&mjModel::site_rgba, 4 * model.nsite);
  }
}

// Official envs keep the solver's last result over a reset. With a new seed it
// is that of a new env.
void HandManipulate::Reset(Generator* generator) {
  if (state.is_new != 0) {
    robot_->Reset();
    robot_->Forward();
    state.is_new = 0;
  }
  int attempts = 0;
  while (!TryStart(generator)) {
    if (++attempts > kAttempts) {
      throw std::runtime_error(
          "xml_file: the object never stays on the hand's palm");
    }
  }
  state.goal = SampleGoal(generator);
  Measure();
}

bool HandManipulate::TryStart(Generator* generator) {
  const mjModel& model = robot_->model();
  mjData& data = robot_->data();
  data.time = 0;
  std::copy_n(model.qpos0, model.nq, data.qpos);
  std::fill_n(data.qvel, model.nv, 0.0);
  robot_->Forward();
  Quaternion rotation = QuaternionOf(pose_);
  if (options_.random_rotation && options_.rotation != TargetRotation::kFixed) {
    rotation = Multiply(rotation, SampleTurn(generator));
  }
  if (options_.random_position && options_.position != TargetPosition::kFixed) {
    for (int i = 0; i < 3; ++i) {
      pose_[i] += generator->Normal(0, kNoise);
    }
  }
  Normalize(&rotation);
  std::ranges::copy(rotation, pose_ + 3);
  const std::array<double, HandRobot::kActions> none{};
  for (int i = 0; i < kSettlingSteps; ++i) {
    hand_.Act({.values = none.data(),
               .count = HandRobot::kActions,
               .float32 = false});
    robot_->Advance(options_.frame_skip);
  }
  robot_->Forward();
  return data.site_xpos[3 * centre_ + 2] > kPalmHeight;
}

Quaternion HandManipulate::SampleTurn(Generator* generator) const {
  const double angle = generator->Uniform(-kPi, kPi);
  Vector3 axis{0, 0, 1};
  if (options_.rotation == TargetRotation::kXyz ||
      options_.rotation == TargetRotation::kIgnore) {
    for (double& value : axis) {
      value = generator->Uniform(-1, 1);
    }
  }
  Quaternion turn = Rotation(angle, axis);
  if (options_.rotation == TargetRotation::kParallel) {
    const auto& all = ParallelRotations();
    const auto count = static_cast<std::int64_t>(all.size());
    turn = Multiply(turn, all[generator->Integers(count)]);
  }
  return turn;
}

HandManipulate::Pose HandManipulate::SampleGoal(Generator* generator) const {
  Pose goal;
  std::copy_n(pose_, 3, goal.begin());
  if (options_.position == TargetPosition::kRandom) {
    for (int i = 0; i < 3; ++i) {
      goal[i] += generator->Uniform(options_.lowest[i], options_.highest[i]);
    }
  }
  const bool stays = options_.rotation == TargetRotation::kIgnore ||
                     options_.rotation == TargetRotation::kFixed;
  Quaternion rotation = stays ? QuaternionOf(pose_) : SampleTurn(generator);
  Normalize(&rotation);
  std::ranges::copy(rotation, goal.begin() + 3);
  return goal;
}

void HandManipulate::Measure() {
  position_error_ = options_.position == TargetPosition::kIgnore
                        ? 0
                        : GoalDistance(pose_, state.goal.data(), 3);
  rotation_error_ =
      options_.rotation == TargetRotation::kIgnore ? 0 : RotationError();
  distance_ = 10.0 * position_error_ + rotation_error_;
}

double HandManipulate::RotationError() const {
  Quaternion achieved = QuaternionOf(pose_);
  const Quaternion goal = QuaternionOf(state.goal.data());
  if (options_.ignores_z) {
    Vector3 euler = QuaternionToEuler(achieved);
    euler[2] = QuaternionToEuler(goal)[2];
    achieved = EulerToQuaternion(euler);
  }
  const Quaternion inverse{goal[0], -goal[1], -goal[2], -goal[3]};
  const double cosine = Multiply(achieved, inverse)[0];
  return 2 * std::acos(std::clamp(cosine, -1.0, 1.0));
}

double HandManipulate::Reward(const Controls& /*action*/) const {
  if (options_.is_sparse) {
    return is_success() ? 0.0 : -1.0;
  }
  return -distance_;
}

void HandManipulate::Observe(ObservationWriter* writer) const {
  const mjData& data = robot_->data();
  hand_.Observe(writer);
  writer->Add(velocity_, 6);
  writer->Add(pose_, kPose);
  if (options_.touch != Touch::kOff) {
    for (const TouchSensor& each : sensors_) {
      const double force = data.sensordata[each.sensor];
      switch (options_.touch) {
        case Touch::kBoolean:
          writer->Add(force > 0 ? 1 : 0);
          break;
        case Touch::kLog:
          writer->Add(std::log(force + 1.0));
          break;
        default:
          writer->Add(force);
      }
    }
  }
  writer->Add(pose_, kPose);
  writer->Add(state.goal);
}

void HandManipulate::Show() {
  const mjData& data = robot_->data();
  if (robot_->Has(mjOBJ_JOINT, "target:joint")) {
    double* target = robot_->JointPosition("target:joint");
    std::ranges::copy(state.goal, target);
    if (options_.position == TargetPosition::kIgnore) {
      target[0] += kShownAside;
    }
    std::fill_n(robot_->JointVelocity("target:joint"), 6, 0.0);
  }
  if (hidden_colour_ != nullptr) {
    hidden_colour_[3] = 1;
  }
  robot_->Forward();
  for (const TouchSensor& each : sensors_) {
    float* colour = colours_ + 4 * each.site;
    if (options_.touch_shown == TouchShown::kOff) {
      colour[3] = 0;
    } else if (options_.touch_shown == TouchShown::kOnTouch) {
      std::ranges::copy(
          data.sensordata[each.sensor] != 0 ? kTouched : kNotTouched, colour);
    }
  }
}

}  // namespace envpool::mujoco::robotics
