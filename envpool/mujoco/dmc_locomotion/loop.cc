// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A benchmark of MuJoCo alone: the simulation of walkers with random actions,
// with as many calls of mj_step1, mj_step2 and mj_forward as the official env
// makes, but without observations, rewards and a pool.

#include "benchmark/loop.h"

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <utility>

#include "envpool/mujoco/common/loop_model.h"
#include "mujoco/mujoco.h"

namespace {

using envpool::mujoco::LoadLoopModel;
using envpool::mujoco::LoopData;

class Player {
 public:
  Player(std::shared_ptr<const mjModel> model, int frame_skip, int forward_at)
      : owner_(std::move(model)),
        model_(owner_.get()),
        frame_skip_(frame_skip),
        forward_at_(forward_at),
        data_(mj_makeData(model_)) {}

  void Step(std::mt19937* random) {
    if (steps_-- == 0) {
      Reset(random);
      return;
    }
    std::uniform_real_distribution<double> action(-1, 1);
    std::generate_n(data_->ctrl, model_->nu, [&] { return action(*random); });
    for (int i = 0; i < frame_skip_; ++i) {
      mj_step2(model_, data_.get());
      mj_step1(model_, data_.get());
      if (i == forward_at_) {
        mj_forward(model_, data_.get());
      }
    }
  }

 private:
  static constexpr int kLimit = 1000;
  static constexpr double kSpawn = 20;  // metres from the middle

  /// Places ball and players anywhere; other walkers stay.
  void Reset(std::mt19937* random) {
    steps_ = kLimit;
    mj_resetData(model_, data_.get());
    std::uniform_real_distribution<double> place(-kSpawn, kSpawn);
    const bool is_soccer = forward_at_ == 0;
    for (int i = 0; is_soccer && i < model_->njnt; ++i) {
      double* position = data_->qpos + model_->jnt_qposadr[i];
      const bool is_root = model_->body_parentid[model_->jnt_bodyid[i]] == 0;
      if (is_root && model_->jnt_type[i] == mjJNT_FREE) {
        position[0] = place(*random);
        position[1] = place(*random);
        position[2] = .5;
      } else if (is_root && model_->jnt_axis[3 * i + 2] == 0) {
        *position = place(*random);
      }
    }
    mj_forward(model_, data_.get());
  }

  const std::shared_ptr<const mjModel> owner_;
  const mjModel* const model_;
  const int frame_skip_;
  const int forward_at_;
  LoopData data_;
  int steps_{0};
};

}  // namespace

/// Arguments: the model's file; the steps of MuJoCo in a step; "first" or
/// "last", the one that mj_forward follows.
std::unique_ptr<benchmark::Loop> benchmark::MakeLoop(const Arguments& arguments,
                                                     int envs, int threads) {
  const std::shared_ptr<const mjModel> model = LoadLoopModel(arguments.at(0));
  const int frame_skip = std::stoi(arguments.at(1));
  const int forward_at = arguments.at(2) == "first" ? 0 : frame_skip - 1;
  return std::make_unique<LoopOf<Player>>(envs, threads, [&](int) {
    return std::make_unique<Player>(model, frame_skip, forward_at);
  });
}
