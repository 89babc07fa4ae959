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
#include <string>
#include <utility>
#include <vector>

#include "envpool/mujoco/common/loop_model.h"
#include "mujoco/mujoco.h"

namespace {

using envpool::mujoco::LoadLoopModel;
using envpool::mujoco::LoopData;

/// What a robot's task does besides steps.
struct Rules {
  int frame_skip;
  int limit;  // steps of an episode
  // One letter each: "w" if a welded mocap body moves the robot, "f" if each
  // step ends with mj_forward, "o" if an object falls onto the hand at a reset,
  // "v" if actions are velocities, "a" if the actuators of a hand are weak.
  std::string traits;
  double lift;                // of the gripper at the start, in metres
  std::vector<double> start;  // the first positions; the others are the model's

  [[nodiscard]] bool Has(char trait) const {
    return traits.find(trait) != std::string::npos;
  }
};

/// Changes a model as the official envs do.
void Prepare(const Rules& rules, mjModel* model) {
  for (int i = 0; rules.Has('w') && i < model->neq; ++i) {
    if (model->eq_type[i] == mjEQ_WELD) {
      double* data = model->eq_data + mjNEQDATA * i;
      std::fill_n(data, 6, 0.0);
      data[6] = 1;
    }
  }
  for (int i = 0; rules.Has('a') && i < model->nu; ++i) {
    const std::string name = mj_id2name(model, mjOBJ_ACTUATOR, i);
    if (name.find("_AR") == std::string::npos) {  // not of the arm
      const double stiffness = name.find("WR") == std::string::npos ? 1 : 10;
      model->actuator_gainprm[mjNGAIN * i] = stiffness;
      model->actuator_biasprm[mjNBIAS * i + 1] = -stiffness;
    }
  }
}

class Player {
 public:
  Player(std::shared_ptr<const mjModel> model, Rules rules)
      : owner_(std::move(model)),
        model_(owner_.get()),
        rules_(std::move(rules)),
        data_(mj_makeData(model_)) {
    std::copy(rules_.start.begin(), rules_.start.end(), data_->qpos);
    mj_forward(model_, data_.get());
    if (rules_.Has('w')) {
      Lift();
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
    if (rules_.Has('w')) {
      Move(&action, random);
    }
    for (int i = 0; i < model_->nu; ++i) {
      data_->ctrl[i] = Control(i, action(*random));
    }
    Advance();
    if (rules_.Has('f')) {
      mj_forward(model_, data_.get());
    }
  }

 private:
  [[nodiscard]] double Control(int actuator, double action) const {
    constexpr double kFastest = 2;  // radians per second
    const double position =
        data_->qpos[model_->jnt_qposadr[model_->actuator_trnid[2 * actuator]]];
    if (rules_.Has('w')) {  // fingers, which may be blocked
      return position + (rules_.Has('f') ? 0 : action);
    }
    if (rules_.Has('v')) {
      return position +
             action * kFastest * model_->opt.timestep * rules_.frame_skip;
    }
    const double* range = model_->actuator_ctrlrange + 2 * actuator;
    return (range[0] + range[1]) / 2 + action * (range[1] - range[0]) / 2;
  }

  void Lift() {
    const double* grip =
        data_->site_xpos + 3 * mj_name2id(model_, mjOBJ_SITE, "robot0:grip");
    data_->mocap_pos[0] = grip[0] - 0.498;
    data_->mocap_pos[1] = grip[1] + 0.005;
    data_->mocap_pos[2] = grip[2] - 0.431 + rules_.lift;
    for (int i = 0; i < 4; ++i) {
      data_->mocap_quat[i] = i % 2 == 0 ? 1 : 0;
    }
    for (int i = 0; i < 10; ++i) {
      Advance();
    }
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
    if (rules_.Has('o')) {
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
  LoopData data_;
  int steps_{0};
  std::vector<double> start_;
};

}  // namespace

/// Arguments: the model's file; the steps of the simulation in a step; the
/// steps of an episode; the traits; the lift; the first positions of an
/// episode.
std::unique_ptr<benchmark::Loop> benchmark::MakeLoop(const Arguments& arguments,
                                                     int envs, int threads) {
  Rules rules{.frame_skip = std::stoi(arguments.at(1)),
              .limit = std::stoi(arguments.at(2)),
              .traits = arguments.at(3),
              .lift = std::stod(arguments.at(4)),
              .start = {}};
  for (std::size_t i = 5; i < arguments.size(); ++i) {
    rules.start.push_back(std::stod(arguments[i]));
  }
  const std::shared_ptr<mjModel> model = LoadLoopModel(arguments[0]);
  Prepare(rules, model.get());
  return std::make_unique<LoopOf<Player>>(envs, threads, [&](int) {
    return std::make_unique<Player>(model, rules);
  });
}
