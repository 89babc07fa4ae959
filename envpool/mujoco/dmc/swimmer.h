// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Swimmer: a planar chain of 6 or 15 links.
//
// Source: dm_control.suite.swimmer. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_SWIMMER_H_
#define ENVPOOL_MUJOCO_DMC_SWIMMER_H_

#include <string>

#include "envpool/mujoco/common/tolerance.h"
#include "envpool/mujoco/common/vectors.h"
#include "envpool/mujoco/dmc/dmc_env.h"
#include "envpool/mujoco/dmc/randomizer.h"

namespace envpool::mujoco::dmc {

class Swimmer {
 public:
  static constexpr const char* kTask = "swimmer6";
  static constexpr int kFrameSkip = 15;

  template <typename Config>
  static std::string ModelName(const Config& conf) {
    return conf["task_name"_];
  }
  template <typename Config>
  static decltype(auto) Observed(const Config& /*conf*/, const mjModel& model) {
    const int links = static_cast<int>(model.nu) + 1;
    return MakeDict("obs:joints"_.Bind(VectorSpec(model.nq - 3)),
                    "obs:to_target"_.Bind(VectorSpec(2)),
                    "obs:body_velocities"_.Bind(VectorSpec(3 * links)));
  }

  template <typename Config>
  Swimmer(const Config& conf, Physics* physics)
      : physics_(*physics),
        links_(static_cast<int>(physics->model().nu) + 1),
        head_(physics->BodyFrame("head")),
        nose_(physics->GeomPosition("nose")),
        target_(physics->GeomPosition("target")),
        radius_(physics->GeomSize("target")[0]) {
    TaskOf(conf, {"swimmer6", "swimmer15"});
    const mjModel& model = physics->model();
    target_position_ = physics->OwnArray(&mjModel::geom_pos, 3 * model.ngeom) +
                       3 * physics->Id(mjOBJ_GEOM, "target");
    light_ = physics->OwnArray(&mjModel::light_pos, 3 * model.nlight) +
             3 * physics->Id(mjOBJ_LIGHT, "target_light");
  }

  void Reset(RandomState* random) {
    RandomizeJoints(&physics_, random);
    const double box = random->Rand() < .2 ? .3 : 2;
    for (int axis = 0; axis < 2; ++axis) {
      target_position_[axis] = light_[axis] = random->Uniform(-box, box);
    }
  }
  void Observe(ObservationWriter* writer) const {
    writer->Add(physics_.Positions().subspan(3));
    writer->Add(ToTarget().data(), 2);
    // Each link has a velocimeter and a gyroscope.
    const double* sensors = physics_.data().sensordata + kFirstLink;
    for (int i = 0; i < links_; ++i) {
      writer->Add(sensors[6 * i]);
      writer->Add(sensors[6 * i + 1]);
      writer->Add(sensors[6 * i + 5]);
    }
  }
  [[nodiscard]] double Reward() const {
    return Tolerance(
        Norm(ToTarget().data(), 2),
        {.high = radius_, .margin = 5 * radius_, .slope = Slope::kLongTail});
  }

 private:
  static constexpr int kFirstLink = 12;  // index of the first link's sensors

  /// The vector from the nose to the target, in the head's frame.
  [[nodiscard]] Vector3 ToTarget() const {
    return InFrame(Difference(target_, nose_), head_);
  }

  Physics& physics_;
  const int links_;
  const double* const head_;
  const double* const nose_;
  const double* const target_;
  const double radius_;
  double* target_position_;  // place of the target in this env's model
  double* light_;            // place of the light above the target
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_SWIMMER_H_
