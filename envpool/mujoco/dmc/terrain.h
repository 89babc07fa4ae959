// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The bowl with random smooth bumps that a quadruped is to climb out of.
//
// Threads, errors: none of its own.

#ifndef ENVPOOL_MUJOCO_DMC_TERRAIN_H_
#define ENVPOOL_MUJOCO_DMC_TERRAIN_H_

#include "envpool/core/random/random_state.h"

namespace envpool::mujoco::dmc {

/// Writes the heights of a square of so many rows and metres.
void MakeBowl(int rows, double metres, RandomState* random, float* heights);

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_TERRAIN_H_
