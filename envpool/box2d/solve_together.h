// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// SolveTogether solves the velocities of islands of several worlds at once,
// with the bits of b2Island::IterateVelocities.
//
// Threads: any; an island belongs to one thread at a time. Errors: none.

#ifndef ENVPOOL_BOX2D_SOLVE_TOGETHER_H_
#define ENVPOOL_BOX2D_SOLVE_TOGETHER_H_

#include <span>

class b2Island;

namespace envpool::box2d {

/// As many islands as are worth solving together.
inline constexpr int kIslandsTogether = 8;

/// Sets the solved islands to null. The caller has to solve the others: single
/// ones, and islands with unusual joints, contacts or velocities. Null islands
/// are left out.
void SolveTogether(std::span<b2Island*> islands) noexcept;

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_SOLVE_TOGETHER_H_
