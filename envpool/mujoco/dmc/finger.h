// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Finger: a finger that turns a body on an unactuated hinge.
//
// Source: dm_control.suite.finger. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_FINGER_H_
#define ENVPOOL_MUJOCO_DMC_FINGER_H_

#include <array>
#include <cmath>
#include <initializer_list>
#include <numbers>

#include "envpool/mujoco/common/vectors.h"
#include "envpool/mujoco/dmc/dmc_env.h"
#include "envpool/mujoco/dmc/randomizer.h"

namespace envpool::mujoco::dmc {

class Finger {
 public:
  static constexpr const char* kTask = "spin";
  static constexpr const char* kModel = "finger";
  static constexpr int kFrameSkip = 2;

  template <typename Config>
  static decltype(auto) Observed(const Config& conf, const mjModel& /*model*/) {
    const bool turns = TaskOf(conf, kTasks) != kSpin;
    return MakeDict(
        "obs:position"_.Bind(VectorSpec(4)),
        "obs:velocity"_.Bind(VectorSpec(3)), "obs:touch"_.Bind(VectorSpec(2)),
        "obs:target_position"_.Bind(VectorSpec(2, turns)),
        "obs:dist_to_target"_.Bind(turns ? ScalarSpec() : VectorSpec(0)));
  }

  template <typename Config>
  Finger(const Config& conf, Physics* physics)
      : task_(TaskOf(conf, kTasks)),
        physics_(*physics),
        hinge_(physics->Id(mjOBJ_JOINT, "hinge")) {
    const mjModel& model = physics->model();
    const int target = physics->Id(mjOBJ_SITE, "target");
    if (task_ == kSpin) {
      damping_ = physics->OwnArray(&mjModel::dof_damping, model.nv) +
                 model.jnt_dofadr[hinge_];
      float* colours = physics->OwnArray(&mjModel::site_rgba, 4 * model.nsite);
      hidden_ = {colours + 4 * target,
                 colours + 4 * physics->Id(mjOBJ_SITE, "tip")};
    } else {
      place_ =
          physics->OwnArray(&mjModel::site_pos, 3 * model.nsite) + 3 * target;
      radius_ =
          physics->OwnArray(&mjModel::site_size, 3 * model.nsite) + 3 * target;
    }
  }

  void Reset(RandomState* random) {
    if (task_ == kSpin) {
      for (float* colour : hidden_) {
        colour[3] = 0;
      }
      *damping_ = .03;
    } else {
      *radius_ = task_ == kTurnEasy ? .07 : .03;
      PlaceTarget(random->Uniform(-std::numbers::pi, std::numbers::pi));
    }
    SampleUntilFree(&physics_, [&] { RandomizeJoints(&physics_, random); });
  }
  void Observe(ObservationWriter* writer) const {
    writer->Add(*proximal_);
    writer->Add(*distal_);
    const auto tip = FromSpinner(tip_);
    writer->Add(tip);
    writer->Add(*proximal_velocity_);
    writer->Add(*distal_velocity_);
    writer->Add(*hinge_velocity_);
    writer->Add(std::log1p(*touch_top_));
    writer->Add(std::log1p(*touch_bottom_));
    if (task_ != kSpin) {
      writer->Add(FromSpinner(target_place_));
      writer->Add(DistanceToTarget());
    }
  }
  [[nodiscard]] double Reward() const {
    return task_ == kSpin ? (*hinge_velocity_ <= -kSpinVelocity ? 1 : 0)
                          : (DistanceToTarget() <= 0 ? 1 : 0);
  }

 private:
  enum Task { kSpin, kTurnEasy, kTurnHard };
  static constexpr std::initializer_list<const char*> kTasks{
      "spin", "turn_easy", "turn_hard"};
  static constexpr double kSpinVelocity = 15;

  void PlaceTarget(double angle) {
    const double* anchor = physics_.data().xanchor + 3 * hinge_;
    const double* cap = physics_.GeomSize("cap1");
    const double radius = cap[0] + cap[1] + cap[2];
    place_[0] = anchor[0] + radius * std::sin(angle);
    place_[2] = anchor[2] + radius * std::cos(angle);
  }

  /// x and z of a sensor's position relative to the spinner.
  [[nodiscard]] std::array<double, 2> FromSpinner(const double* place) const {
    return {place[0] - spinner_[0], place[2] - spinner_[2]};
  }
  /// The distance from the tip to the target's surface; negative inside.
  [[nodiscard]] double DistanceToTarget() const {
    const auto target = FromSpinner(target_place_);
    const auto tip = FromSpinner(tip_);
    const std::array<double, 2> way{target[0] - tip[0], target[1] - tip[1]};
    return Norm(way.data(), 2) - *radius_;
  }

  const int task_;
  Physics& physics_;
  const int hinge_;
  const double* const proximal_{physics_.Sensor("proximal")};
  const double* const distal_{physics_.Sensor("distal")};
  const double* const proximal_velocity_{physics_.Sensor("proximal_velocity")};
  const double* const distal_velocity_{physics_.Sensor("distal_velocity")};
  const double* const hinge_velocity_{physics_.Sensor("hinge_velocity")};
  const double* const tip_{physics_.Sensor("tip")};
  const double* const target_place_{physics_.Sensor("target")};
  const double* const spinner_{physics_.Sensor("spinner")};
  const double* const touch_top_{physics_.Sensor("touchtop")};
  const double* const touch_bottom_{physics_.Sensor("touchbottom")};
  // This env's copies of arrays of the model; null if the task needs none.
  double* damping_{nullptr};
  double* place_{nullptr};
  double* radius_{nullptr};
  std::array<float*, 2> hidden_{};  // colours of sites
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_FINGER_H_
