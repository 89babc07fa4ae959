// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MazeTask<Agent>: a robot that must reach a place in a maze. The agent
// provides:
//
//   static constexpr kFrameSkip, kModel, kScaling, kHeight   defaults
//   static CameraOf(config, maze)
//   static Config()
//   static ObservationSize(config, model)
//   static Infos(config, model)
//   Agent(config, robot)
//   Act(controls)                     sets the controls
//   AfterStep(controls)               called after the robot has stepped
//   Observe(writer)
//   WriteInfos(is_first, state)
//
// The first two positions of the agent's model are its x and y. The goal is the
// place of the site "target" in the env's own model.
//
// Threads: as Env. Errors: std::invalid_argument if a reset's option names a
// wall; std::runtime_error if the map has no start that is
// far enough from the goal; otherwise as Env.

#ifndef ENVPOOL_MUJOCO_ROBOTICS_MAZE_TASK_H_
#define ENVPOOL_MUJOCO_ROBOTICS_MAZE_TASK_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "envpool/core/random/rng.h"
#include "envpool/mujoco/common/camera.h"
#include "envpool/mujoco/common/terms.h"
#include "envpool/mujoco/robotics/goals.h"
#include "envpool/mujoco/robotics/maze.h"
#include "envpool/mujoco/robotics/robot.h"
#include "envpool/mujoco/robotics/robotics_env.h"

namespace envpool::mujoco::robotics {

/// What a maze's task keeps between steps.
struct MazeState {
  Place shown_goal{};  // the goal that the last observation has
  double distance{0};  // between the robot and that goal
  double reward{0};
};

template <typename Agent>
class MazeTask {
 public:
  static constexpr int kFrameSkip = Agent::kFrameSkip;
  static constexpr const char* kModel = Agent::kModel;

  static decltype(auto) Config() {
    return ConcatDict(
        MakeDict("maze_map"_.Bind(std::string("U_MAZE")),
                 "reward_type"_.Bind(std::string("sparse")),
                 "continuing_task"_.Bind(true), "reset_target"_.Bind(false),
                 "maze_size_scaling"_.Bind(Agent::kScaling),
                 "maze_height"_.Bind(Agent::kHeight),
                 "position_noise_range"_.Bind(0.25), "maze_version"_.Bind(4)),
        Agent::Config());
  }
  template <typename Config>
  static Maze MazeOf(const Config& conf) {
    return Maze(conf["maze_map"_], conf["maze_size_scaling"_],
                conf["maze_height"_]);
  }
  template <typename Config>
  static ModelEdit EditOf(const Config& conf) {
    return MazeOf(conf).Walls();
  }
  template <typename Config>
  static FreeCamera CameraOf(const Config& conf) {
    return Agent::CameraOf(conf, MazeOf(conf));
  }
  template <typename Config>
  static decltype(auto) Observed(const Config& conf, const mjModel& model) {
    return GoalSpecs(Agent::ObservationSize(conf, model), 2);
  }
  template <typename Config>
  static decltype(auto) Infos(const Config& conf, const mjModel& model) {
    const bool is_present = conf["maze_version"_] >= 4;
    return ConcatDict(MakeDict("info:success"_.Bind(::Spec<bool>(
                                   std::vector<int>{is_present ? -1 : 0})),
                               "info:distance"_.Bind(::Spec<double>({-1}))),
                      Agent::Infos(conf, model));
  }
  template <typename Config>
  static ControlBounds ActionBounds(const Config& /*conf*/,
                                    const mjModel& model) {
    return ControlBoundsOf(model);
  }

  template <typename Config>
  MazeTask(const Config& conf, Robot* robot)
      : maze_(MazeOf(conf)),
        is_dense_(!IsSparse(conf)),
        continues_(conf["continuing_task"_]),
        moves_goal_(conf["reset_target"_]),
        noise_(conf["position_noise_range"_]),
        is_old_(conf["maze_version"_] < 4),
        robot_(robot),
        agent_(conf, robot),
        goal_(robot->OwnArray(
                  &mjModel::site_pos,
                  3 * static_cast<std::size_t>(robot->model().nsite)) +
              3 * robot->Id(mjOBJ_SITE, "target")) {}

