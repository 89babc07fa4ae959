// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// BallInCup: a cup that catches a ball on a string.
//
// Source: dm_control.suite.ball_in_cup. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_BALL_IN_CUP_H_
#define ENVPOOL_MUJOCO_DMC_BALL_IN_CUP_H_

#include <cmath>

#include "envpool/mujoco/dmc/dmc_env.h"
#include "envpool/mujoco/dmc/randomizer.h"

namespace envpool::mujoco::dmc {

class BallInCup {
 public:
  static constexpr const char* kTask = "catch";
  static constexpr const char* kModel = "ball_in_cup";
  static constexpr int kFrameSkip = 10;

  template <typename Config>
  static decltype(auto) Observed(const Config& /*conf*/, const mjModel& model) {
    return MakeDict("obs:position"_.Bind(VectorSpec(model.nq)),
                    "obs:velocity"_.Bind(VectorSpec(model.nv)));
  }

  template <typename Config>
  BallInCup(const Config& conf, Physics* physics)
      : physics_(*physics),
        ball_x_(physics->JointPosition("ball_x")),
        ball_z_(physics->JointPosition("ball_z")),
        ball_(physics->BodyPosition("ball")),
        target_(physics->SitePosition("target")),
        target_size_(physics->SiteSize("target")),
        ball_size_(physics->GeomSize("ball")[0]) {
    TaskOf(conf, {"catch"});
  }

  void Reset(RandomState* random) {
    SampleUntilFree(&physics_, [&] {
      *ball_x_ = random->Uniform(-.2, .2);
      *ball_z_ = random->Uniform(.2, .5);
    });
  }
  void Observe(ObservationWriter* writer) const {
    writer->Add(physics_.Positions());
    writer->Add(physics_.Velocities());
  }
  [[nodiscard]] double Reward() const {
    for (const int axis : {0, 2}) {
      if (!(std::fabs(target_[axis] - ball_[axis]) <
            target_size_[axis] - ball_size_)) {
        return 0;
      }
    }
    return 1;
  }

 private:
  Physics& physics_;
  double* const ball_x_;
  double* const ball_z_;
  const double* const ball_;
  const double* const target_;
  const double* const target_size_;
  const double ball_size_;
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_BALL_IN_CUP_H_
