// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// HandReach: the thumb and a finger of a hand have to meet.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_ROBOTICS_HAND_REACH_H_
#define ENVPOOL_MUJOCO_ROBOTICS_HAND_REACH_H_

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "envpool/mujoco/robotics/goals.h"
#include "envpool/mujoco/robotics/hand_robot.h"
#include "envpool/mujoco/robotics/robotics_env.h"

namespace envpool::mujoco::robotics {

class HandReach {
 public:
  static constexpr int kFrameSkip = 20;
  static constexpr const char* kModel = "hand/reach.xml";
  static constexpr FreeCamera kCamera = kHandCamera;
  static constexpr int kFingers = 5;
  static constexpr int kJoints = 24;

  /// The positions of all fingertips.
  using Tips = std::array<double, 3 * kFingers>;

  struct State {
    Tips goal{};
  };
  State state;

  static decltype(auto) Config() {
    return MakeDict("reward_type"_.Bind(std::string("sparse")),
                    "distance_threshold"_.Bind(0.01),
                    "relative_control"_.Bind(false),
                    "initial_qpos"_.Bind(std::vector<double>{}));
  }
  template <typename Config>
  static decltype(auto) Observed(const Config& /*conf*/,
                                 const mjModel& /*model*/) {
    return GoalSpecs(2 * kJoints + 3 * kFingers, 3 * kFingers);
  }
  template <typename Config>
  static decltype(auto) Infos(const Config& /*conf*/,
                              const mjModel& /*model*/) {
    return GoalInfos();
  }
  template <typename Config>
  static ControlBounds ActionBounds(const Config& /*conf*/,
                                    const mjModel& /*model*/) {
    return UnitBounds(HandRobot::kActions);
  }

  template <typename Config>
  HandReach(const Config& conf, Robot* robot)
      : HandReach(conf["initial_qpos"_], conf["relative_control"_], robot) {
    is_sparse_ = IsSparse(conf);
    threshold_ = conf["distance_threshold"_];
  }

  void Reset(Generator* generator);
  void Act(const Controls& action) { hand_.Act(action); }
  void AfterStep() { Measure(); }
  void Observe(ObservationWriter* writer) const {
    hand_.Observe(writer);
    writer->Add(achieved_);
    writer->Add(achieved_);
    writer->Add(state.goal);
  }
  [[nodiscard]] double Reward(const Controls& /*action*/) const {
    return DistanceReward(is_sparse_, distance_, threshold_);
  }
  [[nodiscard]] bool IsTerminated() const { return false; }
  template <typename Row>
  void WriteInfos(bool /*is_first*/, Row* row) const {
    WriteGoalInfos(distance_ < threshold_, distance_, row);
  }
  void Show();

 private:
  struct Setup {
    std::vector<double> positions;
    Tips tips;
    std::array<double, 3> palm;
  };

  HandReach(const std::vector<double>& positions, bool is_relative,
            Robot* robot);
  Setup MakeSetup(const std::vector<double>& positions);
  [[nodiscard]] Tips TipPositions() const;
  [[nodiscard]] Tips SampleGoal(Generator* generator) const;
  void Measure();
  void MoveSite(const std::string& name, const double* place);

  Robot* const robot_;
  HandRobot hand_;
  std::array<int, kFingers> sites_{};
  std::shared_ptr<const Setup> setup_;
  bool is_sparse_{true};
  double threshold_{0};
  Tips achieved_{};
  double distance_{0};
};

}  // namespace envpool::mujoco::robotics

#endif  // ENVPOOL_MUJOCO_ROBOTICS_HAND_REACH_H_
