// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Renders simulations.
//
// Threads: many threads may render at once, but each simulation only one at a
// time. Each rendering thread has its own OpenGL context and keeps the
// resources (textures, shadow map, framebuffer) of the last few models. They
// are freed when the thread ends, but not at the end of the process, because
// the driver may be unloaded before.
// Errors: std::runtime_error if OpenGL is not available or fails.

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

/// The camera and options of an image, and its size.
struct View {
  int width;
  int height;
  mjvCamera camera;
  mjvOption option;
};

/// A view with MuJoCo's default camera and options.
View DefaultView(int width, int height);

/// Selects a camera of the model by number. Throws std::invalid_argument, which
/// names `argument`, for an unknown camera.
void UseCamera(const mjModel& model, int number, const char* argument,
               View* view);

/// Returns the number of the model's camera with this name. Throws
/// std::invalid_argument, which names `argument`, if there is none.
int CameraNamed(const mjModel& model, const std::string& name,
                const char* argument);

/// Renders an image and writes its 3 x width x height bytes, top row first.
void RenderImage(const View& view, PixelOrder order, Simulation* simulation,
                 unsigned char* out);

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_RENDERER_H_
