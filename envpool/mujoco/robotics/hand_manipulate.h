// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// HandManipulate: a hand has to bring a block, an egg or a pen on its palm to a
// pose. The config makes it one of the tasks HandManipulateBlock,
// HandManipulateEgg and HandManipulatePen, with or without touch sensors.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_ROBOTICS_HAND_MANIPULATE_H_
#define ENVPOOL_MUJOCO_ROBOTICS_HAND_MANIPULATE_H_

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "envpool/mujoco/robotics/goals.h"
#include "envpool/mujoco/robotics/hand_robot.h"
#include "envpool/mujoco/robotics/robotics_env.h"
#include "envpool/mujoco/robotics/rotations.h"

namespace envpool::mujoco::robotics {

enum class TargetPosition { kIgnore, kFixed, kRandom };
enum class TargetRotation { kIgnore, kFixed, kXyz, kZ, kParallel };
enum class Touch { kOff, kBoolean, kForce, kLog };
enum class TouchShown { kOff, kOnTouch, kAlways };

struct ManipulateOptions {
  TargetPosition position;
  TargetRotation rotation;
  Vector3 lowest;   // offsets of random positions
  Vector3 highest;  // likewise
  bool random_position;
  bool random_rotation;
  bool ignores_z;
  bool is_relative;
  bool is_sparse;
  double distance_threshold;
  double rotation_threshold;
  Touch touch;
  TouchShown touch_shown;
  int frame_skip;
};

/// The number of touch sensors.
int CountTouchSensors(const mjModel& model);

class HandManipulate {
 public:
  static constexpr int kFrameSkip = 20;
  static constexpr const char* kModel = "hand/manipulate_block.xml";
  static constexpr FreeCamera kCamera = kHandCamera;
  static constexpr int kPose = 7;
  static constexpr int kSize = 61;  // of an observation without touch

  using Pose = std::array<double, kPose>;

  struct State {
    Pose goal{};
    std::int64_t is_new{
        1};  // whether no episode has started since the seed was set
  };
  State state;

  static decltype(auto) Config() {
    return MakeDict(
        "reward_type"_.Bind(std::string("sparse")),
        "distance_threshold"_.Bind(0.01), "rotation_threshold"_.Bind(0.1),
        "relative_control"_.Bind(false),
        "target_position"_.Bind(std::string("random")),
        "target_rotation"_.Bind(std::string("xyz")),
        "target_position_low0"_.Bind(-0.04),
        "target_position_high0"_.Bind(0.04),
        "target_position_low1"_.Bind(-0.06),
        "target_position_high1"_.Bind(0.02), "target_position_low2"_.Bind(0.0),
        "target_position_high2"_.Bind(0.06),
        "randomize_initial_position"_.Bind(true),
        "randomize_initial_rotation"_.Bind(true),
        "ignore_z_target_rotation"_.Bind(false),
        "touch_get_obs"_.Bind(std::string("off")),
        "touch_visualisation"_.Bind(std::string("on_touch")));
  }
  template <typename Config>
  static decltype(auto) Observed(const Config& conf, const mjModel& model) {
    const bool feels = TouchOf(conf["touch_get_obs"_]) != Touch::kOff;
    return GoalSpecs(kSize + (feels ? CountTouchSensors(model) : 0), kPose);
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
  HandManipulate(const Config& conf, Robot* robot)
      : HandManipulate(OptionsOf(conf), robot) {}

  void Reset(Generator* generator);
  void OnReseed() { state.is_new = 1; }
  void Act(const Controls& action) { hand_.Act(action); }
  void AfterStep() { Measure(); }
  void Observe(ObservationWriter* writer) const;
  [[nodiscard]] double Reward(const Controls& action) const;
  [[nodiscard]] bool IsTerminated() const { return false; }
  template <typename Row>
  void WriteInfos(bool /*is_first*/, Row* row) const {
    WriteGoalInfos(is_success(), distance_, row);
  }
  void Show();

 private:
  struct TouchSensor {
    int sensor;
    int site;
  };

  HandManipulate(const ManipulateOptions& options, Robot* robot);

  template <typename Config>
  static ManipulateOptions OptionsOf(const Config& conf) {
    return {
        .position = PositionOf(conf["target_position"_]),
        .rotation = RotationOf(conf["target_rotation"_]),
        .lowest = {conf["target_position_low0"_], conf["target_position_low1"_],
                   conf["target_position_low2"_]},
        .highest = {conf["target_position_high0"_],
                    conf["target_position_high1"_],
                    conf["target_position_high2"_]},
        .random_position = conf["randomize_initial_position"_],
        .random_rotation = conf["randomize_initial_rotation"_],
        .ignores_z = conf["ignore_z_target_rotation"_],
        .is_relative = conf["relative_control"_],
        .is_sparse = IsSparse(conf),
        .distance_threshold = conf["distance_threshold"_],
        .rotation_threshold = conf["rotation_threshold"_],
        .touch = TouchOf(conf["touch_get_obs"_]),
        .touch_shown = TouchShownOf(conf["touch_visualisation"_]),
        .frame_skip = conf["frame_skip"_]};
  }
  static TargetPosition PositionOf(const std::string& name);
  static TargetRotation RotationOf(const std::string& name);
  static Touch TouchOf(const std::string& name);
  static TouchShown TouchShownOf(const std::string& name);

  [[nodiscard]] bool is_success() const {
    return position_error_ < options_.distance_threshold &&
           rotation_error_ < options_.rotation_threshold;
  }
  /// Places the object; returns whether it stays on the palm.
  bool TryStart(Generator* generator);
  /// A random rotation, as target_rotation says.
  [[nodiscard]] Quaternion SampleTurn(Generator* generator) const;
  [[nodiscard]] Pose SampleGoal(Generator* generator) const;
  void Measure();
  [[nodiscard]] double RotationError() const;

  const ManipulateOptions options_;
  Robot* const robot_;
  HandRobot hand_;
  const int centre_;
  double* const pose_;      // of the object
  double* const velocity_;  // of the object
  std::vector<TouchSensor> sensors_;
  float* hidden_colour_{nullptr};  // of a part that only pictures show
  float* colours_{nullptr};        // of the sites
  double position_error_{0};
  double rotation_error_{0};
  double distance_{0};
};

}  // namespace envpool::mujoco::robotics

#endif  // ENVPOOL_MUJOCO_ROBOTICS_HAND_MANIPULATE_H_
