// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Clips of motion capture: the poses of the CMU humanoid of 2020, frame by
// frame. clips.py describes the files. A file is read once per process.
//
// Source: dm_control.locomotion.mocap.
//
// Threads: all functions are thread-safe; clips are constant. Errors:
// std::invalid_argument, which names an argument, for a file that cannot be
// read or is not one of clips.

#ifndef ENVPOOL_MUJOCO_DMC_LOCOMOTION_CLIPS_H_
#define ENVPOOL_MUJOCO_DMC_LOCOMOTION_CLIPS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace envpool::mujoco::dmc_locomotion {

inline constexpr int kMocapJoints = 56;
inline constexpr int kMocapBodies = 31;

// Where the fields of a frame begin.
inline constexpr int kPlaceField = 0;
inline constexpr int kTurnField = 3;
inline constexpr int kJointsField = 7;
inline constexpr int kMassCentreField = kJointsField + kMocapJoints;
inline constexpr int kVelocityField = kMassCentreField + 3;
inline constexpr int kJointVelocitiesField = kVelocityField + 6;
inline constexpr int kAppendagesField = kJointVelocitiesField + kMocapJoints;
inline constexpr int kBodiesField = kAppendagesField + 15;
inline constexpr int kBodyTurnsField = kBodiesField + 3 * kMocapBodies;
inline constexpr int kFrameSize = kBodyTurnsField + 4 * kMocapBodies;

struct Clip {
  std::string name;
  double dt;  // seconds between frames
  int count;  // of frames
  std::vector<double> values;

  [[nodiscard]] const double* Frame(int i) const {
    return values.data() + static_cast<std::ptrdiff_t>(i) * kFrameSize;
  }
};

struct ClipFile {
  std::vector<Clip> clips;
  std::uint64_t hash;  // of the file's content
};

using Clips = std::shared_ptr<const ClipFile>;

/// Returns the clips of a file, at least one. Errors name `argument`.
Clips LoadClips(const std::string& path, const std::string& argument);

}  // namespace envpool::mujoco::dmc_locomotion

#endif  // ENVPOOL_MUJOCO_DMC_LOCOMOTION_CLIPS_H_
