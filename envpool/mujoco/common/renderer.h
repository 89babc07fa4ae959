// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Renders simulations.
//
// Threads: many may render at once, but one simulation only one at a time. Each
// thread that renders has an OpenGL context of its own and keeps the resources
// (textures, shadow map, framebuffer) of the last few models. They are freed
// when the thread ends, but not when the process does: by then the driver may
// be gone.
// Errors: std::runtime_error if there is no OpenGL, or it fails.

#ifndef ENVPOOL_MUJOCO_COMMON_RENDERER_H_
#define ENVPOOL_MUJOCO_COMMON_RENDERER_H_

#include <string>

#include "envpool/mujoco/common/simulation.h"
#include "mujoco/mujoco.h"

namespace envpool::mujoco {

enum class PixelOrder {
  kInterleaved,  // height x width x 3
  kPlanes,       // 3 x height x width
};

/// What an image shows, and its size.
struct View {
  int width;
  int height;
  mjvCamera camera;
  mjvOption option;
};

/// A view by MuJoCo's defaults.
View DefaultView(int width, int height);

/// Selects a camera of the model. Throws std::invalid_argument, which calls the
/// number `argument`, if there is no such camera.
void UseCamera(const mjModel& model, int number, const char* argument,
               View* view);

/// The number of the model's camera that has this name. Throws
/// std::invalid_argument, which calls it `argument`, if there is none.
int CameraNamed(const mjModel& model, const std::string& name,
                const char* argument);

/// Writes 3 x width x height bytes, the top row first.
void RenderImage(const View& view, PixelOrder order, Simulation* simulation,
                 unsigned char* out);

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_RENDERER_H_
