// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Fetch: a mobile manipulator must bring its gripper or an object to a goal.
// The config makes it FetchReach, FetchPush, FetchSlide or FetchPickAndPlace.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_ROBOTICS_FETCH_H_
#define ENVPOOL_MUJOCO_ROBOTICS_FETCH_H_

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "envpool/mujoco/robotics/goals.h"
#include "envpool/mujoco/robotics/robotics_env.h"
#include "envpool/mujoco/robotics/rotations.h"

namespace envpool::mujoco::robotics {

/// Where the episodes start. Official envs compute it once, by moving the
/// gripper.
struct FetchSetup {
  std::vector<double> positions;
  std::vector<double> velocities;
  double time;
  Vector3 gripper;
  double height;  // of the object
};

/// The config, without the model.
struct FetchOptions {
  int frame_skip;
  bool has_object;
  bool blocks_gripper;
  bool in_the_air;
  double extra_height;
  Vector3 target_offset;
  double object_range;
  double target_range;
  Vector3 slides;
  Vector3 object;
};

class FetchRobot {
 public:
  FetchRobot(const FetchOptions& options, Robot* robot);

  void Reset(Generator* generator);
  [[nodiscard]] Vector3 SampleGoal(Generator* generator) const;
  void Act(const Controls& action);
  void AfterStep();
  void Observe(ObservationWriter* writer);
  [[nodiscard]] const double* achieved() const {
    return options_.has_object ? object_site() : grip_site();
  }
  void Show(const Vector3& goal);

 private:
  /// A weld between a mocap body and a body of the robot.
  struct Weld {
    int mocap;
    int body;
  };
  struct Joint {
    int position;
    int velocity;
  };

  void FindWelds();
  void PlaceJoints();
  FetchSetup MakeSetup();
  /// Writes the linear or angular velocity of a site, times the time step.
  void SiteMotion(int site, bool is_angular, Vector3* out);
  [[nodiscard]] const double* grip_site() const {
    return robot_->data().site_xpos + 3 * grip_;
  }
  [[nodiscard]] const double* object_site() const {
    return robot_->data().site_xpos + 3 * object_;
  }

  const FetchOptions options_;
  Robot* const robot_;
  const int grip_;
  int object_{-1};
  int target_{-1};
  double* object_position_{nullptr};
  std::array<double*, 2> blocked_{};
  std::array<Joint, 2> fingers_{};
  std::vector<Weld> welds_;
  std::vector<double> jacobian_;
  std::shared_ptr<const FetchSetup> setup_;
};

class Fetch {
 public:
  static constexpr int kFrameSkip = 20;
  static constexpr const char* kModel = "fetch/reach.xml";
  static constexpr FreeCamera kCamera{.distance = 2.5,
                                      .azimuth = 132,
                                      .elevation = -14,
                                      .lookat = {{1.3, 0.75, 0.55}}};
  static constexpr int kActions = 4;

  struct State {
    Vector3 goal{};
  };
  State state;

  static decltype(auto) Config() {
    return MakeDict(
        "reward_type"_.Bind(std::string("sparse")), "has_object"_.Bind(false),
        "block_gripper"_.Bind(true), "target_in_the_air"_.Bind(true),
        "gripper_extra_height"_.Bind(0.2), "target_offset_x"_.Bind(0.0),
        "target_offset_y"_.Bind(0.0), "target_offset_z"_.Bind(0.0),
        "obj_range"_.Bind(0.15), "target_range"_.Bind(0.15),
        "distance_threshold"_.Bind(0.05), "initial_slide0"_.Bind(0.4049),
        "initial_slide1"_.Bind(0.48), "initial_slide2"_.Bind(0.0),
        "initial_object_x"_.Bind(1.25), "initial_object_y"_.Bind(0.53),
        "initial_object_z"_.Bind(0.4));
  }
  template <typename Config>
  static decltype(auto) Observed(const Config& conf, const mjModel& /*model*/) {
    return GoalSpecs(conf["has_object"_] ? 25 : 10, 3);
  }
  template <typename Config>
  static decltype(auto) Infos(const Config& /*conf*/,
                              const mjModel& /*model*/) {
    return GoalInfos();
  }
  template <typename Config>
  static ControlBounds ActionBounds(const Config& /*conf*/,
                                    const mjModel& /*model*/) {
    return UnitBounds(kActions);
  }

  template <typename Config>
  Fetch(const Config& conf, Robot* robot)
      : robot_(OptionsOf(conf), robot),
        is_sparse_(IsSparse(conf)),
        threshold_(conf["distance_threshold"_]) {}

  void Reset(Generator* generator) {
    robot_.Reset(generator);
    state.goal = robot_.SampleGoal(generator);
    Measure();
  }
  void Act(const Controls& action) { robot_.Act(action); }
  void AfterStep() {
    robot_.AfterStep();
    Measure();
  }
  void Observe(ObservationWriter* writer) {
    robot_.Observe(writer);
    writer->Add(robot_.achieved(), 3);
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
  void Show() { robot_.Show(state.goal); }

 private:
  template <typename Config>
  static FetchOptions OptionsOf(const Config& conf) {
    return {
        .frame_skip = conf["frame_skip"_],
        .has_object = conf["has_object"_],
        .blocks_gripper = conf["block_gripper"_],
        .in_the_air = conf["target_in_the_air"_],
        .extra_height = conf["gripper_extra_height"_],
        .target_offset = {conf["target_offset_x"_], conf["target_offset_y"_],
                          conf["target_offset_z"_]},
        .object_range = conf["obj_range"_],
        .target_range = conf["target_range"_],
        .slides = {conf["initial_slide0"_], conf["initial_slide1"_],
                   conf["initial_slide2"_]},
        .object = {conf["initial_object_x"_], conf["initial_object_y"_],
                   conf["initial_object_z"_]}};
  }
  void Measure() {
    distance_ = GoalDistance(robot_.achieved(), state.goal.data(), 3);
  }

  FetchRobot robot_;
  const bool is_sparse_;
  const double threshold_;
  double distance_{0};
};

}  // namespace envpool::mujoco::robotics

#endif  // ENVPOOL_MUJOCO_ROBOTICS_FETCH_H_
