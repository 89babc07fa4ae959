// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Lean models: without what only pictures need, which is most of a model with
// meshes and textures. Simulations are equal in each bit.
//
// Threads: all functions are thread-safe. Errors: std::bad_alloc;
// std::runtime_error as noted.

#ifndef ENVPOOL_MUJOCO_COMMON_LEAN_MODEL_H_
#define ENVPOOL_MUJOCO_COMMON_LEAN_MODEL_H_

#include "mujoco/mujoco.h"

namespace envpool::mujoco {

/// Replaces the textures by single pixels, so that their files are not read.
void DropTextures(mjSpec* spec);

/// Returns a copy without the surfaces of meshes and without their trees of
/// boxes, or null if its simulation may need them: for rays, deformable
/// objects, signed distances and plugins. DeleteLean frees it.
mjModel* WithoutSurfaces(const mjModel& model);
void DeleteLean(const mjModel* model);

/// Returns a copy of a model that has its own copies of the arrays, which may
/// be at any addresses. DeleteLean frees it.
mjModel* WithOwnArrays(const mjModel& model);

/// Makes `shown`, a copy of a lean model's struct, refer to textures and
/// surfaces of the whole model. Throws std::runtime_error if these are not of
/// the same file.
void BorrowPictures(const mjModel& whole, mjModel* shown);

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_LEAN_MODEL_H_
