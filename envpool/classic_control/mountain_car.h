// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MountainCar (Moore, 1990) with three actions, operation for operation the
// one of Gymnasium 1.2.3, in float64.
//
// Observation: position, velocity. Actions: 0 accelerates to the left, 1 not at
// all, 2 to the right. Reward: -1 for every step. The episode ends where the
// car is at 0.5 or beyond, and at least as fast as `goal_velocity`.

#ifndef ENVPOOL_CLASSIC_CONTROL_MOUNTAIN_CAR_H_
#define ENVPOOL_CLASSIC_CONTROL_MOUNTAIN_CAR_H_

#include <utility>
#include <vector>

#include "envpool/classic_control/frames.h"
#include "envpool/classic_control/reset_bounds.h"
#include "envpool/core/batch_env.h"
#include "envpool/core/lane_math.h"

namespace envpool::classic_control {

class MountainCarEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("reward_threshold"_.Bind(-110.0),
                    "goal_velocity"_.Bind(0.0));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict(
        "obs"_.Bind(Spec<float>({2}, {{-1.2F, -0.07F}, {0.6F, 0.07F}})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 2})));
  }
  template <typename Config>
  static decltype(auto) ResetOptions(const Config& /*conf*/) {
    return ResetBounds(-0.6, -0.4);
  }
  template <typename Options>
  static void CheckResetOptions(const Options& options) {
    CheckResetBounds(options);
  }
};

using MountainCarEnvSpec = EnvSpec<MountainCarEnvFns>;

class MountainCarEnv : public BatchEnv<MountainCarEnvSpec> {
 public:
  static constexpr bool kStepDraws = false;
  static constexpr bool kWritesAllFields = true;
  static constexpr std::pair<int, int> kFrameSize{600, 400};

  MountainCarEnv(const Spec& spec, int num_envs)
      : BatchEnv(spec, num_envs),
        goal_velocity_(spec.config["goal_velocity"_]),
        position_(num_envs),
        velocity_(num_envs) {}

  void ResetLane(int lane, const ResetOptions& options) {
    position_[lane] = rng(lane).Uniform(options["low"_], options["high"_]);
    velocity_[lane] = 0.0;
  }

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

  void WriteLanes(const Lanes& lanes, const Rows& rows) const {
    const double* position = position_.data() + lanes.first;
    const double* velocity = velocity_.data() + lanes.first;
    float* obs = rows["obs"_];
    ENVPOOL_LANE_LOOP
    for (int i = 0; i < lanes.count; ++i) {
      obs[2 * i] = static_cast<float>(position[i]);
      obs[2 * i + 1] = static_cast<float>(velocity[i]);
    }
  }

  void RenderLane(int lane, const Frame& frame) const {
    DrawMountainCar(position_[lane], kGoal, frame);
  }

  template <typename Archive>
  void Fields(Archive& ar) {
    ar(position_, velocity_);
  }

 private:
  static constexpr double kForce = 0.001;
  static constexpr double kGravity = 0.0025;
  static constexpr double kMaxSpeed = 0.07;
  static constexpr double kLeftWall = -1.2;
  static constexpr double kRightWall = 0.6;
  static constexpr double kGoal = 0.5;

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

  double goal_velocity_;
  std::vector<double> position_;
  std::vector<double> velocity_;
};

}  // namespace envpool::classic_control

#endif  // ENVPOOL_CLASSIC_CONTROL_MOUNTAIN_CAR_H_
