// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MountainCar (Moore, 1990) with a continuous action and the same roundings as
// Gymnasium 1.2.3.
//
// Observation: position, velocity. Action: a force, limited to [-1, 1]. Reward:
// -0.1 action^2, with the action before the limit, and 100 for the last step.
// The episode ends when the car is at 0.45 or beyond, and its velocity is at
// least `goal_velocity`.
//
// The official state is float64 after a reset and float32 from the first step
// on, and NumPy rounds each operation accordingly. Here the state is in
// doubles, and each operation is followed by its lane's rounding.

#ifndef ENVPOOL_CLASSIC_CONTROL_MOUNTAIN_CAR_CONTINUOUS_H_
#define ENVPOOL_CLASSIC_CONTROL_MOUNTAIN_CAR_CONTINUOUS_H_

#include <cstdint>
#include <vector>

#include "envpool/classic_control/mountain_car_lanes.h"
#include "envpool/core/batch_env.h"
#include "envpool/core/lane_math.h"

namespace envpool::classic_control {

class MountainCarContinuousEnvFns : public MountainCarFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("reward_threshold"_.Bind(90.0), "goal_velocity"_.Bind(0.0));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<float>({-1, 1}, {-1.0F, 1.0F})));
  }
};

using MountainCarContinuousEnvSpec = EnvSpec<MountainCarContinuousEnvFns>;

class MountainCarContinuousEnv
    : public MountainCarLanes<MountainCarContinuousEnvSpec,
                              MountainCarContinuousEnv> {
 public:
  static constexpr double kGoal = 0.45;

  MountainCarContinuousEnv(const Spec& spec, int num_envs)
      : MountainCarLanes(spec, num_envs), fresh_(num_envs) {}

  void ResetLane(int lane, const ResetOptions& options) {
    MountainCarLanes::ResetLane(lane, options);
    fresh_[lane] = ~std::uint64_t{0};
  }

  void StepLanes(const Lanes& lanes, const Actions& action, float* reward,
                 bool* terminated) {
    const float* push = action["action"_];
    double* position = position_.data() + lanes.first;
    double* velocity = velocity_.data() + lanes.first;
    std::uint64_t* fresh = fresh_.data() + lanes.first;
    float* gain = reward;
    bool* reached = terminated;
    const double goal_velocity = goal_velocity_;
    ENVPOOL_LANE_LOOP
    for (int i = 0; i < lanes.count; ++i) {
      const Rounding round{fresh[i]};
      const double slope = kGravity * lane_math::Cos(round(3 * position[i]));
      const double speed = lane_math::Clamp(
          round(velocity[i] + round(Acceleration(push[i], slope))),
          round(-kMaxSpeed), round(kMaxSpeed));
      const double p = lane_math::Clamp(round(position[i] + speed),
                                        round(kLeftWall), round(kRightWall));
      const double v = lane_math::Select(
          lane_math::Negative(speed) & ~lane_math::Less(round(kLeftWall), p),
          0.0, speed);
      const double goal = round(kGoal);
      const double fast_enough = round(goal_velocity);
      // Comparisons, not lane_math::Less, since both may be NaN.
      const bool hit = (p >= goal) & (v >= fast_enough);
      position[i] = lane_math::RoundToFloat(p);
      velocity[i] = lane_math::RoundToFloat(v);
      fresh[i] = 0;
      reached[i] = hit;
      const double a = push[i];
      gain[i] = static_cast<float>((hit ? 100.0 : 0.0) - a * a * 0.1);
    }
  }

  template <typename Archive>
  void Fields(Archive& ar) {
    ar(position_, velocity_, fresh_);
  }

 private:
  static constexpr double kPower = 0.0015;

  // NumPy's rounding of a result: none while the lane is fresh and its state
  // float64, to float32 later.
  struct Rounding {
    std::uint64_t fresh;
    ENVPOOL_LANE_INLINE double operator()(double x) const {
      return lane_math::Select(fresh, x, lane_math::RoundToFloat(x));
    }
  };

  // With an action within the limits, NumPy computes in float32. An action
  // outside is replaced by a Python float, and the result is float64.
  ENVPOOL_LANE_INLINE static double Acceleration(double push, double slope) {
    const double force = lane_math::Clamp(push, -1.0, 1.0);
    const double inside = lane_math::RoundToFloat(
        lane_math::RoundToFloat(force * static_cast<float>(kPower)) -
        lane_math::RoundToFloat(slope));
    const double outside = force * kPower - slope;
    return lane_math::Select(lane_math::Less(1.0, __builtin_fabs(push)),
                             outside, inside);
  }

  // Per lane, all ones from the reset to the first step, then zero.
  std::vector<std::uint64_t> fresh_;
};

}  // namespace envpool::classic_control

#endif  // ENVPOOL_CLASSIC_CONTROL_MOUNTAIN_CAR_CONTINUOUS_H_
