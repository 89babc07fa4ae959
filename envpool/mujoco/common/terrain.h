// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A bowl with random smooth bumps; a walker must climb out of it.
//
// Threads, errors: none of its own.

#ifndef ENVPOOL_MUJOCO_COMMON_TERRAIN_H_
#define ENVPOOL_MUJOCO_COMMON_TERRAIN_H_

#include "envpool/core/random/random_state.h"

namespace envpool::mujoco {

/// The shape of a bowl. Within the radius `flat`, as a part of half its side,
/// it is as high as there. The bumps are random factors, each from `lowest` to
/// 1, at the points of a grid with this distance in metres.
struct BowlShape {
  double flat;
  double lowest;
  double distance;
};

/// Writes rows x rows heights of a square with a side of `metres`.
void MakeBowl(int rows, double metres, const BowlShape& shape,
              RandomState* random, float* heights);

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_TERRAIN_H_
