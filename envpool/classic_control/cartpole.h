// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CartPole (Barto, Sutton and Anderson, 1983), with the same floating-point
// operations as Gymnasium 1.2.3: in float64, explicit Euler advances positions
// with the old velocities, semi-implicit Euler with the new ones.
//
// Observation: cart position, cart velocity, pole angle, pole velocity.
// Actions: 0 pushes to the left, 1 to the right. Reward: 1 for every step, also
// the last one; with `sutton_barto_reward`, 0, and -1 for the step that fails.
// Total mass and the product of the pole's mass and length follow from the
// parameters, as when Gymnasium's env is made.

#ifndef ENVPOOL_CLASSIC_CONTROL_CARTPOLE_H_
#define ENVPOOL_CLASSIC_CONTROL_CARTPOLE_H_

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/classic_control/frames.h"
#include "envpool/classic_control/reset_bounds.h"
#include "envpool/core/batch_env.h"
#include "envpool/core/lane_math.h"

namespace envpool::classic_control {

class CartPoleEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("reward_threshold"_.Bind(195.0),
                    "sutton_barto_reward"_.Bind(false));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    // Twice the limits of an episode.
    const float inf = std::numeric_limits<float>::infinity();
    const auto angle = static_cast<float>(24 * 2 * M_PI / 360);
    return MakeDict("obs"_.Bind(Spec<float>(
        {4}, {{-4.8F, -inf, -angle, -inf}, {4.8F, inf, angle, inf}})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 1})));
  }
  template <typename Config>
  static decltype(auto) ResetOptions(const Config& /*conf*/) {
    return ResetBounds(-0.05, 0.05);
  }
  template <typename Options>
  static void CheckResetOptions(const Options& options) {
    CheckResetBounds(options);
  }
  template <typename Config>
  static decltype(auto) Params(const Config& /*conf*/) {
    constexpr double kMaxTheta = 12 * 2 * lane_math::kPi / 360;
    return MakeDict(
        "gravity"_.Bind(ParamSpec{9.8, -1e3, 1e3, "gravity, in m/s^2"}),
        "masscart"_.Bind(ParamSpec{1.0, 1e-3, 1e3, "mass of the cart, in kg"}),
        "masspole"_.Bind(ParamSpec{0.1, 0.0, 1e3, "mass of the pole, in kg"}),
        "length"_.Bind(
            ParamSpec{0.5, 1e-3, 1e3, "half of the pole's length, in m"}),
        "force_mag"_.Bind(ParamSpec{10.0, 0.0, 1e4, "force of a push, in N"}),
        "tau"_.Bind(ParamSpec{0.02, 1e-4, 1.0, "duration of a step, in s"}),
        "theta_threshold_radians"_.Bind(ParamSpec{
            kMaxTheta, 0.0, 1e3, "largest angle of an episode, in rad"}),
        "x_threshold"_.Bind(ParamSpec{
            2.4, 1e-3, 1e3, "largest distance from the centre, in m"}),
        "kinematics_integrator"_.Bind(ParamSpec{
            0, 0, 1,
            "0 (\"euler\"): positions advance with the old velocities, 1: with "
            "the new ones",
            true}));
  }
};

using CartPoleEnvSpec = EnvSpec<CartPoleEnvFns>;

class CartPoleEnv : public BatchEnv<CartPoleEnvSpec> {
 public:
  static constexpr bool kStepDraws = false;
  static constexpr bool kWritesAllFields = true;
  static constexpr std::pair<int, int> kFrameSize{600, 400};

  CartPoleEnv(const Spec& spec, int num_envs)
      : BatchEnv(spec, num_envs),
        reward_(spec.config["sutton_barto_reward"_] ? 0.0F : 1.0F),
        failure_reward_(spec.config["sutton_barto_reward"_] ? -1.0F : 1.0F),
        x_(num_envs),
        x_dot_(num_envs),
        theta_(num_envs),
        theta_dot_(num_envs) {}

  void ResetLane(int lane, const ResetOptions& options) {
    for (std::vector<double>* value : {&x_, &x_dot_, &theta_, &theta_dot_}) {
      (*value)[lane] = rng(lane).Uniform(options["low"_], options["high"_]);
    }
  }

  template <typename Params>
  void StepLanes(const Lanes& lanes, const Actions& action, float* reward,
                 bool* terminated, Params params) {
    const int* push = action["action"_];
    if constexpr (std::is_same_v<Params,
                                 typename LaneParams<Spec::Params>::Equal>) {
      if (params["kinematics_integrator"_].value == 0) {
        AdvanceBy<kEuler>(lanes, push, params);
      } else {
        AdvanceBy<kSemiImplicit>(lanes, push, params);
      }
    } else {
      AdvanceBy<kByLane>(lanes, push, params);
    }
    Judge(lanes, reward, terminated, params);
  }

  void WriteLanes(const Lanes& lanes, const Rows& rows) const {
    const double* x = x_.data() + lanes.first;
    const double* x_dot = x_dot_.data() + lanes.first;
    const double* theta = theta_.data() + lanes.first;
    const double* theta_dot = theta_dot_.data() + lanes.first;
    float* obs = rows["obs"_];
    ENVPOOL_LANE_LOOP
    for (int i = 0; i < lanes.count; ++i) {
      obs[4 * i] = static_cast<float>(x[i]);
      obs[4 * i + 1] = static_cast<float>(x_dot[i]);
      obs[4 * i + 2] = static_cast<float>(theta[i]);
      obs[4 * i + 3] = static_cast<float>(theta_dot[i]);
    }
  }

