// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of simulations.
//
// Threads: Draw may be called from many at once, for one simulation by one.
// Each thread that draws has an OpenGL context of its own, with what a model
// needs there (textures, shadow map, frame), for the last few models. All is
// freed when the thread ends, but not when the process does: by then the driver
// may be gone.
// Errors: std::runtime_error where there is no OpenGL, or it fails.

#ifndef ENVPOOL_MUJOCO_COMMON_RENDERER_H_
#define ENVPOOL_MUJOCO_COMMON_RENDERER_H_

#include "envpool/mujoco/common/simulation.h"
#include "mujoco/mujoco.h"

namespace envpool::mujoco {

enum class PixelOrder {
  kInterleaved,  // height x width x 3
  kPlanes,       // 3 x height x width
};

/// What is drawn, and how large.
struct View {
  int width;
  int height;
  mjvCamera camera;
  mjvOption option;
};

/// A view by MuJoCo's defaults.
View DefaultView(int width, int height);

/// The view of a camera of the model. Throws std::invalid_argument, in which
/// `argument` is what the user calls the number, if there is no such camera.
void UseCamera(const mjModel& model, int number, const char* argument,
               View* view);

/// Writes 3 x width x height bytes, the uppermost row first.
void Draw(const View& view, PixelOrder order, Simulation* simulation,
          unsigned char* out);

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_RENDERER_H_
