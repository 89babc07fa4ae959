// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pendulum: a pendulum to swing up.
//
// Source: dm_control.suite.pendulum. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_PENDULUM_H_
#define ENVPOOL_MUJOCO_DMC_PENDULUM_H_

#include <cmath>
#include <numbers>

#include "envpool/mujoco/common/tolerance.h"
#include "envpool/mujoco/dmc/dmc_env.h"

namespace envpool::mujoco::dmc {

class Pendulum {
 public:
  static constexpr const char* kTask = "swingup";
  static constexpr const char* kModel = "pendulum";
  static constexpr int kFrameSkip = 1;

  template <typename Config>
  static decltype(auto) Observed(const Config& /*conf*/,
                                 const mjModel& /*model*/) {
    return MakeDict("obs:orientation"_.Bind(VectorSpec(2)),
                    "obs:velocity"_.Bind(VectorSpec(1)));
  }

  template <typename Config>
  Pendulum(const Config& conf, Physics* physics)
      : hinge_(physics->JointPosition("hinge")),
        velocity_(physics->JointVelocity("hinge")),
        pole_(physics->BodyFrame("pole")) {
    TaskOf(conf, {"swingup"});
  }

  void Reset(RandomState* random) {
    *hinge_ = random->Uniform(-std::numbers::pi, std::numbers::pi);
  }
  void Observe(ObservationWriter* writer) const {
    writer->Add(pole_[kZZ]);
    writer->Add(pole_[kXZ]);
    writer->Add(*velocity_);
  }
  [[nodiscard]] double Reward() const {
    return Tolerance(pole_[kZZ], {.low = upright_, .high = 1});
  }

 private:
  // The cosine of the angle that counts as upright: 8 degrees.
  const double upright_{std::cos(8 * (std::numbers::pi / 180))};
  double* const hinge_;
  const double* const velocity_;
  const double* const pole_;
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_PENDULUM_H_
