// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Reacher: a planar arm of two links.
//
// Source: dm_control.suite.reacher. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_REACHER_H_
#define ENVPOOL_MUJOCO_DMC_REACHER_H_

#include <array>
#include <cmath>
#include <numbers>

#include "envpool/mujoco/common/vectors.h"
#include "envpool/mujoco/dmc/dmc_env.h"
#include "envpool/mujoco/dmc/randomizer.h"

namespace envpool::mujoco::dmc {

class Reacher {
 public:
  static constexpr const char* kTask = "easy";
  static constexpr const char* kModel = "reacher";
  static constexpr int kFrameSkip = 1;

  template <typename Config>
  static decltype(auto) Observed(const Config& /*conf*/, const mjModel& model) {
    return MakeDict("obs:position"_.Bind(VectorSpec(model.nq)),
                    "obs:to_target"_.Bind(VectorSpec(2)),
                    "obs:velocity"_.Bind(VectorSpec(model.nv)));
  }

  template <typename Config>
  Reacher(const Config& conf, Physics* physics)
      : physics_(*physics),
        finger_(physics->GeomPosition("finger")),
        target_(physics->GeomPosition("target")) {
    const mjModel& model = physics->model();
    const int target = physics->Id(mjOBJ_GEOM, "target");
    size_ = TaskOf(conf, {"easy", "hard"}) == 0 ? .05 : .015;
    target_position_ =
        physics->OwnArray(&mjModel::geom_pos, 3 * model.ngeom) + 3 * target;
    target_size_ =
        physics->OwnArray(&mjModel::geom_size, 3 * model.ngeom) + 3 * target;
    finger_size_ = physics->GeomSize("finger");
  }

  void Reset(RandomState* random) {
    *target_size_ = size_;
    RandomizeJoints(&physics_, random);
    const double angle = random->Uniform(0, 2 * std::numbers::pi);
    const double radius = random->Uniform(.05, .20);
    target_position_[0] = radius * std::sin(angle);
    target_position_[1] = radius * std::cos(angle);
  }
  void Observe(ObservationWriter* writer) const {
    writer->Add(physics_.Positions());
    writer->Add(ToTarget());
    writer->Add(physics_.Velocities());
  }
  [[nodiscard]] double Reward() const {
    return Norm(ToTarget().data(), 2) <= *target_size_ + *finger_size_ ? 1 : 0;
  }

 private:
  [[nodiscard]] std::array<double, 2> ToTarget() const {
    return {target_[0] - finger_[0], target_[1] - finger_[1]};
  }

  Physics& physics_;
  const double* const finger_;
  const double* const target_;
  double size_;  // the target's radius
  // Place and size of the target in this env's model.
  double* target_position_;
  double* target_size_;
  const double* finger_size_;
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_REACHER_H_
