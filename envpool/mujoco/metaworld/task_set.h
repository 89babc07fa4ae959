// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Task sets: the numbers that distinguish the 50 variants of a task, drawn
// from a seed as the official benchmarks draw them.
//
// Threads: any. Errors: std::bad_alloc.

#ifndef ENVPOOL_MUJOCO_METAWORLD_TASK_SET_H_
#define ENVPOOL_MUJOCO_METAWORLD_TASK_SET_H_

#include <cstdint>
#include <span>
#include <vector>

#include "envpool/mujoco/metaworld/vectors.h"

namespace envpool::mujoco::metaworld {

constexpr int kVariants = 50;

/// The variants of the last of these tasks, whose benchmark draws the variants
/// of one task after another.
std::vector<Vector<6>> DrawVariants(std::uint32_t seed,
                                    std::span<const int> tasks);

}  // namespace envpool::mujoco::metaworld

#endif  // ENVPOOL_MUJOCO_METAWORLD_TASK_SET_H_
