// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A benchmark of MuJoCo alone: the simulation of a Sawyer arm with random
// actions, with as many calls of mj_step and mj_forward as the official env
// makes, but without observations, rewards and a pool.

#include "benchmark/loop.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <utility>

#include "envpool/mujoco/common/loop_model.h"
#include "mujoco/mujoco.h"

namespace {

using envpool::mujoco::LoadLoopModel;
using envpool::mujoco::LoopData;

constexpr int kLimit = 500;     // steps of an episode
constexpr int kHandSteps = 50;  // at the start of an episode

class Player {
 public:
  Player(std::shared_ptr<const mjModel> model, int frame_skip,
         const std::array<double, 3>& hand)
      : owner_(std::move(model)),
        model_(owner_.get()),
        frame_skip_(frame_skip),
        hand_(hand),
        data_(mj_makeData(model_)) {
    Reset();
  }

  void Step(std::mt19937* random) {
    if (steps_ == kLimit) {
      Reset();
      return;
    }
    ++steps_;
    constexpr std::array<double, 3> kLow{-0.5, 0.4, 0.05};
    constexpr std::array<double, 3> kHigh{0.5, 1.0, 0.5};
    std::uniform_real_distribution<double> action(-1, 1);
    for (int i = 0; i < 3; ++i) {
      data_->mocap_pos[i] = std::clamp(
          data_->mocap_pos[i] + action(*random) / 100, kLow[i], kHigh[i]);
    }
    const double effort = action(*random);
    Advance(effort, -effort);
    mj_forward(model_, data_.get());
  }

 private:
  void Reset() {
    steps_ = 0;
    mj_resetData(model_, data_.get());
    for (int i = 0; i < kHandSteps; ++i) {
      std::copy(hand_.begin(), hand_.end(), data_->mocap_pos);
      Advance(-1, 1);
    }
    mj_forward(model_, data_.get());
  }

  void Advance(double right, double left) {
    data_->mocap_quat[0] = data_->mocap_quat[2] = 1;
    data_->mocap_quat[1] = data_->mocap_quat[3] = 0;
    data_->ctrl[0] = right;
    data_->ctrl[1] = left;
    for (int i = 0; i < frame_skip_; ++i) {
      mj_step(model_, data_.get());
    }
  }

  const std::shared_ptr<const mjModel> owner_;
  const mjModel* const model_;
  const int frame_skip_;
  const std::array<double, 3> hand_;
  LoopData data_;
  int steps_{0};
};

/// The model with the official env's relative pose and scale of torque of
/// welds.
std::shared_ptr<const mjModel> LoadModel(const std::string& path) {
  constexpr std::array<double, mjNEQDATA> kWeld{0,  0, 0, 0, 0, 0,
                                                -1, 0, 0, 0, 5};
  std::shared_ptr<mjModel> model = LoadLoopModel(path);
  for (int i = 0; i < model->neq; ++i) {
    if (model->eq_type[i] == mjEQ_WELD) {
      std::copy(kWeld.begin(), kWeld.end(), model->eq_data + mjNEQDATA * i);
    }
  }
  return model;
}

}  // namespace

/// Arguments: the model's file; the calls of mj_step in a step; the hand's
/// place at the start of an episode, x, y and z.
std::unique_ptr<benchmark::Loop> benchmark::MakeLoop(const Arguments& arguments,
                                                     int envs, int threads) {
  const std::shared_ptr<const mjModel> model = LoadModel(arguments.at(0));
  const std::array<double, 3> hand{std::stod(arguments.at(2)),
                                   std::stod(arguments.at(3)),
                                   std::stod(arguments.at(4))};
  return std::make_unique<LoopOf<Player>>(envs, threads, [&](int) {
    return std::make_unique<Player>(model, std::stoi(arguments.at(1)), hand);
  });
}
