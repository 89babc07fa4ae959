// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The common part of both MountainCars (Moore, 1990): the valley, the
// observation and the initial state.

#ifndef ENVPOOL_CLASSIC_CONTROL_MOUNTAIN_CAR_LANES_H_
#define ENVPOOL_CLASSIC_CONTROL_MOUNTAIN_CAR_LANES_H_

#include <utility>
#include <vector>

#include "envpool/classic_control/frames.h"
#include "envpool/classic_control/reset_bounds.h"
#include "envpool/core/batch_env.h"

namespace envpool::classic_control {

class MountainCarFns {
 public:
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict(
        "obs"_.Bind(Spec<float>({2}, {{-1.2F, -0.07F}, {0.6F, 0.07F}})));
  }
  template <typename Config>
  static decltype(auto) ResetOptions(const Config& /*conf*/) {
    return ResetBounds(-0.6, -0.4);
  }
  template <typename Options>
  static void CheckResetOptions(const Options& options) {
    CheckResetBounds(options);
  }

 protected:
  /// The parameters of both; lengths are in units of the valley.
  static auto CommonParams(double goal, double goal_velocity) {
    return MakeDict(
        "gravity"_.Bind(ParamSpec{0.0025, -1.0, 1.0, "pull of the slope"}),
        "min_position"_.Bind(
            ParamSpec{-1.2, -1e3, -0.6, "position of the left wall"}),
        "max_position"_.Bind(
            ParamSpec{0.6, -0.4, 1e3, "position of the right wall"}),
        "max_speed"_.Bind(
            ParamSpec{0.07, 0.0, 10.0, "limit of the velocity, per step"}),
        "goal_position"_.Bind(
            ParamSpec{goal, -1e3, 1e3, "position of the flag"}),
        "goal_velocity"_.Bind(
            ParamSpec{goal_velocity, -1e3, 1e3,
                      "least velocity at which the goal counts as reached"}));
  }
};

/// The derived class has the physics.
template <typename SpecT>
class MountainCarLanes : public BatchEnv<SpecT> {
 public:
  static constexpr bool kStepDraws = false;
  static constexpr bool kWritesAllFields = true;
  static constexpr std::pair<int, int> kFrameSize{600, 400};

  MountainCarLanes(const SpecT& spec, int num_envs)
      : BatchEnv<SpecT>(spec, num_envs),
        position_(num_envs),
        velocity_(num_envs) {}

  void ResetLane(int lane, const typename SpecT::ResetOptions& options) {
    position_[lane] =
        this->rng(lane).Uniform(options["low"_], options["high"_]);
    velocity_[lane] = 0.0;
  }

  void WriteLanes(const Lanes& lanes,
                  const typename BatchEnv<SpecT>::Rows& rows) const {
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
    DrawMountainCar(position_[lane], this->param("goal_position"_, lane),
                    this->param("min_position"_, lane),
                    this->param("max_position"_, lane), frame);
  }

  template <typename Archive>
  void Fields(Archive& ar) {
    ar(position_, velocity_);
  }

 protected:
  std::vector<double> position_;
  std::vector<double> velocity_;
};

}  // namespace envpool::classic_control

#endif  // ENVPOOL_CLASSIC_CONTROL_MOUNTAIN_CAR_LANES_H_
