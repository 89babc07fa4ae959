// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// DefaultCamera: the default camera of Gymnasium's MuJoCo envs. It is the
// model's camera "track" or, if the model has none, a free camera. By default
// the free camera looks at the median position of all geoms: in Gymnasium at
// the first rendering, here at the first reset after the seed is set.
//
// Threads: as Env. Errors: std::invalid_argument for a camera that the model
// does not have.

#ifndef ENVPOOL_MUJOCO_COMMON_CAMERA_H_
#define ENVPOOL_MUJOCO_COMMON_CAMERA_H_

#include <array>
#include <optional>

#include "envpool/core/env.h"
#include "envpool/mujoco/common/renderer.h"
#include "envpool/mujoco/common/simulation.h"

namespace envpool::mujoco {

/// A task's DEFAULT_CAMERA_CONFIG.
struct FreeCamera {
  double distance{0};  // 0: the model's extent
  double azimuth{90};
  double elevation{-45};
  std::optional<std::array<double, 3>> lookat{};
};

class DefaultCamera {
 public:
  DefaultCamera(const FreeCamera& camera, const mjModel& model);

  void OnReset(const Simulation& simulation);
  void OnReseed() { has_target_ = false; }

  /// Returns the view of a camera; -1 is the default camera.
  [[nodiscard]] View ViewOf(int width, int height, int camera,
                            const char* argument, Simulation* simulation) const;

  void Save(StateWriter* writer) const;
  void Load(StateReader* reader);

 private:
  const FreeCamera camera_;
  const int track_;  // the number of the camera "track", or -1
  bool was_reset_{false};
  bool has_target_{false};
  std::array<double, 3> target_{};
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_CAMERA_H_
