// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Reacher: an arm that reaches for a point.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_GYM_REACHER_H_
#define ENVPOOL_MUJOCO_GYM_REACHER_H_

#include <cmath>
#include <vector>

#include "envpool/mujoco/common/terms.h"
#include "envpool/mujoco/gym/gym_env.h"

namespace envpool::mujoco {

class Reacher {
 public:
  static constexpr int kFrameSkip = 2;
  static constexpr const char* kModel = "reacher.xml";
  static constexpr FreeCamera kCamera{};
  static constexpr int kPositions = 4;
  static constexpr int kVelocities = 4;

  static decltype(auto) Config() {
    return MakeDict(
        "reward_threshold"_.Bind(-3.75), "ctrl_cost_weight"_.Bind(1.0),
        "reward_control_weight"_.Bind(1.0), "dist_cost_weight"_.Bind(1.0),
        "reward_dist_weight"_.Bind(1.0), "reward_after_step"_.Bind(false),
        "obs_include_z_distance"_.Bind(true), "reset_qpos_scale"_.Bind(0.1),
        "reset_qvel_scale"_.Bind(0.005), "reset_goal_scale"_.Bind(0.2));
  }
  template <typename Config>
  static decltype(auto) Infos(const Config& /*conf*/,
                              const mjModel& /*model*/) {
    return MakeDict("info:reward_dist"_.Bind(InfoSpec(true)),
                    "info:reward_ctrl"_.Bind(InfoSpec(true)));
  }
  template <typename Config>
  static Table Observed(const Config& conf, const mjModel& model) {
    return {{.field = Field::kCosine, .count = 2},
            {.field = Field::kSine, .count = 2},
            {.field = Field::kPosition, .first = 2},
            {.field = Field::kVelocity, .count = 2},
            {.field = Field::kBodyDifference,
             .first = 3 * BodyOf(model, "fingertip"),
             .count = conf["obs_include_z_distance"_] ? 3 : 2,
             .other = 3 * BodyOf(model, "target")}};
  }

  template <typename Config>
  Reacher(const Config& conf, const mjModel& model)
      : finger_(BodyOf(model, "fingertip")),
        target_(BodyOf(model, "target")),
        measures_after_step_(conf["reward_after_step"_]),
        control_weight_(conf["ctrl_cost_weight"_]),
        distance_weight_(conf["dist_cost_weight"_]),
        position_scale_(conf["reset_qpos_scale"_]),
        velocity_scale_(conf["reset_qvel_scale"_]),
        goal_scale_(conf["reset_goal_scale"_]) {}

  void Reset(Simulation* simulation, Generator* generator) const {
    const mjModel& model = simulation->model();
    mjData& data = simulation->data();
    for (int i = 0; i < model.nq; ++i) {
      data.qpos[i] += generator->Uniform(-position_scale_, position_scale_);
    }
    double* goal = data.qpos + model.nq - 2;
    SampleUntil([&] {
      goal[0] = generator->Uniform(-goal_scale_, goal_scale_);
      goal[1] = generator->Uniform(-goal_scale_, goal_scale_);
      return std::sqrt(SumOfSquares(goal, 2)) < goal_scale_ || goal_scale_ == 0;
    });
    for (int i = 0; i < model.nv; ++i) {
      data.qvel[i] += generator->Uniform(-velocity_scale_, velocity_scale_);
    }
    data.qvel[model.nv - 2] = 0;
    data.qvel[model.nv - 1] = 0;
  }
  [[nodiscard]] bool UsesContactForces() const { return false; }
  void BeginStep(const Simulation& simulation) {
    if (!measures_after_step_) {
      MeasureDistances(simulation);
    }
  }
  double ComputeReward(const Simulation& simulation, const Controls& action) {
    if (measures_after_step_) {
      MeasureDistances(simulation);
    }
    control_ = action.Weighted(control_weight_, -action.SumOfSquares());
    return distance_ + control_;
  }
  [[nodiscard]] bool terminated() const { return false; }

  template <typename State>
  void WriteInfos(const Simulation& /*simulation*/, bool first,
                  State* state) const {
    if (first) {
      return;
    }
    (*state)["info:reward_dist"_] = distance_;
    (*state)["info:reward_ctrl"_] = control_;
  }

 private:
  void MeasureDistances(const Simulation& simulation) {
    distance_ =
        -UnfusedDistance(simulation.Body(finger_), simulation.Body(target_)) *
        distance_weight_;
  }

  const int finger_;
  const int target_;
  const bool measures_after_step_;  // if false, before the step
  const double control_weight_;
  const double distance_weight_;
  const double position_scale_;
  const double velocity_scale_;
  const double goal_scale_;
  double distance_{0};
  double control_{0};
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_GYM_REACHER_H_
