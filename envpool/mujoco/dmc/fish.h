// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Fish: a free swimmer in water.
//
// Source: dm_control.suite.fish. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_FISH_H_
#define ENVPOOL_MUJOCO_DMC_FISH_H_

#include <algorithm>
#include <array>
#include <initializer_list>

#include "envpool/mujoco/common/tolerance.h"
#include "envpool/mujoco/common/vectors.h"
#include "envpool/mujoco/dmc/dmc_env.h"
#include "envpool/mujoco/dmc/randomizer.h"

namespace envpool::mujoco::dmc {

class Fish {
 public:
  static constexpr const char* kTask = "upright";
  static constexpr const char* kModel = "fish";
  static constexpr int kFrameSkip = 10;

  template <typename Config>
  static decltype(auto) Observed(const Config& conf, const mjModel& model) {
    return MakeDict(
        "obs:joint_angles"_.Bind(VectorSpec(kJoints.size())),
        "obs:upright"_.Bind(ScalarSpec()),
        "obs:target"_.Bind(VectorSpec(3, TaskOf(conf, kTasks) == kSwim)),
        "obs:velocity"_.Bind(VectorSpec(model.nv)));
  }

  template <typename Config>
  Fish(const Config& conf, Physics* physics)
      : swims_(TaskOf(conf, kTasks) == kSwim),
        physics_(*physics),
        torso_(physics->BodyFrame("torso")),
        mouth_(physics->GeomPosition("mouth")),
        mouth_frame_(physics->GeomFrame("mouth")),
        target_(physics->GeomPosition("target")),
        radii_(physics->GeomSize("mouth")[0] + physics->GeomSize("target")[0]) {
    const int target = physics->Id(mjOBJ_GEOM, "target");
    const mjModel& model = physics->model();
    if (swims_) {
      target_place_ =
          physics->OwnArray(&mjModel::geom_pos, 3 * model.ngeom) + 3 * target;
    } else {
      target_colour_ =
          physics->OwnArray(&mjModel::geom_rgba, 4 * model.ngeom) + 4 * target;
    }
    std::transform(
        kJoints.begin(), kJoints.end(), joints_.begin(),
        [&](const char* joint) { return physics->JointPosition(joint); });
  }

  void Reset(RandomState* random) {
    RandomDirection(random, physics_.JointPosition("root") + 3, 4);
    for (double* joint : joints_) {
      *joint = random->Uniform(-.2, .2);
    }
    if (!swims_) {
      target_colour_[3] = 0;
    } else {
      target_place_[0] = random->Uniform(-.4, .4);
      target_place_[1] = random->Uniform(-.4, .4);
      target_place_[2] = random->Uniform(.1, .3);
    }
  }
  void Observe(ObservationWriter* writer) const {
    for (const double* joint : joints_) {
      writer->Add(*joint);
    }
    writer->Add(torso_[kZZ]);
    if (swims_) {
      writer->Add(ToTarget());
    }
    writer->Add(physics_.Velocities());
  }
  [[nodiscard]] double Reward() const {
    if (!swims_) {
      return Tolerance(torso_[kZZ], {.low = 1, .high = 1, .margin = 1});
    }
    const double in_target =
        Tolerance(Norm(ToTarget()), {.high = radii_, .margin = 2 * radii_});
    return (7 * in_target + .5 * (torso_[kZZ] + 1)) / 8;
  }

 private:
  enum Task { kUpright, kSwim };
  static constexpr std::initializer_list<const char*> kTasks{"upright", "swim"};
  static constexpr std::array kJoints{
      "tail1",          "tail_twist",   "tail2",        "finright_roll",
      "finright_pitch", "finleft_roll", "finleft_pitch"};

  /// The vector from the mouth to the target, in the mouth's frame.
  [[nodiscard]] Vector3 ToTarget() const {
    return InFrame(Difference(target_, mouth_), mouth_frame_);
  }

  const bool swims_;
  Physics& physics_;
  const double* const torso_;
  const double* const mouth_;
  const double* const mouth_frame_;
  const double* const target_;
  const double radii_;
  // This env's copies of arrays of the model.
  double* target_place_{nullptr};
  float* target_colour_{nullptr};
  std::array<double*, kJoints.size()> joints_{};
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_FISH_H_
