// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What Box2D itself takes: LunarLander, BipedalWalker or CarRacing with random
// actions, in plain threads, with no pool around them. car-physics makes no
// observations, which are pictures.
//
//   box2d_loop [lander|walker|hardcore|car|car-physics] [envs] [threads]
//              [seconds]
//
// Prints the steps of all envs a second, those of resets included.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "benchmark/loop.h"
#include "envpool/box2d/bipedal_walker.h"
#include "envpool/box2d/car_racing.h"
#include "envpool/box2d/lunar_lander.h"
#include "envpool/core/random/rng.h"

namespace {

using envpool::Generator;
using envpool::box2d::BipedalWalker;
using envpool::box2d::CarRacing;
using envpool::box2d::LunarLander;

class Lander {
 public:
  explicit Lander(int seed) : env_({}), random_(seed) { env_.Reset(&random_); }
  void Step(std::mt19937* actions) {
    if (env_.is_over()) {
      env_.Reset(&random_);
    } else {
      const int action = static_cast<int>((*actions)() % 4);
      env_.Step(LunarLander::FromChoice(action), &random_);
    }
    env_.WriteObservation(obs_);
  }

 private:
  LunarLander env_;
  Generator random_;
  float obs_[8];
};

class Walker {
 public:
  Walker(int seed, bool hardcore) : env_(hardcore), random_(seed) {
    env_.Reset(&random_);
  }
  void Step(std::mt19937* actions) {
    if (env_.is_over()) {
      env_.Reset(&random_);
    } else {
      std::uniform_real_distribution<float> torque(-1, 1);
      float action[4];
      std::generate_n(action, 4, [&] { return torque(*actions); });
      env_.Step(action);
    }
    env_.WriteObservation(obs_);
  }

 private:
  BipedalWalker env_;
  Generator random_;
  float obs_[24];
};

class Car {
 public:
  // Episodes end after this many steps, as in the registered tasks.
  static constexpr int kSteps = 1000;

  Car(int seed, bool observes) : random_(seed), obs_(observes ? kSize : 0) {
    env_.Reset(&random_);
  }
  void Step(std::mt19937* actions) {
    if (env_.is_over() || step_ == kSteps) {
      env_.Reset(&random_);
      step_ = 0;
    } else {
      std::uniform_real_distribution<float> pedal(0, 1);
      float action[3];
      std::generate_n(action, 3, [&] { return pedal(*actions); });
      action[0] = 2 * action[0] - 1;
      env_.Step(CarRacing::FromPedals(action));
      ++step_;
    }
    if (!obs_.empty()) {
      env_.WriteObservation(obs_.data());
    }
  }

 private:
  static constexpr int kSize = 96 * 96 * 3;

  CarRacing env_{{}};
  Generator random_;
  std::vector<std::uint8_t> obs_;
  int step_{0};
};

// The steps a second of `envs` envs, made from their number and `options`.
template <typename Env, typename... Options>
double Measure(int envs, int threads, double seconds, Options... options) {
  return benchmark::StepsPerSecond(envs, threads, seconds, [&](int i) {
    return std::make_unique<Env>(i, options...);
  });
}

}  // namespace

int main(int argc, char** argv) {
  const std::string task = argc > 1 ? argv[1] : "lander";
  const int envs = argc > 2 ? std::atoi(argv[2]) : 64;
  const int threads = argc > 3 ? std::atoi(argv[3]) : 2;
  const double seconds = argc > 4 ? std::atof(argv[4]) : 3;
  const std::map<std::string, std::function<double()>> tasks = {
      {"lander", [&] { return Measure<Lander>(envs, threads, seconds); }},
      {"walker",
       [&] { return Measure<Walker>(envs, threads, seconds, false); }},
      {"hardcore",
       [&] { return Measure<Walker>(envs, threads, seconds, true); }},
      {"car", [&] { return Measure<Car>(envs, threads, seconds, true); }},
      {"car-physics",
       [&] { return Measure<Car>(envs, threads, seconds, false); }},
  };
  const auto found = tasks.find(task);
  if (found == tasks.end()) {
    std::fprintf(stderr, "There is no task %s.\n", task.c_str());
    return 1;
  }
  std::printf("%s, %d envs, %d threads: %.0f steps/s\n", task.c_str(), envs,
              threads, found->second());
  return 0;
}
