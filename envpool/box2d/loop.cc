// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A benchmark of the tasks without a pool, with random actions: LunarLander,
// BipedalWalker or CarRacing. Observations of CarRacing are drawn. A reset
// counts as a step.

#include "benchmark/loop.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <string>

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

  explicit Car(int seed) : random_(seed) { env_.Reset(&random_); }
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
    env_.WriteObservation(obs_);
  }

 private:
  CarRacing env_{{}};
  Generator random_;
  std::uint8_t obs_[96 * 96 * 3];
  int step_{0};
};

template <typename Env, typename... Options>
std::unique_ptr<benchmark::Loop> LoopOver(int envs, int threads,
                                          Options... options) {
  return std::make_unique<benchmark::LoopOf<Env>>(envs, threads, [=](int seed) {
    return std::make_unique<Env>(seed, options...);
  });
}

}  // namespace

/// Arguments: the name of a task without its version.
std::unique_ptr<benchmark::Loop> benchmark::MakeLoop(const Arguments& arguments,
                                                     int envs, int threads) {
  const std::string& task = arguments.at(0);
  if (task == "LunarLander") {
    return LoopOver<Lander>(envs, threads);
  }
  if (task == "BipedalWalker" || task == "BipedalWalkerHardcore") {
    return LoopOver<Walker>(envs, threads, task != "BipedalWalker");
  }
  if (task == "CarRacing") {
    return LoopOver<Car>(envs, threads);
  }
  return nullptr;
}
