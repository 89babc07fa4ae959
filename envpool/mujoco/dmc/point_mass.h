// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// PointMass: a point mass in a plane, driven along two directions.
//
// Source: dm_control.suite.point_mass. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_POINT_MASS_H_
#define ENVPOOL_MUJOCO_DMC_POINT_MASS_H_

#include <algorithm>
#include <array>
#include <cmath>

#include "envpool/mujoco/common/tolerance.h"
#include "envpool/mujoco/common/vectors.h"
#include "envpool/mujoco/dmc/dmc_env.h"
#include "envpool/mujoco/dmc/randomizer.h"

namespace envpool::mujoco::dmc {

class PointMass {
 public:
  static constexpr const char* kTask = "easy";
  static constexpr const char* kModel = "point_mass";
  static constexpr int kFrameSkip = 1;

  template <typename Config>
  static decltype(auto) Observed(const Config& /*conf*/, const mjModel& model) {
    return MakeDict("obs:position"_.Bind(VectorSpec(model.nq)),
                    "obs:velocity"_.Bind(VectorSpec(model.nv)));
  }

  template <typename Config>
  PointMass(const Config& conf, Physics* physics)
      : physics_(*physics),
        mass_(physics->GeomPosition("pointmass")),
        target_(physics->GeomPosition("target")),
        radius_(physics->GeomSize("target")[0]) {
    if (TaskOf(conf, {"easy", "hard"}) == 1) {
      gains_ = physics->OwnArray(&mjModel::wrap_prm, physics->model().nwrap);
    }
  }

  void Reset(RandomState* random) {
    RandomizeJoints(&physics_, random);
    if (gains_ != nullptr) {
      std::array<double, 2> first{};
      std::array<double, 2> second{};
      RandomDirection(random, first.data(), 2);
      do {
        RandomDirection(random, second.data(), 2);
      } while (std::fabs(Dot(first.data(), second.data(), 2)) > .9);
      std::copy(second.begin(), second.end(),
                std::copy(first.begin(), first.end(), gains_));
    }
  }
  void Observe(ObservationWriter* writer) const {
    writer->Add(physics_.Positions());
    writer->Add(physics_.Velocities());
  }
  [[nodiscard]] double Reward() const {
    const double near = Tolerance(Distance(target_, mass_),
                                  {.high = radius_, .margin = radius_});
    return near * ((SmallControl(physics_.data().ctrl, 2) + 4) / 5);
  }

 private:
  Physics& physics_;
  const double* const mass_;
  const double* const target_;
  const double radius_;
  double* gains_{nullptr};  // gains of the actuators; null unless random
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_POINT_MASS_H_