  void RenderLane(int lane, const Frame& frame) const {
    DrawCartPole(x_[lane], theta_[lane], 2 * param("length"_, lane),
                 param("x_threshold"_, lane), frame);
  }

  template <typename Archive>
  void Fields(Archive& ar) {
    ar(x_, x_dot_, theta_, theta_dot_);
  }

 private:
  enum Integrator { kEuler, kSemiImplicit, kByLane };

  /// Whether all angles are at most pi/4. An episode ends at a much smaller
  /// angle, but a reset may choose a larger one.
  static bool AreSmall(const double* theta, int count) {
    std::uint64_t large = 0;
    ENVPOOL_LANE_LOOP
    for (int i = 0; i < count; ++i) {
      large |= lane_math::Less(lane_math::kPi / 4, __builtin_fabs(theta[i]));
    }
    return large == 0;
  }

  template <Integrator kIntegrator, typename Params>
  ENVPOOL_LANE_INLINE void AdvanceBy(const Lanes& lanes, const int* push,
                                     Params params) {
    if (AreSmall(theta_.data() + lanes.first, lanes.count)) {
      Advance<true, kIntegrator>(lanes, push, params);
    } else {
      Advance<false, kIntegrator>(lanes, push, params);
    }
  }

  /// `kSmall`: no angle is larger than pi/4.
  template <bool kSmall, Integrator kIntegrator, typename Params>
  ENVPOOL_LANE_INLINE void Advance(const Lanes& lanes, const int* push,
                                   Params params) {
    double* x = x_.data() + lanes.first;
    double* x_dot = x_dot_.data() + lanes.first;
    double* theta = theta_.data() + lanes.first;
    double* theta_dot = theta_dot_.data() + lanes.first;
    const auto gravity = params["gravity"_];
    const auto cart = params["masscart"_];
    const auto pole = params["masspole"_];
    const auto length = params["length"_];
    const auto force_mag = params["force_mag"_];
    const auto tau = params["tau"_];
    [[maybe_unused]] const auto integrator = params["kinematics_integrator"_];
    ENVPOOL_LANE_LOOP
    for (int i = 0; i < lanes.count; ++i) {
      const double total_mass = pole[i] + cart[i];
      const double mass_length = pole[i] * length[i];
      const double force = push[i] * (2 * force_mag[i]) - force_mag[i];
      double sine, cosine;
      if constexpr (kSmall) {
        lane_math::SinCosSmall(theta[i], &sine, &cosine);
      } else {
        lane_math::SinCos(theta[i], &sine, &cosine);
      }
      const double temp =
          (force + mass_length * (theta_dot[i] * theta_dot[i]) * sine) /
          total_mass;
      const double theta_acc =
          (gravity[i] * sine - cosine * temp) /
          (length[i] * (4.0 / 3.0 - pole[i] * (cosine * cosine) / total_mass));
      const double x_acc = temp - mass_length * theta_acc * cosine / total_mass;
      const double x_dot_after = x_dot[i] + tau[i] * x_acc;
      const double theta_dot_after = theta_dot[i] + tau[i] * theta_acc;
      double speed = kIntegrator == kEuler ? x_dot[i] : x_dot_after;
      double turn = kIntegrator == kEuler ? theta_dot[i] : theta_dot_after;
      if constexpr (kIntegrator == kByLane) {
        const std::uint64_t is_implicit = lane_math::Less(0, integrator[i]);
        speed = lane_math::Select(is_implicit, x_dot_after, x_dot[i]);
        turn = lane_math::Select(is_implicit, theta_dot_after, theta_dot[i]);
      }
      x[i] += tau[i] * speed;
      theta[i] += tau[i] * turn;
      x_dot[i] = x_dot_after;
      theta_dot[i] = theta_dot_after;
    }
  }

  template <typename Params>
  void Judge(const Lanes& lanes, float* reward, bool* terminated,
             Params params) const {
    const double* x = x_.data() + lanes.first;
    const double* theta = theta_.data() + lanes.first;
    const float go = reward_;
    const float fail = failure_reward_;
    const auto max_x = params["x_threshold"_];
    const auto max_theta = params["theta_threshold_radians"_];
    ENVPOOL_LANE_LOOP
    for (int i = 0; i < lanes.count; ++i) {
      const bool failed = (x[i] < -max_x[i]) | (x[i] > max_x[i]) |
                          (theta[i] < -max_theta[i]) |
                          (theta[i] > max_theta[i]);
      terminated[i] = failed;
      reward[i] = failed ? fail : go;
    }
  }

  float reward_;
  float failure_reward_;
  std::vector<double> x_;
  std::vector<double> x_dot_;
  std::vector<double> theta_;
  std::vector<double> theta_dot_;
};

}  // namespace envpool::classic_control

#endif  // ENVPOOL_CLASSIC_CONTROL_CARTPOLE_H_
