// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Stacker: an arm that puts a box, or a tower of them, on a target.
//
// Source: dm_control.suite.stacker. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_STACKER_H_
#define ENVPOOL_MUJOCO_DMC_STACKER_H_

#include <algorithm>
#include <array>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "envpool/mujoco/common/tolerance.h"
#include "envpool/mujoco/common/vectors.h"
#include "envpool/mujoco/dmc/arm.h"
#include "envpool/mujoco/dmc/dmc_env.h"
#include "envpool/mujoco/dmc/randomizer.h"

namespace envpool::mujoco::dmc {

class Stacker {
 public:
  static constexpr const char* kTask = "stack_2";
  static constexpr int kFrameSkip = 10;

  static decltype(auto) Config() {
    return MakeDict("fully_observable"_.Bind(true));
  }
  template <typename Config>
  static std::string ModelName(const Config& conf) {
    const std::string task = conf["task_name"_];
    return "stacker_" + task;
  }
  template <typename Config>
  static decltype(auto) Observed(const Config& conf, const mjModel& /*model*/) {
    const bool all = conf["fully_observable"_];
    const int boxes = BoxesOf(conf);
    const std::vector<int> poses =
        all ? std::vector<int>{boxes, 4} : std::vector<int>{0};
    return MakeDict(
        "obs:arm_pos"_.Bind(Spec<double>(std::vector<int>{Arm::kJoints, 2})),
        "obs:arm_vel"_.Bind(VectorSpec(Arm::kJoints)),
        "obs:touch"_.Bind(VectorSpec(Arm::kTouchSensors)),
        "obs:hand_pos"_.Bind(VectorSpec(4, all)),
        "obs:box_pos"_.Bind(Spec<double>(poses)),
        "obs:box_vel"_.Bind(VectorSpec(3 * boxes, all)),
        "obs:target_pos"_.Bind(VectorSpec(2, all)));
  }

  template <typename Config>
  Stacker(const Config& conf, Physics* physics)
      : fully_observable_(conf["fully_observable"_]),
        physics_(*physics),
        target_position_(
            physics->OwnArray(&mjModel::body_pos, 3 * physics->model().nbody) +
            3 * physics->Id(mjOBJ_BODY, "target")),
        arm_(physics),
        hand_(*physics, "hand"),
        target_(*physics, "target"),
        box_size_(physics->GeomSize("target")[0]) {
    for (int i = 0; i < BoxesOf(conf); ++i) {
      const std::string name = "box" + std::to_string(i);
      Box& box =
          boxes_.emplace_back(Box{.body = PlanarBody(*physics, name.c_str()),
                                  .site = physics->SitePosition(name.c_str())});
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::string joint = name + "_" + "xyz"[axis];
        box.positions[axis] = physics->JointPosition(joint.c_str());
        box.velocities[axis] = physics->JointVelocity(joint.c_str());
      }
    }
  }

  void Reset(RandomState* random) {
    SampleUntilFree(&physics_, [&] {
      arm_.Randomize(random);
      const auto level = random->RandInt(static_cast<int>(boxes_.size()));
      target_position_[2] = box_size_ * static_cast<double>(2 * level + 1);
      target_position_[0] = random->Uniform(-.37, .37);
      for (const Box& box : boxes_) {
        *box.positions[0] = random->Uniform(.1, .3);
        *box.positions[2] = random->Uniform(0, .7);
        *box.positions[1] = random->Uniform(0, 2 * std::numbers::pi);
      }
    });
  }
  void Observe(ObservationWriter* writer) const {
    arm_.Observe(writer);
    if (!fully_observable_) {
      return;
    }
    hand_.Observe(writer);
    for (const Box& box : boxes_) {
      box.body.Observe(writer);
    }
    for (const Box& box : boxes_) {
      for (const double* velocity : box.velocities) {
        writer->Add(*velocity);
      }
    }
    target_.ObservePlace(writer);
  }
  [[nodiscard]] double Reward() const {
    constexpr double kClose = .01;
    const double* target = physics_.SitePosition("target");
    double nearest = std::numeric_limits<double>::infinity();
    for (const Box& box : boxes_) {
      nearest = std::min(nearest, Distance(box.site, target));
    }
    const double box_is_close = Tolerance(nearest, {.margin = 2 * box_size_});
    const double hand_is_far =
        Tolerance(Distance(physics_.SitePosition("grasp"), target),
                  {.low = .1, .high = Interval::kInfinity, .margin = kClose});
    return box_is_close * hand_is_far;
  }

 private:
  struct Box {
    PlanarBody body;
    const double* site;
    std::array<double*, 3> positions{};  // x, angle, z (in this order)
    std::array<double*, 3> velocities{};
  };

  template <typename Config>
  static int BoxesOf(const Config& conf) {
    return TaskOf(conf, {"stack_2", "stack_4"}) == 0 ? 2 : 4;
  }

  const bool fully_observable_;
  Physics& physics_;
  double* const target_position_;  // place of the target in this env's model
  Arm arm_;
  const PlanarBody hand_;
  const PlanarBody target_;
  const double box_size_;
  std::vector<Box> boxes_;
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_STACKER_H_
