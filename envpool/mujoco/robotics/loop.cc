// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A benchmark of MuJoCo alone: the simulation of a robot with random actions,
// with as many calls of mj_step and mj_forward as the official env makes, but
// without observations, rewards and a pool.

#include "benchmark/loop.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "mujoco/mujoco.h"

namespace {

struct DeleteModel {
  void operator()(const mjModel* model) const {
    mj_deleteModel(const_cast<mjModel*>(model));
  }
};
struct DeleteData {
  void operator()(mjData* data) const { mj_deleteData(data); }
};

/// A robot that a mocap body moves (Fetch), or one with actuators (a hand).
class Player {
 public:
  Player(std::shared_ptr<const mjModel> model, bool has_forward, int frame_skip)
      : owner_(std::move(model)),
        model_(owner_.get()),
        has_forward_(has_forward),
        frame_skip_(frame_skip),
        data_(mj_makeData(model_)) {
    has_mocap_ = model_->nmocap > 0;
    limit_ = has_mocap_ ? 50 : 100;
    mj_forward(model_, data_.get());
    for (int i = 0; has_mocap_ && i < 10 * frame_skip_; ++i) {
      mj_step(model_, data_.get());
    }
    start_.assign(data_->qpos, data_->qpos + model_->nq);
    Reset();
  }

  void Step(std::mt19937* random) {
    if (steps_ == limit_) {
      Reset();
      return;
    }
    ++steps_;
    std::uniform_real_distribution<double> action(-1, 1);
    if (has_mocap_) {
      Move(&action, random);
    }
    for (int i = 0; i < model_->nu; ++i) {
      const double* range = model_->actuator_ctrlrange + 2 * i;
      data_->ctrl[i] = (range[0] + range[1]) / 2 +
                       action(*random) * (range[1] - range[0]) / 2;
    }
    Advance();
    if (has_forward_) {
      mj_forward(model_, data_.get());
    }
  }

 private:
  void Move(std::uniform_real_distribution<double>* action,
            std::mt19937* random) {
    const int first = model_->eq_obj1id[0];
    const int body =
        model_->body_mocapid[first] >= 0 ? model_->eq_obj2id[0] : first;
    for (int i = 0; i < 3; ++i) {
      data_->mocap_pos[i] =
          data_->xpos[3 * body + i] + 0.05 * (*action)(*random);
    }
    for (int i = 0; i < 4; ++i) {
      data_->mocap_quat[i] = data_->xquat[4 * body + i] + (i % 2 == 0 ? 1 : 0);
    }
  }

  void Reset() {
    steps_ = 0;
    if (has_mocap_) {
      mj_resetData(model_, data_.get());
    }
    std::copy(start_.begin(), start_.end(), data_->qpos);
    std::fill_n(data_->qvel, model_->nv, 0.0);
    mj_forward(model_, data_.get());
    if (!has_mocap_ && model_->nq > 24) {  // an object falls onto the hand
      for (int i = 0; i < 10; ++i) {
        Advance();
      }
      mj_forward(model_, data_.get());
    }
  }

  void Advance() {
    for (int i = 0; i < frame_skip_; ++i) {
      mj_step(model_, data_.get());
    }
  }

  const std::shared_ptr<const mjModel> owner_;
  const mjModel* const model_;
  const bool has_forward_;
  const int frame_skip_;
  std::unique_ptr<mjData, DeleteData> data_;
  bool has_mocap_;
  int limit_;
  int steps_{0};
  std::vector<double> start_;
};

}  // namespace

/// Arguments: the model's file; "1" if each step ends with mj_forward; the
/// calls of mj_step in a step. Mazes have no walls here.
std::unique_ptr<benchmark::Loop> benchmark::MakeLoop(const Arguments& arguments,
                                                     int envs, int threads) {
  const std::shared_ptr<const mjModel> model(
      mj_loadXML(arguments.at(0).c_str(), nullptr, nullptr, 0), DeleteModel());
  if (model == nullptr) {
    throw std::runtime_error("no model: " + arguments[0]);
  }
  return std::make_unique<LoopOf<Player>>(envs, threads, [&](int) {
    return std::make_unique<Player>(model, arguments.at(1) == "1",
                                    std::stoi(arguments.at(2)));
  });
}
