// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Cheetah: a planar runner.
//
// Source: dm_control.suite.cheetah. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_CHEETAH_H_
#define ENVPOOL_MUJOCO_DMC_CHEETAH_H_

#include "envpool/mujoco/common/tolerance.h"
#include "envpool/mujoco/dmc/dmc_env.h"

namespace envpool::mujoco::dmc {

class Cheetah {
 public:
  static constexpr const char* kTask = "run";
  static constexpr const char* kModel = "cheetah";
  static constexpr int kFrameSkip = 1;

  template <typename Config>
  static decltype(auto) Observed(const Config& /*conf*/, const mjModel& model) {
    return MakeDict("obs:position"_.Bind(VectorSpec(model.nq - 1)),
                    "obs:velocity"_.Bind(VectorSpec(model.nv)));
  }

  template <typename Config>
  Cheetah(const Config& conf, Physics* physics)
      : physics_(*physics), velocity_(physics->Sensor("torso_subtreelinvel")) {
    TaskOf(conf, {"run"});
  }

  void Reset(RandomState* random) {
    const mjModel& model = physics_.model();
    for (int joint = 0; joint < model.njnt; ++joint) {
      if (model.jnt_limited[joint] != 0) {
        physics_.data().qpos[joint] = random->Uniform(
            model.jnt_range[2 * joint], model.jnt_range[2 * joint + 1]);
      }
    }
    physics_.Advance(kStepsToSettle);
    physics_.data().time = 0;
  }
  void Observe(ObservationWriter* writer) const {
    writer->Add(physics_.Positions().subspan(1));
    writer->Add(physics_.Velocities());
  }
  [[nodiscard]] double Reward() const {
    return Tolerance(velocity_[0], {.low = kSpeed,
                                    .high = Interval::kInfinity,
                                    .margin = kSpeed,
                                    .slope = Slope::kLinear,
                                    .at_margin = 0});
  }

 private:
  static constexpr int kStepsToSettle = 200;
  static constexpr double kSpeed = 10;

  Physics& physics_;
  const double* const velocity_;
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_CHEETAH_H_
