// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CartPole as a straightforward port of an environment: one object for each
// env, scalar code, the standard library's random numbers. Used to measure the
// cost of a pool of such envs; the family's CartPole is a BatchEnv.

#ifndef BENCHMARK_PER_ENV_CARTPOLE_PER_ENV_CARTPOLE_H_
#define BENCHMARK_PER_ENV_CARTPOLE_PER_ENV_CARTPOLE_H_

#include <cmath>
#include <limits>
#include <random>

#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"

namespace benchmark_envs {

class PerEnvCartPoleEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("reward_threshold"_.Bind(475.0));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    const float inf = std::numeric_limits<float>::infinity();
    return MakeDict("obs"_.Bind(Spec<float>(
        {4}, {{-4.8F, -inf, -0.42F, -inf}, {4.8F, inf, 0.42F, inf}})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 1})));
  }
};

using PerEnvCartPoleEnvSpec = EnvSpec<PerEnvCartPoleEnvFns>;

class PerEnvCartPoleEnv : public Env<PerEnvCartPoleEnvSpec> {
 public:
  PerEnvCartPoleEnv(const Spec& spec, int env_id)
      : Env<PerEnvCartPoleEnvSpec>(spec, env_id),
        max_episode_steps_(spec.config["max_episode_steps"_]) {}

  bool IsDone() override { return done_; }

  void Reset() override {
    x_ = dist_(gen_);
    x_dot_ = dist_(gen_);
    theta_ = dist_(gen_);
    theta_dot_ = dist_(gen_);
    done_ = false;
    elapsed_step_ = 0;
    State state = Allocate();
    WriteObs(0.0F, &state);
  }

  void Step(const Action& action) override {
    const double force =
        static_cast<int>(action["action"_]) == 1 ? 10.0 : -10.0;
    const double cosine = std::cos(theta_);
    const double sine = std::sin(theta_);
    const double temp =
        (force + kPoleMassLength * theta_dot_ * theta_dot_ * sine) / kTotalMass;
    const double theta_acc =
        (kGravity * sine - cosine * temp) /
        (kHalfLength * (4.0 / 3.0 - kPoleMass * cosine * cosine / kTotalMass));
    const double x_acc =
        temp - kPoleMassLength * theta_acc * cosine / kTotalMass;
    x_ += kTau * x_dot_;
    x_dot_ += kTau * x_acc;
    theta_ += kTau * theta_dot_;
    theta_dot_ += kTau * theta_acc;
    ++elapsed_step_;
    done_ = std::abs(x_) > kMaxX || std::abs(theta_) > kMaxTheta ||
            elapsed_step_ >= max_episode_steps_;
    State state = Allocate();
    WriteObs(1.0F, &state);
  }

 private:
  static constexpr double kGravity = 9.8;
  static constexpr double kPoleMass = 0.1;
  static constexpr double kTotalMass = 1.1;
  static constexpr double kHalfLength = 0.5;
  static constexpr double kPoleMassLength = kPoleMass * kHalfLength;
  static constexpr double kTau = 0.02;
  static constexpr double kMaxX = 2.4;
  static constexpr double kMaxTheta = 12 * 2 * M_PI / 360;

  void WriteObs(float reward, State* state) const {
    (*state)["obs"_][0] = static_cast<float>(x_);
    (*state)["obs"_][1] = static_cast<float>(x_dot_);
    (*state)["obs"_][2] = static_cast<float>(theta_);
    (*state)["obs"_][3] = static_cast<float>(theta_dot_);
    (*state)["reward"_] = reward;
  }

  const int max_episode_steps_;
  int elapsed_step_{0};
  bool done_{true};
  double x_{0}, x_dot_{0}, theta_{0}, theta_dot_{0};
  std::uniform_real_distribution<> dist_{-0.05, 0.05};
};

using PerEnvCartPoleEnvPool = AsyncEnvPool<PerEnvCartPoleEnv>;

}  // namespace benchmark_envs

#endif  // BENCHMARK_PER_ENV_CARTPOLE_PER_ENV_CARTPOLE_H_
