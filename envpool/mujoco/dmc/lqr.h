// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Lqr: a row of masses connected by springs; the first ones are actuated.
//
// Source: dm_control.suite.lqr. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_LQR_H_
#define ENVPOOL_MUJOCO_DMC_LQR_H_

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "envpool/mujoco/common/vectors.h"
#include "envpool/mujoco/dmc/dmc_env.h"
#include "envpool/mujoco/dmc/randomizer.h"

namespace envpool::mujoco::dmc {

class Lqr {
 public:
  static constexpr const char* kTask = "lqr_2_1";
  static constexpr int kFrameSkip = 1;

  template <typename Config>
  static std::string ModelName(const Config& conf) {
    return conf["task_name"_];
  }
  template <typename Config>
  static decltype(auto) Observed(const Config& /*conf*/, const mjModel& model) {
    return MakeDict("obs:position"_.Bind(VectorSpec(model.nq)),
                    "obs:velocity"_.Bind(VectorSpec(model.nv)));
  }

  template <typename Config>
  Lqr(const Config& conf, Physics* physics)
      : physics_(*physics),
        bodies_(static_cast<int>(physics->model().nq)),
        stiffness_(
            physics->OwnArray(&mjModel::jnt_stiffness, physics->model().njnt)) {
    TaskOf(conf, {"lqr_2_1", "lqr_6_2"});
  }

  /// Samples the stiffness of the springs.
  void Build(RandomState* random) {
    for (int i = 0; i < bodies_; ++i) {
      stiffness_[i] = random->Uniform(15, 25);
      random->Uniform(0, 0);  // the suite also draws the dampings, which are 0
    }
  }
  void Reset(RandomState* random) {
    double* positions = physics_.data().qpos;
    std::generate_n(positions, bodies_, [&] { return random->Randn(); });
    const double norm = Norm(positions, bodies_);
    std::for_each(positions, positions + bodies_, [&](double& position) {
      position = std::numbers::sqrt2 * position / norm;
    });
  }
  void Observe(ObservationWriter* writer) const {
    writer->Add(physics_.Positions());
    writer->Add(physics_.Velocities());
  }
  [[nodiscard]] double Reward() const {
    const mjData& data = physics_.data();
    const auto actuators = static_cast<int>(physics_.model().nu);
    return 1 - (.5 * Dot(data.qpos, data.qpos, bodies_) +
                .5 * Dot(data.ctrl, data.ctrl, actuators) * kControlCost);
  }
  [[nodiscard]] bool IsTerminated() const {
    const mjData& data = physics_.data();
    return std::sqrt(Dot(data.qpos, data.qpos, bodies_) +
                     Dot(data.qvel, data.qvel, bodies_)) < kAtRest;
  }

 private:
  static constexpr double kControlCost = .1;
  static constexpr double kAtRest = 1e-6;

  Physics& physics_;
  const int bodies_;
  double* const stiffness_;
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_LQR_H_
