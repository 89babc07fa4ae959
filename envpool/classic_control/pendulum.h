// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pendulum swing-up, with the same floating-point operations as Gymnasium
// 1.2.3: in float64, except where NumPy computes with the float32 action.
//
// Observation: cosine and sine of the angle (0 is upright), angular velocity.
// Action: a torque, limited to [-2, 2]. Reward: -(angle^2 + 0.1 velocity^2 +
// 0.001 torque^2) of the state before the step. Only the step limit ends an
// episode.
//
// `version` 1 limits the velocity before the angle advances with it. `version`
// 0 advances the angle first, as Gym's Pendulum-v0 did.

#ifndef ENVPOOL_CLASSIC_CONTROL_PENDULUM_H_
#define ENVPOOL_CLASSIC_CONTROL_PENDULUM_H_

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/classic_control/frames.h"
#include "envpool/classic_control/reset_bounds.h"
#include "envpool/core/batch_env.h"
#include "envpool/core/lane_math.h"

namespace envpool::classic_control {

class PendulumEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("version"_.Bind(0), "g"_.Bind(10.0));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs"_.Bind(
        Spec<float>({3}, {{-1.0F, -1.0F, -8.0F}, {1.0F, 1.0F, 8.0F}})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<float>({-1, 1}, {-2.0F, 2.0F})));
  }
  /// The largest angle and velocity of the first state.
  template <typename Config>
  static decltype(auto) ResetOptions(const Config& /*conf*/) {
    return MakeDict("x_init"_.Bind(lane_math::kPi), "y_init"_.Bind(1.0));
  }
  template <typename Options>
  static void CheckResetOptions(const Options& options) {
    const auto check = [](const char* name, double value) {
      if (!(value >= 0 && value <= kLargestBound)) {
        throw std::invalid_argument(
            "options['" + std::string(name) +
            "']: expected a number in [0, 10000], got " +
            std::to_string(value));
      }
    };
    check("x_init", options["x_init"_]);
    check("y_init", options["y_init"_]);
  }
  template <typename Config>
  static decltype(auto) Params(const Config& conf) {
    return MakeDict(
        "g"_.Bind(ParamSpec{conf["g"_], -1e3, 1e3, "gravity, in m/s^2"}),
        "m"_.Bind(ParamSpec{1.0, 1e-3, 1e3, "mass of the rod, in kg"}),
        "l"_.Bind(ParamSpec{1.0, 1e-3, 1e3, "length of the rod, in m"}),
        "dt"_.Bind(ParamSpec{0.05, 1e-4, 1.0, "duration of a step, in s"}),
        "max_speed"_.Bind(
            ParamSpec{8.0, 0.0, 1e3, "limit of the velocity, in rad/s"}),
        "max_torque"_.Bind(
            ParamSpec{2.0, 0.0, 1e3, "limit of the action, in N m"}));
  }
};

using PendulumEnvSpec = EnvSpec<PendulumEnvFns>;

class PendulumEnv : public BatchEnv<PendulumEnvSpec> {
 public:
  static constexpr bool kStepDraws = false;
  static constexpr bool kWritesAllFields = true;
  static constexpr std::pair<int, int> kFrameSize{500, 500};

  PendulumEnv(const Spec& spec, int num_envs)
      : BatchEnv(spec, num_envs),
        old_order_(spec.config["version"_] == 0),
        theta_(num_envs),
        speed_(num_envs),
        sine_(num_envs),
        cosine_(num_envs) {}

  void ResetLane(int lane, const ResetOptions& options) {
    const double angle = options["x_init"_];
    const double speed = options["y_init"_];
    theta_[lane] = rng(lane).Uniform(-angle, angle);
    speed_[lane] = rng(lane).Uniform(-speed, speed);
    lane_math::SinCos(theta_[lane], &sine_[lane], &cosine_[lane]);
  }

  template <typename Params>
  void StepLanes(const Lanes& lanes, const Actions& action, float* reward,
                 bool* terminated, Params params) {
    std::fill_n(terminated, lanes.count, false);
    const float* torque = action["action"_];
    if (old_order_) {
      Advance<true>(lanes, torque, reward, params);
    } else {
      Advance<false>(lanes, torque, reward, params);
    }
  }

  void WriteLanes(const Lanes& lanes, const Rows& rows) const {
    const double* cosine = cosine_.data() + lanes.first;
    const double* sine = sine_.data() + lanes.first;
    const double* speed = speed_.data() + lanes.first;
    float* obs = rows["obs"_];
    ENVPOOL_LANE_LOOP
    for (int i = 0; i < lanes.count; ++i) {
      obs[3 * i] = static_cast<float>(cosine[i]);
      obs[3 * i + 1] = static_cast<float>(sine[i]);
      obs[3 * i + 2] = static_cast<float>(speed[i]);
    }
  }

  void RenderLane(int lane, const Frame& frame, const Actions* last) const {
    const double torque =
        last == nullptr ? 0.0 : static_cast<double>(*(*last)["action"_]);
    const double most = param("max_torque"_, lane);
    DrawPendulum(theta_[lane], lane_math::Clamp(torque, -most, most), frame);
  }

  template <typename Archive>
  void Fields(Archive& ar) {
    ar(theta_, speed_, sine_, cosine_);
  }

 private:
  template <bool kOldOrder, typename Params>
  void Advance(const Lanes& lanes, const float* torque, float* reward,
               Params params) {
    double* theta = theta_.data() + lanes.first;
    double* speed = speed_.data() + lanes.first;
    double* sine = sine_.data() + lanes.first;
    double* cosine = cosine_.data() + lanes.first;
    const auto gravity = params["g"_];
    const auto mass = params["m"_];
    const auto length = params["l"_];
    const auto time_step = params["dt"_];
    const auto max_speed = params["max_speed"_];
    const auto max_torque = params["max_torque"_];
    ENVPOOL_LANE_LOOP
    for (int i = 0; i < lanes.count; ++i) {
      const double gravity_torque = 3 * gravity[i] / (2 * length[i]);
      // NumPy computes in float32 with the action and constants.
      const auto u = static_cast<float>(
          lane_math::Clamp(torque[i], -max_torque[i], max_torque[i]));
      const float action_cost = 0.001F * (u * u);
      const float action_torque =
          static_cast<float>(3.0 / (mass[i] * (length[i] * length[i]))) * u;
      const double angle = lane_math::NormalizeAngle(theta[i]);
      const double cost =
          angle * angle + 0.1 * (speed[i] * speed[i]) + action_cost;
      reward[i] = static_cast<float>(-cost);
      double pull;
      if constexpr (kOldOrder) {
        pull = -gravity_torque * lane_math::Sin(theta[i] + lane_math::kPi);
      } else {
        pull = gravity_torque * sine[i];
      }
      const double fast = speed[i] + (pull + action_torque) * time_step[i];
      const double limited =
          lane_math::Clamp(fast, -max_speed[i], max_speed[i]);
      const double next =
          theta[i] + (kOldOrder ? fast : limited) * time_step[i];
      theta[i] = next;
      speed[i] = limited;
      lane_math::SinCos(next, &sine[i], &cosine[i]);
    }
  }

  bool old_order_;
  std::vector<double> theta_;
  std::vector<double> speed_;
  std::vector<double> sine_;  // of theta_, for observation and next step
  std::vector<double> cosine_;
};

}  // namespace envpool::classic_control

#endif  // ENVPOOL_CLASSIC_CONTROL_PENDULUM_H_
