// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Humanoid and HumanoidCMU; the body of the latter comes from a motion capture
// library.
//
// Source: dm_control.suite.humanoid, humanoid_CMU. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_HUMANOID_H_
#define ENVPOOL_MUJOCO_DMC_HUMANOID_H_

#include <algorithm>
#include <array>
#include <initializer_list>

#include "envpool/mujoco/common/tolerance.h"
#include "envpool/mujoco/common/vectors.h"
#include "envpool/mujoco/dmc/dmc_env.h"
#include "envpool/mujoco/dmc/randomizer.h"

namespace envpool::mujoco::dmc {

/// The names of a humanoid's parts.
struct HumanoidParts {
  const char* model;
  const char* torso;
  int up;  // index of the entry of the torso's frame that measures uprightness
  const char* velocity;
  std::array<const char*, 4> extremities;
};

inline constexpr HumanoidParts kHumanoid{
    "humanoid",
    "torso",
    kZZ,
    "torso_subtreelinvel",
    {"left_hand", "left_foot", "right_hand", "right_foot"}};
inline constexpr HumanoidParts kHumanoidCMU{
    "humanoid_CMU",
    "thorax",
    kZY,
    "thorax_subtreelinvel",
    {"lhand", "lfoot", "rhand", "rfoot"}};

template <const HumanoidParts& kParts, int kSkip>
class AnyHumanoid {
 public:
  static constexpr const char* kTask = "stand";
  static constexpr const char* kModel = kParts.model;
  static constexpr int kFrameSkip = kSkip;

  template <typename Config>
  static decltype(auto) Observed(const Config& conf, const mjModel& model) {
    const bool pure = TaskOf(conf, kTasks) == kRunPureState;
    return MakeDict(
        "obs:joint_angles"_.Bind(VectorSpec(model.nq - 7, !pure)),
        "obs:head_height"_.Bind(pure ? VectorSpec(0) : ScalarSpec()),
        "obs:extremities"_.Bind(VectorSpec(12, !pure)),
        "obs:torso_vertical"_.Bind(VectorSpec(3, !pure)),
        "obs:com_velocity"_.Bind(VectorSpec(3, !pure)),
        "obs:position"_.Bind(VectorSpec(model.nq, pure)),
        "obs:velocity"_.Bind(VectorSpec(model.nv)));
  }

  template <typename Config>
  AnyHumanoid(const Config& conf, Physics* physics)
      : task_(TaskOf(conf, kTasks)), physics_(*physics) {
    std::transform(kParts.extremities.begin(), kParts.extremities.end(),
                   extremities_.begin(), [&](const char* body) {
                     return physics->BodyPosition(body);
                   });
  }

  void Reset(RandomState* random) {
    SampleUntilFree(&physics_, [&] { RandomizeJoints(&physics_, random); });
  }
  void Observe(ObservationWriter* writer) const {
    if (task_ == kRunPureState) {
      writer->Add(physics_.Positions());
    } else {
      writer->Add(physics_.Positions().subspan(7));
      writer->Add(head_[2]);
      for (const double* extremity : extremities_) {
        writer->Add(InFrame(Difference(extremity, torso_), torso_frame_));
      }
      writer->Add(torso_frame_ + kZX, 3);
      writer->Add(velocity_, 3);
    }
    writer->Add(physics_.Velocities());
  }
  [[nodiscard]] double Reward() const {
    const double standing = Tolerance(
        head_[2], {.low = 1.4, .high = Interval::kInfinity, .margin = 1.4 / 4});
    const double upright =
        Tolerance(torso_frame_[kParts.up], {.low = .9,
                                            .high = Interval::kInfinity,
                                            .margin = 1.9,
                                            .slope = Slope::kLinear,
                                            .at_margin = 0});
    const double small_control =
        SmallControl(physics_.data().ctrl, physics_.model().nu);
    return (4 + small_control) / 5 * (standing * upright) * Movement();
  }

 private:
  enum Task { kStand, kWalk, kRun, kRunPureState };
  static constexpr std::initializer_list<const char*> kTasks{
      "stand", "walk", "run", "run_pure_state"};

  [[nodiscard]] double Movement() const {
    if (task_ == kStand) {
      return (Tolerance(velocity_[0], {.margin = 2}) +
              Tolerance(velocity_[1], {.margin = 2})) /
             2;
    }
    const double speed = task_ == kWalk ? 1 : 10;
    const double move =
        Tolerance(Norm(velocity_, 2), {.low = speed,
                                       .high = Interval::kInfinity,
                                       .margin = speed,
                                       .slope = Slope::kLinear,
                                       .at_margin = 0});
    return (5 * move + 1) / 6;
  }

  const int task_;
  Physics& physics_;
  const double* const head_{physics_.BodyPosition("head")};
  const double* const torso_{physics_.BodyPosition(kParts.torso)};
  const double* const torso_frame_{physics_.BodyFrame(kParts.torso)};
  const double* const velocity_{physics_.Sensor(kParts.velocity)};
  std::array<const double*, 4> extremities_{};
};

using Humanoid = AnyHumanoid<kHumanoid, 5>;
using HumanoidCMU = AnyHumanoid<kHumanoidCMU, 10>;

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_HUMANOID_H_
