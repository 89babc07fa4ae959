// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What Box2D itself takes: LunarLander or BipedalWalker with random actions, in
// plain threads, with no pool around them.
//
//   box2d_loop [lander|walker|hardcore] [envs] [threads] [seconds]
//
// Prints the steps of all envs a second, those of resets included.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>

#include "benchmark/loop.h"
#include "envpool/box2d/bipedal_walker.h"
#include "envpool/box2d/lunar_lander.h"
#include "envpool/core/random/rng.h"

namespace {

using envpool::Generator;
using envpool::box2d::BipedalWalker;
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

}  // namespace

int main(int argc, char** argv) {
  const std::string task = argc > 1 ? argv[1] : "lander";
  const int envs = argc > 2 ? std::atoi(argv[2]) : 64;
  const int threads = argc > 3 ? std::atoi(argv[3]) : 2;
  const double seconds = argc > 4 ? std::atof(argv[4]) : 3;
  const double speed =
      task == "lander"
          ? benchmark::StepsPerSecond(
                envs, threads, seconds,
                [](int i) { return std::make_unique<Lander>(i); })
          : benchmark::StepsPerSecond(envs, threads, seconds, [&](int i) {
              return std::make_unique<Walker>(i, task == "hardcore");
            });
  std::printf("%s, %d envs, %d threads: %.0f steps/s\n", task.c_str(), envs,
              threads, speed);
  return 0;
}
