// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tracker: the task to follow a clip of motion capture. It draws a frame of a
// clip, sets the humanoid's pose, compares it with the clip after each step,
// and observes the frames that follow.
//
// Source: dm_control.locomotion.tasks.reference_pose: tracking, rewards.
//
// Threads: as World. Errors: std::invalid_argument for clips that do not fit
// the rules or the humanoid.

#ifndef ENVPOOL_MUJOCO_DMC_LOCOMOTION_TRACKER_H_
#define ENVPOOL_MUJOCO_DMC_LOCOMOTION_TRACKER_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "envpool/core/random/random_state.h"
#include "envpool/core/state_io.h"
#include "envpool/mujoco/common/keyed_observation.h"
#include "envpool/mujoco/dmc_locomotion/clips.h"
#include "envpool/mujoco/dmc_locomotion/walker.h"
#include "envpool/mujoco/dmc_locomotion/world.h"

namespace envpool::mujoco::dmc_locomotion {

struct TrackingRules {
  std::vector<int> ref_steps;  // observed frames, from the current one; sorted
  double termination_error_threshold;
  int min_steps;
  std::string reward_type;
  bool always_init_at_clip_start;
  double body_error_multiplier;
  double dt;  // seconds per step
};

/// Where an episode can start: a clip and a frame.
using Start = std::array<int, 2>;

/// Returns all starts, at least one.
std::vector<Start> FindStarts(const TrackingRules& rules, const ClipFile& file);

/// Throws unless the clips are those of the model: unless its bodies are where
/// the clips' are.
void CheckBodies(const ClipFile& file, const mjModel& model);

class Tracker {
 public:
  Tracker(TrackingRules rules, Clips clips, World* world, Walker* walker);

  /// Draws a frame and sets the pose. The world has been reset.
  void Begin(RandomState* random);
  /// Compares the pose with the next frame.
  void AfterStep();
  /// The reward of a step. Must be called once, after Observe.
  [[nodiscard]] double Reward();

  /// Whether the pose is too far from the clip's.
  [[nodiscard]] bool HasFailed() const {
    return error_ > rules_.termination_error_threshold;
  }
  [[nodiscard]] bool IsAtEnd() const;
  [[nodiscard]] int clip() const { return static_cast<int>(now_.clip); }

  /// Observes the frames that follow, in the order of TrackingSizes.
  void Observe(ObservationWriter* out) const;

  /// A state fits the same file of clips only.
  void Save(StateWriter* writer) const;
  void Load(StateReader* reader);

 private:
  /// The root's place and turn, and the joints.
  using Pose = std::array<double, kMassCentreField>;

  struct State {
    std::int64_t clip{0};
    std::int64_t first{0};  // frame of the episode
    std::int64_t frame{0};
    Pose pose{};
    Pose previous{};
  };

  [[nodiscard]] const Clip& Current() const { return clips_->clips[now_.clip]; }
  [[nodiscard]] const double* Target() const {
    return Current().Frame(static_cast<int>(now_.frame));
  }
  [[nodiscard]] const double* Ahead(int step) const {
    return Current().Frame(static_cast<int>(now_.frame) + step);
  }
  void ReadPose();
  [[nodiscard]] double Error() const;
  [[nodiscard]] double PoseReward();

  void ObserveBodies(ObservationWriter* out) const;
  void ObserveRoot(ObservationWriter* out) const;
  void ObserveMotion(ObservationWriter* out) const;
  void ObserveJoints(const double* to, const double* from, double divisor,
                     ObservationWriter* out) const;

  const TrackingRules rules_;
  const Clips clips_;
  World& world_;
  Walker& walker_;
  const double* const bodies_;      // places
  const double* const body_turns_;  // quaternions
  const double* const mass_centre_;
  std::vector<int> joint_order_;  // of observed joints
  const std::vector<Start> starts_;
  const std::vector<double> weights_;  // of starts
  State now_;
  double error_{0};
};

}  // namespace envpool::mujoco::dmc_locomotion

#endif  // ENVPOOL_MUJOCO_DMC_LOCOMOTION_TRACKER_H_
