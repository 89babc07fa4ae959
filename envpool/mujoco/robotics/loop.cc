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

/// What a robot's task does besides steps.
struct Rules {
  int frame_skip;
  int limit;  // steps of an episode
  // One letter each: "w" if a welded mocap body moves the robot, "f" if each
  // step ends with mj_forward, "o" if an object falls onto the hand at a reset.
  std::string traits;
  std::vector<double> start;  // the first positions; the others are the model's
};

class Player {
 public:
  Player(std::shared_ptr<const mjModel> model, Rules rules)
      : owner_(std::move(model)),
        model_(owner_.get()),
        rules_(std::move(rules)),
        data_(mj_makeData(model_)) {
    std::copy(rules_.start.begin(), rules_.start.end(), data_->qpos);
    mj_forward(model_, data_.get());
    for (int i = 0; Has('w') && i < 10; ++i) {
      Advance();
    }
    start_.assign(data_->qpos, data_->qpos + model_->nq);
    Reset();
  }

  void Step(std::mt19937* random) {
    if (steps_ == rules_.limit) {
      Reset();
      return;
    }
    ++steps_;
    std::uniform_real_distribution<double> action(-1, 1);
    if (Has('w')) {
      Move(&action, random);
    }
    for (int i = 0; i < model_->nu; ++i) {
      const double* range = model_->actuator_ctrlrange + 2 * i;
      data_->ctrl[i] = (range[0] + range[1]) / 2 +
                       action(*random) * (range[1] - range[0]) / 2;
    }
    Advance();
    if (Has('f')) {
      mj_forward(model_, data_.get());
    }
  }

 private:
  [[nodiscard]] bool Has(char trait) const {
    return rules_.traits.find(trait) != std::string::npos;
  }

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
    mj_resetData(model_, data_.get());
    std::copy(start_.begin(), start_.end(), data_->qpos);
    mj_forward(model_, data_.get());
    if (Has('o')) {
      for (int i = 0; i < 10; ++i) {
        Advance();
      }
      mj_forward(model_, data_.get());
    }
  }

  void Advance() {
    for (int i = 0; i < rules_.frame_skip; ++i) {
      mj_step(model_, data_.get());
    }
  }

  const std::shared_ptr<const mjModel> owner_;
  const mjModel* const model_;
  const Rules rules_;
  std::unique_ptr<mjData, DeleteData> data_;
  int steps_{0};
  std::vector<double> start_;
};

}  // namespace

/// Arguments: the model's file; the steps of the simulation in a step; the
/// steps of an episode; the traits; the first positions at the start of an
/// episode.
std::unique_ptr<benchmark::Loop> benchmark::MakeLoop(const Arguments& arguments,
                                                     int envs, int threads) {
  const std::shared_ptr<const mjModel> model(
      mj_loadXML(arguments.at(0).c_str(), nullptr, nullptr, 0), DeleteModel());
  if (model == nullptr) {
    throw std::runtime_error("no model: " + arguments[0]);
  }
  Rules rules{.frame_skip = std::stoi(arguments.at(1)),
              .limit = std::stoi(arguments.at(2)),
              .traits = arguments.at(3),
              .start = {}};
  for (std::size_t i = 4; i < arguments.size(); ++i) {
    rules.start.push_back(std::stod(arguments[i]));
  }
  return std::make_unique<LoopOf<Player>>(envs, threads, [&](int) {
    return std::make_unique<Player>(model, rules);
  });
}
