// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pusher: an arm that pushes a cylinder to a goal.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_GYM_PUSHER_H_
#define ENVPOOL_MUJOCO_GYM_PUSHER_H_

#include <cmath>
#include <vector>

#include "envpool/mujoco/common/terms.h"
#include "envpool/mujoco/gym/gym_env.h"

namespace envpool::mujoco {

class Pusher {
 public:
  static constexpr int kFrameSkip = 5;
  static constexpr const char* kModel = "pusher.xml";
  static constexpr FreeCamera kCamera{.distance = 4.0};
  static constexpr int kPositions = 11;
  static constexpr int kVelocities = 11;

  static decltype(auto) Config() {
    return MakeDict(
        "reward_threshold"_.Bind(0.0), "ctrl_cost_weight"_.Bind(0.1),
        "reward_control_weight"_.Bind(0.1), "dist_cost_weight"_.Bind(1.0),
        "reward_dist_weight"_.Bind(1.0), "near_cost_weight"_.Bind(0.5),
        "reward_near_weight"_.Bind(0.5), "reward_after_step"_.Bind(false),
        "weighted_reward_info"_.Bind(false), "reset_qvel_scale"_.Bind(0.005),
        "cylinder_x_min"_.Bind(-0.3), "cylinder_x_max"_.Bind(0.0),
        "cylinder_y_min"_.Bind(-0.2), "cylinder_y_max"_.Bind(0.2),
        "cylinder_dist_min"_.Bind(0.17));
  }
  template <typename Config>
  static decltype(auto) Infos(const Config& /*conf*/,
                              const mjModel& /*model*/) {
    return MakeDict("info:reward_dist"_.Bind(InfoSpec(true)),
                    "info:reward_ctrl"_.Bind(InfoSpec(true)),
                    "info:reward_near"_.Bind(InfoSpec(true)));
  }
  template <typename Config>
  static Table Observed(const Config& /*conf*/, const mjModel& model) {
    Table table{{.field = Field::kPosition, .count = 7},
                {.field = Field::kVelocity, .count = 7}};
    for (const char* name : {"tips_arm", "object", "goal"}) {
      table.push_back({.field = Field::kBody,
                       .first = 3 * BodyOf(model, name),
                       .count = 3});
    }
    return table;
  }

  template <typename Config>
  Pusher(const Config& conf, const mjModel& model)
      : tip_(BodyOf(model, "tips_arm")),
        object_(BodyOf(model, "object")),
        goal_(BodyOf(model, "goal")),
        measures_after_step_(conf["reward_after_step"_]),
        shows_weighted_(conf["weighted_reward_info"_]),
        control_weight_(conf["ctrl_cost_weight"_]),
        distance_weight_(conf["dist_cost_weight"_]),
        near_weight_(conf["near_cost_weight"_]),
        velocity_scale_(conf["reset_qvel_scale"_]),
        x_min_(conf["cylinder_x_min"_]),
        x_max_(conf["cylinder_x_max"_]),
        y_min_(conf["cylinder_y_min"_]),
        y_max_(conf["cylinder_y_max"_]),
        away_(conf["cylinder_dist_min"_]) {}

  void Reset(Simulation* simulation, Generator* generator) const {
    const mjModel& model = simulation->model();
    mjData& data = simulation->data();
    double* cylinder = data.qpos + model.nq - 4;
    SampleUntil([&] {
      cylinder[0] = generator->Uniform(x_min_, x_max_);
      cylinder[1] = generator->Uniform(y_min_, y_max_);
      return std::sqrt(SumOfSquares(cylinder, 2)) > away_;
    });
    cylinder[2] = 0;  // the goal's position
    cylinder[3] = 0;
    for (int i = 0; i < model.nv; ++i) {
      data.qvel[i] += generator->Uniform(-velocity_scale_, velocity_scale_);
    }
    for (int i = model.nv - 4; i < model.nv; ++i) {
      data.qvel[i] = 0;
    }
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
    control_ = -action.SumOfSquares();
    weighted_control_ = action.Weighted(control_weight_, control_);
    return distance_ * distance_weight_ + weighted_control_ +
           near_ * near_weight_;
  }
  [[nodiscard]] bool terminated() const { return false; }

  template <typename State>
  void WriteInfos(const Simulation& /*simulation*/, bool first,
                  State* state) const {
    if (first) {
      return;
    }
    const bool weighted = shows_weighted_;
    (*state)["info:reward_dist"_] =
        weighted ? distance_ * distance_weight_ : distance_;
    (*state)["info:reward_ctrl"_] = weighted ? weighted_control_ : control_;
    (*state)["info:reward_near"_] = weighted ? near_ * near_weight_ : near_;
  }

 private:
  void MeasureDistances(const Simulation& simulation) {
    const double* object = simulation.Body(object_);
    near_ = -UnfusedDistance(object, simulation.Body(tip_));
    distance_ = -UnfusedDistance(object, simulation.Body(goal_));
  }

  const int tip_;
  const int object_;
  const int goal_;
  const bool measures_after_step_;  // if false, before the step
  const bool shows_weighted_;
  const double control_weight_;
  const double distance_weight_;
  const double near_weight_;
  const double velocity_scale_;
  const double x_min_;
  const double x_max_;
  const double y_min_;
  const double y_max_;
  const double away_;  // least distance of the cylinder from the goal
  double near_{0};
  double distance_{0};
  double control_{0};
  double weighted_control_{0};
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_GYM_PUSHER_H_
