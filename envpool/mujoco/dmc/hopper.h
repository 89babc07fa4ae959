// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Hopper: a planar one-legged hopper.
//
// Source: dm_control.suite.hopper. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_HOPPER_H_
#define ENVPOOL_MUJOCO_DMC_HOPPER_H_

#include <cmath>

#include "envpool/mujoco/common/tolerance.h"
#include "envpool/mujoco/dmc/dmc_env.h"
#include "envpool/mujoco/dmc/randomizer.h"

namespace envpool::mujoco::dmc {

class Hopper {
 public:
  static constexpr const char* kTask = "stand";
  static constexpr const char* kModel = "hopper";
  static constexpr int kFrameSkip = 4;

  template <typename Config>
  static decltype(auto) Observed(const Config& /*conf*/, const mjModel& model) {
    return MakeDict("obs:position"_.Bind(VectorSpec(model.nq - 1)),
                    "obs:velocity"_.Bind(VectorSpec(model.nv)),
                    "obs:touch"_.Bind(VectorSpec(2)));
  }

  template <typename Config>
  Hopper(const Config& conf, Physics* physics)
      : hops_(TaskOf(conf, {"stand", "hop"}) == 1),
        physics_(*physics),
        torso_(physics->data().xipos + 3 * physics->Id(mjOBJ_BODY, "torso")),
        foot_(physics->data().xipos + 3 * physics->Id(mjOBJ_BODY, "foot")),
        velocity_(physics->Sensor("torso_subtreelinvel")),
        toe_(physics->Sensor("touch_toe")),
        heel_(physics->Sensor("touch_heel")) {}

  void Reset(RandomState* random) { RandomizeJoints(&physics_, random); }
  void Observe(ObservationWriter* writer) const {
    writer->Add(physics_.Positions().subspan(1));
    writer->Add(physics_.Velocities());
    writer->Add(std::log1p(*toe_));
    writer->Add(std::log1p(*heel_));
  }
  [[nodiscard]] double Reward() const {
    const double standing =
        Tolerance(torso_[2] - foot_[2], {.low = .6, .high = 2});
    if (hops_) {
      return standing * Tolerance(velocity_[0], {.low = kHopSpeed,
                                                 .high = Interval::kInfinity,
                                                 .margin = kHopSpeed / 2,
                                                 .slope = Slope::kLinear,
                                                 .at_margin = .5});
    }
    const double small_control =
        SmallControl(physics_.data().ctrl, physics_.model().nu);
    return standing * ((small_control + 4) / 5);
  }

 private:
  static constexpr double kHopSpeed = 2;

  const bool hops_;
  Physics& physics_;
  const double* const torso_;
  const double* const foot_;
  const double* const velocity_;
  const double* const toe_;
  const double* const heel_;
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_HOPPER_H_
