// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Walker: a planar biped.
//
// Source: dm_control.suite.walker. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_WALKER_H_
#define ENVPOOL_MUJOCO_DMC_WALKER_H_

#include "envpool/mujoco/common/tolerance.h"
#include "envpool/mujoco/dmc/dmc_env.h"
#include "envpool/mujoco/dmc/randomizer.h"

namespace envpool::mujoco::dmc {

class Walker {
 public:
  static constexpr const char* kTask = "stand";
  static constexpr const char* kModel = "walker";
  static constexpr int kFrameSkip = 10;

  template <typename Config>
  static decltype(auto) Observed(const Config& /*conf*/, const mjModel& model) {
    return MakeDict("obs:orientations"_.Bind(VectorSpec(2 * (model.nbody - 1))),
                    "obs:height"_.Bind(ScalarSpec()),
                    "obs:velocity"_.Bind(VectorSpec(model.nv)));
  }

  template <typename Config>
  Walker(const Config& conf, Physics* physics)
      : task_(TaskOf(conf, {"stand", "walk", "run"})),
        physics_(*physics),
        torso_(physics->BodyPosition("torso")),
        torso_frame_(physics->BodyFrame("torso")),
        velocity_(physics->Sensor("torso_subtreelinvel")) {}

  void Reset(RandomState* random) { RandomizeJoints(&physics_, random); }
  void Observe(ObservationWriter* writer) const {
    for (int body = 1; body < physics_.model().nbody; ++body) {
      const double* frame = physics_.data().xmat + 9 * body;
      writer->Add(frame[kXX]);
      writer->Add(frame[kXZ]);
    }
    writer->Add(torso_[2]);
    writer->Add(physics_.Velocities());
  }
  [[nodiscard]] double Reward() const {
    const double standing = Tolerance(
        torso_[2], {.low = 1.2, .high = Interval::kInfinity, .margin = .6});
    const double stand = (3 * standing + (1 + torso_frame_[kZZ]) / 2) / 4;
    if (task_ == kStand) {
      return stand;
    }
    const double speed = task_ == kWalk ? 1 : 8;
    const double move = Tolerance(velocity_[0], {.low = speed,
                                                 .high = Interval::kInfinity,
                                                 .margin = speed / 2,
                                                 .slope = Slope::kLinear,
                                                 .at_margin = .5});
    return stand * (5 * move + 1) / 6;
  }

 private:
  enum Task { kStand, kWalk, kRun };

  const int task_;
  Physics& physics_;
  const double* const torso_;
  const double* const torso_frame_;
  const double* const velocity_;
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_WALKER_H_
