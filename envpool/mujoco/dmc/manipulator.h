// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Manipulator: an arm that brings a ball or a peg to its target.
//
// Source: dm_control.suite.manipulator. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_MANIPULATOR_H_
#define ENVPOOL_MUJOCO_DMC_MANIPULATOR_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "envpool/mujoco/common/tolerance.h"
#include "envpool/mujoco/common/vectors.h"
#include "envpool/mujoco/dmc/arm.h"
#include "envpool/mujoco/dmc/dmc_env.h"
#include "envpool/mujoco/dmc/randomizer.h"

namespace envpool::mujoco::dmc {

class Manipulator {
 public:
  static constexpr const char* kTask = "bring_ball";
  static constexpr int kFrameSkip = 10;

  static decltype(auto) Config() {
    return MakeDict("fully_observable"_.Bind(true));
  }
  template <typename Config>
  static std::string ModelName(const Config& conf) {
    const std::string task = conf["task_name"_];
    return "manipulator_" + task;
  }
  template <typename Config>
  static decltype(auto) Observed(const Config& conf, const mjModel& /*model*/) {
    const bool all = conf["fully_observable"_];
    return MakeDict(
        "obs:arm_pos"_.Bind(Spec<double>(std::vector<int>{Arm::kJoints, 2})),
        "obs:arm_vel"_.Bind(VectorSpec(Arm::kJoints)),
        "obs:touch"_.Bind(VectorSpec(Arm::kTouchSensors)),
        "obs:hand_pos"_.Bind(VectorSpec(4, all)),
        "obs:object_pos"_.Bind(VectorSpec(4, all)),
        "obs:object_vel"_.Bind(VectorSpec(3, all)),
        "obs:target_pos"_.Bind(VectorSpec(4, all)));
  }

  template <typename Config>
  Manipulator(const Config& conf, Physics* physics)
      : task_(TaskOf(conf,
                     {"bring_ball", "bring_peg", "insert_ball", "insert_peg"})),
        fully_observable_(conf["fully_observable"_]),
        with_peg_(task_ == kBringPeg || task_ == kInsertPeg),
        physics_(*physics),
        places_(
            physics->OwnArray(&mjModel::body_pos, 3 * physics->model().nbody)),
        turns_(
            physics->OwnArray(&mjModel::body_quat, 4 * physics->model().nbody)),
        arm_(physics),
        hand_(*physics, "hand"),
        object_(*physics, Object()),
        target_(*physics, Target()),
        target_id_(physics->Id(mjOBJ_BODY, Target())) {
    if (task_ == kInsertBall || task_ == kInsertPeg) {
      receptacle_id_ = physics->Id(mjOBJ_BODY, with_peg_ ? "slot" : "cup");
    }
    for (std::size_t i = 0; i < 3; ++i) {
      const std::string joint = std::string(Object()) + "_" + "xzy"[i];
      positions_[i] = physics->JointPosition(joint.c_str());
      velocities_[i] = physics->JointVelocity(joint.c_str());
    }
  }

  void Reset(RandomState* random) {
    SampleUntilFree(&physics_, [&] {
      arm_.Randomize(random);
      PlaceObject(PlaceTarget(random), random);
    });
  }
  void Observe(ObservationWriter* writer) const {
    arm_.Observe(writer);
    if (!fully_observable_) {
      return;
    }
    hand_.Observe(writer);
    object_.Observe(writer);
    for (const double* velocity : velocities_) {
      writer->Add(*velocity);
    }
    target_.Observe(writer);
  }
  [[nodiscard]] double Reward() const {
    if (!with_peg_) {
      return Closeness("ball", "target_ball");
    }
    const double grasping =
        (Closeness("peg_grasp", "grasp") + Closeness("peg_pinch", "pinch")) / 2;
    const double bringing = (Closeness("peg", "target_peg") +
                             Closeness("target_peg_tip", "peg_tip")) /
                            2;
    return std::max(bringing, grasping / 3);
  }

 private:
  enum Task { kBringBall, kBringPeg, kInsertBall, kInsertPeg };
  static constexpr int kNone = -1;
  // The initial placement of the object.
  enum Start { kInHand, kInTarget };
  static constexpr std::array kStarts{.1, .1, 1 - .1 - .1};

  struct Place {
    double x;
    double z;
    double angle;
  };

  [[nodiscard]] const char* Object() const {
    return with_peg_ ? "peg" : "ball";
  }
  [[nodiscard]] const char* Target() const {
    return with_peg_ ? "target_peg" : "target_ball";
  }

  Place PlaceTarget(RandomState* random) {
    constexpr double kPi = std::numbers::pi;
    const double x = random->Uniform(-.4, .4);
    const double z = random->Uniform(.1, .4);
    const bool inserts = receptacle_id_ != kNone;
    const double most = inserts ? kPi / 3 : kPi;
    const Place place{x, z, random->Uniform(-most, most)};
    if (inserts) {
      Put(receptacle_id_, place);
    }
    Put(target_id_, place);
    return place;
  }
  void Put(int body, const Place& place) {
    places_[3 * body] = place.x;
    places_[3 * body + 2] = place.z;
    turns_[4 * body] = std::cos(place.angle / 2);
    turns_[4 * body + 2] = std::sin(place.angle / 2);
  }

  void PlaceObject(Place place, RandomState* random) {
    const auto start = random->Choice(kStarts);
    if (start == kInHand) {
      physics_.ForwardWithoutActuation();
      const double* grasp = physics_.SitePosition("grasp");
      const double* frame = physics_.SiteFrame("grasp");
      place = {grasp[0], grasp[2],
               std::numbers::pi - std::atan2(frame[kZX], frame[kXX])};
    } else if (start != kInTarget) {
      const double x = random->Uniform(-.5, .5);
      const double z = random->Uniform(0, .7);
      place = {x, z, random->Uniform(0, 2 * std::numbers::pi)};
      *velocities_[0] = random->Uniform(-5, 5);
    }
    *positions_[0] = place.x;
    *positions_[1] = place.z;
    *positions_[2] = place.angle;
  }

  /// 1 if two sites are close to each other; decreases with their distance.
  [[nodiscard]] double Closeness(const char* one, const char* other) const {
    constexpr double kClose = .01;
    return Tolerance(
        Distance(physics_.SitePosition(one), physics_.SitePosition(other)),
        {.high = kClose, .margin = 2 * kClose});
  }

  const int task_;
  const bool fully_observable_;
  const bool with_peg_;
  Physics& physics_;
  double* const places_;  // this env's body_pos
  double* const turns_;
  Arm arm_;
  const PlanarBody hand_;
  const PlanarBody object_;
  const PlanarBody target_;
  const int target_id_;
  int receptacle_id_{kNone};
  std::array<double*, 3> positions_{};  // x, z and angle of the object
  std::array<double*, 3> velocities_{};
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_MANIPULATOR_H_
