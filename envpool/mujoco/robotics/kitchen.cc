// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/robotics/kitchen.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace envpool::mujoco::robotics {
namespace {

constexpr int kPositions = 30;
constexpr int kVelocities = 29;

constexpr std::array<double, kPositions> kStart{
    1.48388023e-01,  -1.76848573e00,  1.84390296e00,   -2.47685760e00,
    2.60252026e-01,  7.12533105e-01,  1.59515394e00,   4.79267505e-02,
    3.71350919e-02,  -2.66279850e-04, -5.18043486e-05, 3.12877220e-05,
    -4.51199853e-05, -3.90842156e-06, -4.22629655e-05, 6.28065475e-05,
    4.04984708e-05,  4.62730939e-04,  -2.26906415e-04, -4.65501369e-04,
    -6.44129196e-03, -1.77048263e-03, 1.08009684e-03,  -2.69397440e-01,
    3.50383255e-01,  1.61944683e00,   1.00618764e00,   4.06395120e-03,
    -6.62095997e-03, -2.68278933e-04};

// The official configuration of the robot: bounds of the robot's positions, and
// the amplitudes of the noise of all positions and velocities.
constexpr std::array<std::array<double, 2>, Kitchen::kRobotJoints> kBounds{
    {{-2.9, 2.9},
     {-1.8, 1.8},
     {-2.9, 2.9},
     {-3.1, 0.0},
     {-2.9, 2.9},
     {0.0, 3.8},
     {-2.9, 2.9},
     {0.0, 0.04},
     {0.0, 0.04}}};
constexpr std::array<double, kVelocities> kPositionNoise{
    0.1,   0.1,    0.1,    0.1,    0.1,    0.1,    0.1,    0.1,   0.1,   0.005,
    0.005, 0.0005, 0.0005, 0.0005, 0.0005, 0.0005, 0.0005, 0.005, 0.005, 0.005,
    0.1,   0.1,    0.1,    0.005,  0.005,  0.005,  0.1,    0.1,   0.1};
constexpr std::array<double, kVelocities> kVelocityNoise{
    0.1,   0.1,   0.1,   0.1,   0.1,   0.1,   0.1,   0.1,   0.1,   0.005,
    0.005, 0.005, 0.005, 0.005, 0.005, 0.005, 0.005, 0.005, 0.005, 0.005,
    0.1,   0.1,   0.1,   0.005, 0.005, 0.005, 0.1,   0.1,   0.1};

constexpr double kNear = 0.3;  // the distance at which a goal is reached

/// np.dot of a vector of at most seven values with itself, as a root.
double DistanceTo(const KitchenGoal& goal, const double* positions) {
  double sum = 0;
  for (int i = 0; i < goal.count; ++i) {
    const double difference =
        positions[goal.first + i] - goal.positions[static_cast<std::size_t>(i)];
    sum += difference * difference;
  }
  return std::sqrt(sum);
}

/// Writes values with uniform noise.
double* AddNoise(const double* values, int count, double ratio,
                 const double* amplitudes, Generator* generator, double* out) {
  for (int i = 0; i < count; ++i) {
    out[i] = values[i] + ratio * amplitudes[i] * generator->Uniform(-1, 1);
  }
  return out + count;
}

}  // namespace

GoalFlags GoalsNamed(const std::vector<std::string>& names) {
  GoalFlags flags{};
  for (const std::string& name : names) {
    const auto* const goal = std::ranges::find_if(
        kKitchenGoals,
        [&](const KitchenGoal& each) { return name == each.name; });
    if (goal == kKitchenGoals.end()) {
      std::string known;
      for (const KitchenGoal& each : kKitchenGoals) {
        known += (known.empty() ? "" : ", ") + std::string(each.name);
      }
      throw std::invalid_argument("tasks_to_complete: expected some of " +
                                  known + ", got \"" + name + "\"");
    }
    flags[static_cast<std::size_t>(goal - kKitchenGoals.begin())] = true;
  }
  return flags;
}

void Kitchen::Reset(Generator* generator) {
  robot_.Reset();
  std::ranges::copy(kStart, robot_.data().qpos);
  robot_.Forward();
  state.to_complete = goals_;
  state.completed_now = state.completed = {};
  Sense(generator);
}

// The robot follows the positions that it had in the last observation, with
// noise. Velocities are within the official bounds, as actions are.
void Kitchen::Act(const Controls& action) {
  constexpr double kFastest = 2;
  for (std::size_t i = 0; i < kBounds.size(); ++i) {
    const double velocity =
        0 + std::clamp(action.values[i], -1.0, 1.0) * kFastest;
    robot_.data().ctrl[i] =
        std::clamp(state.observation[i] + velocity * seconds_, kBounds[i][0],
                   kBounds[i][1]);
  }
}

void Kitchen::AfterStep(const Controls& /*action*/, Generator* generator) {
  Sense(generator);
  state.completed_now = {};
  for (std::size_t i = 0; i < kKitchenGoals.size(); ++i) {
    if (state.to_complete[i] &&
        DistanceTo(kKitchenGoals[i], robot_.data().qpos) < kNear) {
      state.completed_now[i] = state.completed[i] = true;
      state.to_complete[i] = !removes_;
    }
  }
}

double Kitchen::Reward(const Controls& /*action*/) const {
  return static_cast<double>(std::ranges::count(state.completed_now, true));
}

bool Kitchen::IsTerminated() const {
  return terminates_ && state.completed == goals_;
}

// The objects' positions have the noise of the joints before them, as in the
// official env.
void Kitchen::Sense(Generator* generator) {
  const mjData& data = robot_.data();
  double* out = state.observation.data();
  out = AddNoise(data.qpos, kRobotJoints, robot_noise_, kPositionNoise.data(),
                 generator, out);
  out = AddNoise(data.qvel, kRobotJoints, robot_noise_, kVelocityNoise.data(),
                 generator, out);
  out = AddNoise(data.qpos + kRobotJoints, kPositions - kRobotJoints,
                 object_noise_, kPositionNoise.data() + kRobotJoints - 1,
                 generator, out);
  AddNoise(data.qvel + kRobotJoints, kVelocities - kRobotJoints, object_noise_,
           kVelocityNoise.data() + kRobotJoints, generator, out);
}

void Kitchen::Observe(ObservationWriter* writer) const {
  writer->Add(state.observation);
  for (std::size_t i = 0; i < kKitchenGoals.size(); ++i) {
    if (goals_[i]) {
      writer->Add(robot_.data().qpos + kKitchenGoals[i].first,
                  kKitchenGoals[i].count);
    }
  }
  for (std::size_t i = 0; i < kKitchenGoals.size(); ++i) {
    if (goals_[i]) {
      writer->Add(kKitchenGoals[i].positions.data(), kKitchenGoals[i].count);
    }
  }
}

}  // namespace envpool::mujoco::robotics
