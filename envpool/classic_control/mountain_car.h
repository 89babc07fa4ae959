// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MountainCar (Moore, 1990) with three actions and the same floating-point
// operations as Gymnasium 1.2.3, in float64.
//
// Observation: position, velocity. Actions: 0 accelerates to the left, 1 does
// not accelerate, 2 accelerates to the right. Reward: -1 for every step. The
// episode ends when the car is at 0.5 or beyond, and its velocity is at least
// `goal_velocity`.

#ifndef ENVPOOL_CLASSIC_CONTROL_MOUNTAIN_CAR_H_
#define ENVPOOL_CLASSIC_CONTROL_MOUNTAIN_CAR_H_

#include "envpool/classic_control/mountain_car_lanes.h"
#include "envpool/core/batch_env.h"
#include "envpool/core/lane_math.h"

namespace envpool::classic_control {

class MountainCarEnvFns : public MountainCarFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("reward_threshold"_.Bind(-110.0),
                    "goal_velocity"_.Bind(0.0));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 2})));
  }
  template <typename Config>
  static decltype(auto) Params(const Config& conf) {
    return ConcatDict(CommonParams(0.5, conf["goal_velocity"_]),
                      MakeDict("force"_.Bind(ParamSpec{
                          0.001, 0.0, 1.0, "acceleration by an action"})));
  }
};

using MountainCarEnvSpec = EnvSpec<MountainCarEnvFns>;

class MountainCarEnv : public MountainCarLanes<MountainCarEnvSpec> {
 public:
  using MountainCarLanes::MountainCarLanes;

  template <typename Params>
  void StepLanes(const Lanes& lanes, const Actions& action, float* reward,
                 bool* terminated, Params params) {
    const int* push = action["action"_];
    double* position = position_.data() + lanes.first;
    double* velocity = velocity_.data() + lanes.first;
    const auto gravity = params["gravity"_];
    const auto force = params["force"_];
    const auto max_speed = params["max_speed"_];
    const auto left = params["min_position"_];
    const auto right = params["max_position"_];
    ENVPOOL_LANE_LOOP
    for (int i = 0; i < lanes.count; ++i) {
      const double slope = lane_math::Cos(3 * position[i]) * -gravity[i];
      const double v =
          lane_math::Clamp(velocity[i] + ((push[i] - 1.0) * force[i] + slope),
                           -max_speed[i], max_speed[i]);
      const double p = lane_math::Clamp(position[i] + v, left[i], right[i]);
      position[i] = p;
      velocity[i] = lane_math::Select(
          lane_math::Negative(v) & ~lane_math::Less(left[i], p), 0.0, v);
    }
    Judge(lanes, reward, terminated, params);
  }

 private:
  template <typename Params>
  void Judge(const Lanes& lanes, float* reward, bool* terminated,
             Params params) const {
    const double* position = position_.data() + lanes.first;
    const double* velocity = velocity_.data() + lanes.first;
    const auto goal = params["goal_position"_];
    const auto goal_velocity = params["goal_velocity"_];
    ENVPOOL_LANE_LOOP
    for (int i = 0; i < lanes.count; ++i) {
      reward[i] = -1.0F;
      terminated[i] =
          (position[i] >= goal[i]) & (velocity[i] >= goal_velocity[i]);
    }
  }
};

}  // namespace envpool::classic_control

#endif  // ENVPOOL_CLASSIC_CONTROL_MOUNTAIN_CAR_H_
