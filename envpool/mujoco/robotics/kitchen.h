// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Kitchen: the Franka robot in a kitchen, with up to seven goals.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_ROBOTICS_KITCHEN_H_
#define ENVPOOL_MUJOCO_ROBOTICS_KITCHEN_H_

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "envpool/core/random/rng.h"
#include "envpool/mujoco/common/camera.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/robotics/goals.h"
#include "envpool/mujoco/robotics/robot.h"
#include "envpool/mujoco/robotics/robotics_env.h"

namespace envpool::mujoco::robotics {

/// A goal: the joints from `first` on, and their goal positions.
struct KitchenGoal {
  const char* name;
  int first;
  int count;
  std::array<double, 7> positions;
};

/// All goals, in the official order.
inline constexpr std::array<KitchenGoal, 7> kKitchenGoals{{
    {"bottom burner", 11, 2, {-0.88, -0.01}},
    {"top burner", 15, 2, {-0.92, -0.01}},
    {"light switch", 17, 2, {-0.69, -0.05}},
    {"slide cabinet", 19, 1, {0.37}},
    {"hinge cabinet", 20, 2, {0.0, 1.45}},
    {"microwave", 22, 1, {-0.75}},
    {"kettle", 23, 7, {-0.23, 0.75, 1.62, 0.99, 0.0, 0.0, -0.06}},
}};

/// One value for each goal. The eighth is unused: without it, saved states
/// would have padding.
using GoalFlags = std::array<bool, kKitchenGoals.size() + 1>;

/// The goals with these names. Throws std::invalid_argument for other names.
GoalFlags GoalsNamed(const std::vector<std::string>& names);

class Kitchen {
 public:
  static constexpr int kFrameSkip = 40;
  static constexpr const char* kModel =
      "kitchen_franka/kitchen_assets/kitchen_env_model.xml";
  static constexpr FreeCamera kCamera{.distance = 2.2,
                                      .azimuth = 70,
                                      .elevation = -35,
                                      .lookat = {{-0.2, 0.5, 2.0}}};

  static decltype(auto) Config() {
    std::vector<std::string> names;
    for (const KitchenGoal& goal : kKitchenGoals) {
      names.emplace_back(goal.name);
    }
    return MakeDict("tasks_to_complete"_.Bind(names),
                    "terminate_on_tasks_completed"_.Bind(true),
                    "remove_task_when_completed"_.Bind(true),
                    "robot_noise_ratio"_.Bind(0.01),
                    "object_noise_ratio"_.Bind(0.0005));
  }
  template <typename Config>
  static decltype(auto) Observed(const Config& conf, const mjModel& /*model*/) {
    const GoalFlags goals = GoalsNamed(conf["tasks_to_complete"_]);
    const auto spec = [&](int goal) {
      return VectorSpec(goals[goal] ? kKitchenGoals[goal].count : 0);
    };
    return MakeDict("obs:observation"_.Bind(VectorSpec(kObserved)),
                    "obs:achieved_goal:bottom burner"_.Bind(spec(0)),
                    "obs:achieved_goal:top burner"_.Bind(spec(1)),
                    "obs:achieved_goal:light switch"_.Bind(spec(2)),
                    "obs:achieved_goal:slide cabinet"_.Bind(spec(3)),
                    "obs:achieved_goal:hinge cabinet"_.Bind(spec(4)),
                    "obs:achieved_goal:microwave"_.Bind(spec(5)),
                    "obs:achieved_goal:kettle"_.Bind(spec(6)),
                    "obs:desired_goal:bottom burner"_.Bind(spec(0)),
                    "obs:desired_goal:top burner"_.Bind(spec(1)),
                    "obs:desired_goal:light switch"_.Bind(spec(2)),
                    "obs:desired_goal:slide cabinet"_.Bind(spec(3)),
                    "obs:desired_goal:hinge cabinet"_.Bind(spec(4)),
                    "obs:desired_goal:microwave"_.Bind(spec(5)),
                    "obs:desired_goal:kettle"_.Bind(spec(6)));
  }
  /// Flags of the goals, in the order of kKitchenGoals.
  template <typename Config>
  static decltype(auto) Infos(const Config& /*conf*/,
                              const mjModel& /*model*/) {
    const ::Spec<int> flags({static_cast<int>(kKitchenGoals.size())}, {0, 1});
    return MakeDict("info:tasks_to_complete"_.Bind(flags),
                    "info:step_task_completions"_.Bind(flags),
                    "info:episode_task_completions"_.Bind(flags));
  }
  template <typename Config>
  static ControlBounds ActionBounds(const Config& /*conf*/,
                                    const mjModel& /*model*/) {
    return UnitBounds(kRobotJoints);
  }

  template <typename Config>
  Kitchen(const Config& conf, Robot* robot)
      : robot_(*robot),
        goals_(GoalsNamed(conf["tasks_to_complete"_])),
        terminates_(conf["terminate_on_tasks_completed"_]),
        removes_(conf["remove_task_when_completed"_]),
        robot_noise_(conf["robot_noise_ratio"_]),
        object_noise_(conf["object_noise_ratio"_]),
        seconds_(robot->model().opt.timestep * conf["frame_skip"_]) {}

  void Reset(Generator* generator);
  void Act(const Controls& action);
  void AfterStep(const Controls& action, Generator* generator);

  [[nodiscard]] double Reward(const Controls& action) const;
  [[nodiscard]] bool IsTerminated() const;
  void Observe(ObservationWriter* writer) const;
  template <typename Row>
  void WriteInfos(bool /*is_first*/, Row* row) const {
    WriteFlags(state.to_complete, (*row)["info:tasks_to_complete"_]);
    WriteFlags(state.completed_now, (*row)["info:step_task_completions"_]);
    WriteFlags(state.completed, (*row)["info:episode_task_completions"_]);
  }
  void Show() const {}

  static constexpr int kRobotJoints = 9;
  static constexpr int kObserved = 59;

  struct State {
    std::array<double, kObserved> observation{};  // with noise
    GoalFlags to_complete{};
    GoalFlags completed_now{};  // in the last step
    GoalFlags completed{};      // in the episode
  };
  State state;

 private:
  template <typename Out>
  static void WriteFlags(const GoalFlags& flags, const Out& out) {
    auto* values = static_cast<int*>(out.Data());
    for (std::size_t i = 0; i < kKitchenGoals.size(); ++i) {
      values[i] = flags[i] ? 1 : 0;
    }
  }
  void Sense(Generator* generator);

  Robot& robot_;
  const GoalFlags goals_;
  const bool terminates_;
  const bool removes_;
  const double robot_noise_;
  const double object_noise_;
  const double seconds_;  // per step
};

}  // namespace envpool::mujoco::robotics

#endif  // ENVPOOL_MUJOCO_ROBOTICS_KITCHEN_H_