  /// Cells as rows and columns; -1, -1 stands for a random one.
  template <typename Config>
  static decltype(auto) ResetOptions(const Config& /*conf*/,
                                     const mjModel& /*model*/) {
    return MakeDict("goal_cell"_.Bind(std::vector<int>{-1, -1}),
                    "reset_cell"_.Bind(std::vector<int>{-1, -1}));
  }
  template <typename Options>
  void Reset(Generator* generator, const Options& options) {
    const std::optional<Place> goal =
        ChosenCell("options['goal_cell']", options["goal_cell"_]);
    std::optional<Place> start =
        ChosenCell("options['reset_cell']", options["reset_cell"_]);
    goal ? PlaceGoal(*goal, generator) : DrawGoal(generator);
    if (!start) {
      start = DrawStart(generator);
    }
    AddNoise(&*start, generator);
    robot_->Reset();
    std::ranges::copy(*start, robot_->data().qpos);
    robot_->Forward();
    state.reward = 0;
    Measure();
  }

  void Act(const Controls& action) { agent_.Act(action); }

  void AfterStep(const Controls& action, Generator* generator) {
    agent_.AfterStep(action);
    Measure();
    if (is_old_) {
      MoveGoal(generator);
      ComputeReward();
    } else {
      ComputeReward();
      MoveGoal(generator);
    }
  }

  [[nodiscard]] double Reward(const Controls& /*action*/) const {
    return state.reward;
  }
  [[nodiscard]] bool IsTerminated() const { return !continues_ && IsReached(); }

  void Observe(ObservationWriter* writer) const {
    agent_.Observe(writer);
    writer->Add(robot_->data().qpos, 2);
    writer->Add(state.shown_goal);
  }

  template <typename Row>
  void WriteInfos(bool is_first, Row* row) const {
    const auto& success = (*row)["info:success"_];
    if (success.size > 0) {
      success = IsReached();
    }
    (*row)["info:distance"_] = state.distance;
    agent_.WriteInfos(is_first, row);
  }

  void Show() const {}

  using State = MazeState;
  State state;

 private:
  static constexpr double kReached = 0.45;  // metres

  [[nodiscard]] bool IsReached() const { return state.distance <= kReached; }

  void Measure() {
    std::copy_n(goal_, 2, state.shown_goal.data());
    state.distance = DistanceBetween(robot_->data().qpos, goal_);
  }

  void ComputeReward() {
    const double distance = DistanceBetween(robot_->data().qpos, goal_);
    state.reward = is_dense_              ? std::exp(-distance)
                   : distance <= kReached ? 1
                                          : 0;
  }

  void MoveGoal(Generator* generator) {
    if (!continues_ || !moves_goal_ || !IsReached() ||
        maze_.goals().size() < 2) {
      return;
    }
    SampleUntil([&] {
      DrawGoal(generator);
      return DistanceBetween(robot_->data().qpos, goal_) > kReached;
    });
  }

  [[nodiscard]] std::optional<Place> ChosenCell(
      const char* name, std::span<const int> cell) const {
    if (cell[0] == -1 && cell[1] == -1) {
      return std::nullopt;
    }
    return maze_.FreeCell(name, cell[0], cell[1]);
  }

  void DrawGoal(Generator* generator) {
    PlaceGoal(maze_.goals()[generator->Integers(
                  0, static_cast<std::int64_t>(maze_.goals().size()))],
              generator);
  }

  void PlaceGoal(Place goal, Generator* generator) {
    AddNoise(&goal, generator);
    std::ranges::copy(goal, goal_);
  }

  /// A start that is far enough from the goal.
  Place DrawStart(Generator* generator) const {
    // Version 3 does not scale the distance.
    const double nearest = 0.5 * (is_old_ ? 1 : maze_.scaling());
    Place start{};
    SampleUntil([&] {
      start = maze_.starts()[generator->Integers(
          0, static_cast<std::int64_t>(maze_.starts().size()))];
      return DistanceBetween(start.data(), goal_) > nearest;
    });
    return start;
  }

  void AddNoise(Place* place, Generator* generator) const {
    for (double& coordinate : *place) {
      coordinate += generator->Uniform(-noise_, noise_) * maze_.scaling();
    }
  }

  const Maze maze_;
  const bool is_dense_;
  const bool continues_;
  const bool moves_goal_;
  const double noise_;
  const bool is_old_;  // version 3
  Robot* const robot_;
  Agent agent_;
  double* const goal_;
};

}  // namespace envpool::mujoco::robotics

#endif  // ENVPOOL_MUJOCO_ROBOTICS_MAZE_TASK_H_
