// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The robots in mazes: a ball with two motors, and Gymnasium's Ant.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_ROBOTICS_MAZE_AGENTS_H_
#define ENVPOOL_MUJOCO_ROBOTICS_MAZE_AGENTS_H_

#include <algorithm>

#include "envpool/mujoco/common/ant.h"
#include "envpool/mujoco/common/observation.h"
#include "envpool/mujoco/robotics/maze_task.h"

namespace envpool::mujoco::robotics {

class Point {
 public:
  static constexpr int kFrameSkip = 1;
  static constexpr const char* kModel = "point/point.xml";
  static constexpr double kScaling = 1;
  static constexpr double kHeight = 0.4;

  template <typename Config>
  static FreeCamera CameraOf(const Config& /*conf*/, const Maze& maze) {
    return {.distance = maze.num_rows() > 8 ? 12.5 : 8.8};
  }
  static decltype(auto) Config() { return MakeDict(); }
  template <typename Config>
  static int ObservationSize(const Config& /*conf*/, const mjModel& model) {
    return static_cast<int>(model.nq + model.nv);
  }
  template <typename Config>
  static decltype(auto) Infos(const Config& /*conf*/,
                              const mjModel& /*model*/) {
    return MakeDict();
  }

  template <typename Config>
  Point(const Config& /*conf*/, Robot* robot) : robot_(robot) {}

  void Act(const Controls& action) {
    mjData& data = robot_->data();
    for (int i = 0; i < action.count; ++i) {
      data.ctrl[i] = std::clamp(action.values[i], -1.0, 1.0);
    }
    for (int i = 0; i < robot_->model().nv; ++i) {
      data.qvel[i] = std::clamp(data.qvel[i], -kFastest, kFastest);
    }
  }
  void AfterStep(const Controls& /*action*/) {}
  void Observe(ObservationWriter* writer) const {
    const mjData& data = robot_->data();
    writer->Add(data.qpos, static_cast<int>(robot_->model().nq));
    writer->Add(data.qvel, static_cast<int>(robot_->model().nv));
  }
  template <typename Row>
  void WriteInfos(bool /*is_first*/, Row* /*row*/) const {}

 private:
  static constexpr double kFastest = 5;  // metres per second

  Robot* const robot_;
};

class MazeAnt {
 public:
  static constexpr int kFrameSkip = Ant::kFrameSkip;
  static constexpr const char* kModel = Ant::kModel;
  static constexpr double kScaling = 4;
  static constexpr double kHeight = 0.5;

  template <typename Config>
  static FreeCamera CameraOf(const Config& /*conf*/, const Maze& /*maze*/) {
    return Ant::kCamera;
  }
  static decltype(auto) Config() {
    return ConcatDict(MakeDict("legacy_info"_.Bind(true)), Ant::Config());
  }
  template <typename Config>
  static int ObservationSize(const Config& conf, const mjModel& model) {
    return SizeOf(Ant::Observed(conf, model), model);
  }
  template <typename Config>
  static decltype(auto) Infos(const Config& conf, const mjModel& model) {
    return Ant::Infos(conf, model);
  }

  template <typename Config>
  MazeAnt(const Config& conf, Robot* robot)
      : robot_(robot),
        ant_(conf, robot->model()),
        observation_(Ant::Observed(conf, robot->model()), robot->model(),
                     robot->data()),
        size_(ObservationSize(conf, robot->model())),
        with_contact_forces_(ant_.UsesContactForces()) {}

  void Act(const Controls& action) {
    ant_.BeginStep(*robot_);
    std::copy_n(action.values, action.count, robot_->data().ctrl);
  }
  void AfterStep(const Controls& action) {
    if (with_contact_forces_) {
      robot_->ComputeContactForces();
    }
    ant_.ComputeReward(*robot_, action);
  }
  void Observe(ObservationWriter* writer) const {
    writer->AddWith(size_, [this](double* out) { observation_.Write(out); });
  }
  template <typename Row>
  void WriteInfos(bool is_first, Row* row) const {
    ant_.WriteInfos(*robot_, is_first, row);
  }

 private:
  Robot* const robot_;
  Ant ant_;
  Observation observation_;
  const int size_;
  const bool with_contact_forces_;
};

}  // namespace envpool::mujoco::robotics

#endif  // ENVPOOL_MUJOCO_ROBOTICS_MAZE_AGENTS_H_
