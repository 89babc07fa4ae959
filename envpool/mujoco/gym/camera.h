// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// From where Gymnasium's MuJoCo envs are seen: by the model's camera "track",
// or, where there is none, by a free camera that looks at the median of what
// there was when the env first was drawn; here, when it first was reset.
//
// Threads: as of an env. Errors: std::invalid_argument for a camera that the
// model does not have.

#ifndef ENVPOOL_MUJOCO_GYM_CAMERA_H_
#define ENVPOOL_MUJOCO_GYM_CAMERA_H_

#include <array>
#include <optional>

#include "envpool/core/env.h"
#include "envpool/mujoco/common/renderer.h"
#include "envpool/mujoco/common/simulation.h"

namespace envpool::mujoco {

/// A task's DEFAULT_CAMERA_CONFIG.
struct FreeCamera {
  double distance{0};  // or 0: the model's extent
  double elevation{-45};
  std::optional<std::array<double, 3>> lookat{};
};

class Cameraman {
 public:
  Cameraman(const FreeCamera& camera, const mjModel& model);

  /// To be called after each reset.
  void Look(const Simulation& simulation);
  /// The next reset is as the first.
  void Forget() { looking_ = false; }

  /// What the camera of this number sees; -1: the official default.
  [[nodiscard]] View Picture(int width, int height, int camera,
                             const char* argument,
                             Simulation* simulation) const;

  void Save(StateWriter* writer) const;
  void Load(StateReader* reader);

 private:
  [[nodiscard]] std::array<double, 3> Target(
      const Simulation& simulation) const;

  const FreeCamera camera_;
  const int track_;    // the camera's number, or -1
  bool begun_{false};  // there was a reset
  bool looking_{false};
  std::array<double, 3> target_{};
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_GYM_CAMERA_H_
