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
  template <typename Config>
  static decltype(auto) Params(const Config& conf) {
    return ConcatDict(
        CommonParams(0.45, conf["goal_velocity"_]),
        MakeDict("power"_.Bind(ParamSpec{0.0015, 0.0, 1.0,
                                         "acceleration by a force of 1"}),
                 "min_action"_.Bind(
                     ParamSpec{-1.0, -1e3, 0.0, "lower limit of the force"}),
                 "max_action"_.Bind(
                     ParamSpec{1.0, 0.0, 1e3, "upper limit of the force"})));
  }
};

using MountainCarContinuousEnvSpec = EnvSpec<MountainCarContinuousEnvFns>;

class MountainCarContinuousEnv
    : public MountainCarLanes<MountainCarContinuousEnvSpec> {
 public:
  MountainCarContinuousEnv(const Spec& spec, int num_envs)
      : MountainCarLanes(spec, num_envs), fresh_(num_envs) {}

  void ResetLane(int lane, const ResetOptions& options) {
    MountainCarLanes::ResetLane(lane, options);
    fresh_[lane] = ~std::uint64_t{0};
  }

  template <typename Params>
  void StepLanes(const Lanes& lanes, const Actions& action, float* reward,
                 bool* terminated, Params params) {
    const float* push = action["action"_];
    double* position = position_.data() + lanes.first;
    double* velocity = velocity_.data() + lanes.first;
    std::uint64_t* fresh = fresh_.data() + lanes.first;
    float* gain = reward;
    bool* reached = terminated;
    const auto gravity = params["gravity"_];
    const auto power = params["power"_];
    const auto least = params["min_action"_];
    const auto most = params["max_action"_];
    const auto max_speed = params["max_speed"_];
    const auto left = params["min_position"_];
    const auto right = params["max_position"_];
    const auto goal_position = params["goal_position"_];
    const auto goal_velocity = params["goal_velocity"_];
    ENVPOOL_LANE_LOOP
    for (int i = 0; i < lanes.count; ++i) {
      const Rounding round{fresh[i]};
      const double slope = gravity[i] * lane_math::Cos(round(3 * position[i]));
      const double acceleration =
          Acceleration(push[i], {least[i], most[i]}, power[i], slope);
      const double speed =
          lane_math::Clamp(round(velocity[i] + round(acceleration)),
                           round(-max_speed[i]), round(max_speed[i]));
      const double wall = round(left[i]);
      const double p =
          lane_math::Clamp(round(position[i] + speed), wall, round(right[i]));
      const double v = lane_math::Select(
          lane_math::Negative(speed) & ~lane_math::Less(wall, p), 0.0, speed);
      const double goal = round(goal_position[i]);
      const double fast_enough = round(goal_velocity[i]);
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
  // NumPy's rounding of a result: none while the lane is fresh and its state
  // float64, to float32 later.
  struct Rounding {
    std::uint64_t fresh;
    ENVPOOL_LANE_INLINE double operator()(double x) const {
      return lane_math::Select(fresh, x, lane_math::RoundToFloat(x));
    }
  };

  struct Limits {
    double low, high;
  };

  // With an action within the limits, NumPy computes in float32. An action
  // outside is replaced by a Python float, and the result is float64.
  ENVPOOL_LANE_INLINE static double Acceleration(double push, Limits limits,
                                                 double power, double slope) {
    const double inside = lane_math::RoundToFloat(
        lane_math::RoundToFloat(push * lane_math::RoundToFloat(power)) -
        lane_math::RoundToFloat(slope));
    const std::uint64_t below =
        lane_math::Less(push, lane_math::RoundToFloat(limits.low));
    const std::uint64_t above =
        lane_math::Less(lane_math::RoundToFloat(limits.high), push);
    const double force = lane_math::Select(below, limits.low, limits.high);
    return lane_math::Select(below | above, force * power - slope, inside);
  }

  // Per lane, all ones from the reset to the first step, then zero.
  std::vector<std::uint64_t> fresh_;
};

}  // namespace envpool::classic_control

#endif  // ENVPOOL_CLASSIC_CONTROL_MOUNTAIN_CAR_CONTINUOUS_H_
