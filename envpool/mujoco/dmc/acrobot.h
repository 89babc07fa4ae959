// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Acrobot: two links with a motor at the elbow only.
//
// Source: dm_control.suite.acrobot. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_ACROBOT_H_
#define ENVPOOL_MUJOCO_DMC_ACROBOT_H_

#include <numbers>

#include "envpool/mujoco/common/tolerance.h"
#include "envpool/mujoco/common/vectors.h"
#include "envpool/mujoco/dmc/dmc_env.h"

namespace envpool::mujoco::dmc {

class Acrobot {
 public:
  static constexpr const char* kTask = "swingup";
  static constexpr const char* kModel = "acrobot";
  static constexpr int kFrameSkip = 1;

  template <typename Config>
  static decltype(auto) Observed(const Config& /*conf*/, const mjModel& model) {
    return MakeDict("obs:orientations"_.Bind(VectorSpec(4)),
                    "obs:velocity"_.Bind(VectorSpec(model.nv)));
  }

  template <typename Config>
  Acrobot(const Config& conf, Physics* physics)
      : sparse_(TaskOf(conf, {"swingup", "swingup_sparse"}) == 1),
        physics_(*physics),
        shoulder_(physics->JointPosition("shoulder")),
        elbow_(physics->JointPosition("elbow")),
        upper_arm_(physics->BodyFrame("upper_arm")),
        lower_arm_(physics->BodyFrame("lower_arm")),
        tip_(physics->SitePosition("tip")),
        target_(physics->SitePosition("target")),
        radius_(physics->SiteSize("target")[0]) {}

  void Reset(RandomState* random) {
    *shoulder_ = random->Uniform(-std::numbers::pi, std::numbers::pi);
    *elbow_ = random->Uniform(-std::numbers::pi, std::numbers::pi);
  }
  void Observe(ObservationWriter* writer) const {
    for (const int entry : {kXZ, kZZ}) {
      writer->Add(upper_arm_[entry]);
      writer->Add(lower_arm_[entry]);
    }
    writer->Add(physics_.Velocities());
  }
  [[nodiscard]] double Reward() const {
    return Tolerance(Distance(target_, tip_),
                     {.high = radius_, .margin = sparse_ ? 0.0 : 1.0});
  }

 private:
  const bool sparse_;
  const Physics& physics_;
  double* const shoulder_;
  double* const elbow_;
  const double* const upper_arm_;
  const double* const lower_arm_;
  const double* const tip_;
  const double* const target_;
  const double radius_;
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_ACROBOT_H_
