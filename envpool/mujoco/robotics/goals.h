// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Shared by tasks with goals: their observations, infos and rewards.
//
// Threads: none of its own. Errors: std::invalid_argument for an unknown
// reward_type.

#ifndef ENVPOOL_MUJOCO_ROBOTICS_GOALS_H_
#define ENVPOOL_MUJOCO_ROBOTICS_GOALS_H_

#include <stdexcept>
#include <string>
#include <vector>

#include "envpool/mujoco/robotics/numpy_sums.h"
#include "envpool/mujoco/robotics/robotics_env.h"

namespace envpool::mujoco::robotics {

/// The specs of an observation of this size, and of goals of that size.
inline decltype(auto) GoalSpecs(int size, int goal_size) {
  return MakeDict("obs:observation"_.Bind(VectorSpec(size)),
                  "obs:achieved_goal"_.Bind(VectorSpec(goal_size)),
                  "obs:desired_goal"_.Bind(VectorSpec(goal_size)));
}

inline decltype(auto) GoalInfos() {
  return MakeDict("info:is_success"_.Bind(Spec<float>(std::vector<int>{-1})),
                  "info:distance"_.Bind(Spec<double>(std::vector<int>{-1})));
}

template <typename Row>
void WriteGoalInfos(bool is_success, double distance, Row* row) {
  (*row)["info:is_success"_] = is_success ? 1.0F : 0.0F;
  (*row)["info:distance"_] = distance;
}

/// Actions from -1 to 1.
inline ControlBounds UnitBounds(int count) {
  return {std::vector<double>(count, -1.0), std::vector<double>(count, 1.0)};
}

/// A value of an action, clipped to [-1, 1]; NaN stays.
inline double ClipAction(double value) {
  return value < -1 ? -1 : (value > 1 ? 1 : value);
}

/// Whether rewards are sparse; throws unless they are sparse or dense.
template <typename Config>
bool IsSparse(const Config& conf) {
  const std::string type = conf["reward_type"_];
  if (type != "sparse" && type != "dense") {
    throw std::invalid_argument(
        "reward_type: expected \"sparse\" or \"dense\", got \"" + type + "\"");
  }
  return type == "sparse";
}

inline double DistanceReward(bool is_sparse, double distance,
                             double threshold) {
  if (is_sparse) {
    return distance > threshold ? -1.0 : -0.0;
  }
  return -distance;
}

}  // namespace envpool::mujoco::robotics

#endif  // ENVPOOL_MUJOCO_ROBOTICS_GOALS_H_
