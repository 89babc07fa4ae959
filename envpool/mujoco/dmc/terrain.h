// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A bowl with random smooth bumps; a quadruped must climb out of it.
//
// Threads, errors: none of its own.

#ifndef ENVPOOL_MUJOCO_DMC_TERRAIN_H_
#define ENVPOOL_MUJOCO_DMC_TERRAIN_H_

#include "envpool/core/random/random_state.h"

namespace envpool::mujoco::dmc {

/// Writes rows x rows heights of a square with a side of `metres`.
void MakeBowl(int rows, double metres, RandomState* random, float* heights);

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_TERRAIN_H_
