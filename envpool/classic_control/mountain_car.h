// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MountainCar (Moore, 1990) with three actions and the same floating-point
// operations as Gymnasium 1.2.3, in float64.
//
// Observation: position, velocity. Actions: 0 accelerates to the left, 1 not at
// all, 2 to the right. Reward: -1 for every step. The episode ends when the car
// is at 0.5 or beyond, and its velocity is at least `goal_velocity`.

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
};

using MountainCarEnvSpec = EnvSpec<MountainCarEnvFns>;

class MountainCarEnv
    : public MountainCarLanes<MountainCarEnvSpec, MountainCarEnv> {
 public:
  static constexpr double kGoal = 0.5;

  using MountainCarLanes::MountainCarLanes;

  void StepLanes(const Lanes& lanes, const Actions& action, float* reward,
                 bool* terminated) {
    const int* push = action["action"_];
    double* position = position_.data() + lanes.first;
    double* velocity = velocity_.data() + lanes.first;
    ENVPOOL_LANE_LOOP
    for (int i = 0; i < lanes.count; ++i) {
      const double slope = lane_math::Cos(3 * position[i]) * -kGravity;
      const double v =
          lane_math::Clamp(velocity[i] + ((push[i] - 1.0) * kForce + slope),
                           -kMaxSpeed, kMaxSpeed);
      const double p = lane_math::Clamp(position[i] + v, kLeftWall, kRightWall);
      position[i] = p;
      velocity[i] = lane_math::Select(
          lane_math::Negative(v) & ~lane_math::Less(kLeftWall, p), 0.0, v);
    }
    Judge(lanes, reward, terminated);
  }

 private:
  static constexpr double kForce = 0.001;

  void Judge(const Lanes& lanes, float* reward, bool* terminated) const {
    const double* position = position_.data() + lanes.first;
    const double* velocity = velocity_.data() + lanes.first;
    const double goal_velocity = goal_velocity_;
    ENVPOOL_LANE_LOOP
    for (int i = 0; i < lanes.count; ++i) {
      reward[i] = -1.0F;
      terminated[i] = (position[i] >= kGoal) & (velocity[i] >= goal_velocity);
    }
  }
};

}  // namespace envpool::classic_control

#endif  // ENVPOOL_CLASSIC_CONTROL_MOUNTAIN_CAR_H_
