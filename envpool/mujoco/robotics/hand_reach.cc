// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/robotics/hand_reach.h"

#include <algorithm>
#include <string>
#include <vector>

#include "envpool/mujoco/robotics/numpy_sums.h"
#include "envpool/mujoco/robotics/setups.h"

namespace envpool::mujoco::robotics {
namespace {

constexpr std::array<const char*, HandReach::kFingers> kTips{
    "robot0:S_fftip", "robot0:S_mftip", "robot0:S_rftip", "robot0:S_lftip",
    "robot0:S_thtip"};
constexpr int kThumb = 4;
constexpr double kNoise = 0.005;   // of the meeting point
constexpr double kRadius = 0.005;  // how far the two goals are from it

}  // namespace

HandReach::HandReach(const std::vector<double>& positions, bool is_relative,
                     Robot* robot)
    : robot_(robot), hand_(is_relative, robot) {
  for (int i = 0; i < kFingers; ++i) {
    sites_[i] = robot->Id(mjOBJ_SITE, kTips[i]);
  }
  setup_ = SharedSetup<Setup>(robot->file_model(), positions,
                              [&] { return MakeSetup(positions); });
}

HandReach::Setup HandReach::MakeSetup(const std::vector<double>& positions) {
  const mjModel& model = robot_->model();
  mjData& data = robot_->data();
  robot_->Reset();
  const std::vector<int> joints = robot_->RobotJoints();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    data.qpos[model.jnt_qposadr[joints[i]]] = positions[i];
  }
  robot_->Forward();
  const double* palm = robot_->Body(robot_->Id(mjOBJ_BODY, "robot0:palm"));
  Setup setup{.positions = {data.qpos, data.qpos + model.nq},
              .tips = TipPositions(),
              .palm = {palm[0], palm[1], palm[2]}};
  robot_->Reset();
  return setup;
}

HandReach::Tips HandReach::TipPositions() const {
  Tips tips;
  for (int i = 0; i < kFingers; ++i) {
    std::copy_n(robot_->data().site_xpos + 3 * sites_[i], 3,
                tips.begin() + 3 * i);
  }
  return tips;
}

void HandReach::Reset(Generator* generator) {
  robot_->Reset();
  std::ranges::copy(setup_->positions, robot_->data().qpos);
  robot_->Forward();
  state.goal = SampleGoal(generator);
  Measure();
}

HandReach::Tips HandReach::SampleGoal(Generator* generator) const {
  const int finger = static_cast<int>(generator->Choice(kFingers - 1));
  std::array<double, 3> meeting{setup_->palm[0] + 0.0, setup_->palm[1] - 0.09,
                                setup_->palm[2] + 0.05};
  for (double& value : meeting) {
    value += generator->Normal(0, kNoise);
  }
  Tips goal = setup_->tips;
  for (const int each : {kThumb, finger}) {
    std::array<double, 3> direction;
    for (int i = 0; i < 3; ++i) {
      direction[i] = meeting[i] - goal[3 * each + i];
    }
    const double length = Norm(direction.data(), 3);
    for (int i = 0; i < 3; ++i) {
      goal[3 * each + i] = meeting[i] - kRadius * (direction[i] / length);
    }
  }
  return generator->Uniform(0, 1) < 0.1 ? setup_->tips : goal;
}

void HandReach::Measure() {
  achieved_ = TipPositions();
  distance_ = GoalDistance(achieved_.data(), state.goal.data(), 3 * kFingers);
}

void HandReach::Show() {
  const Tips tips = TipPositions();  // those of the observation
  robot_->Forward();
  for (int i = 0; i < kFingers; ++i) {
    MoveSite("target" + std::to_string(i), state.goal.data() + 3 * i);
    MoveSite("finger" + std::to_string(i), tips.data() + 3 * i);
  }
}

void HandReach::MoveSite(const std::string& name, const double* place) {
  if (robot_->Has(mjOBJ_SITE, name)) {
    std::copy_n(place, 3,
                robot_->data().site_xpos + 3 * robot_->Id(mjOBJ_SITE, name));
  }
}

}  // namespace envpool::mujoco::robotics
