// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The agent's view: the official gen_obs, for any odd size.
//
// A view is a square. The agent is in the middle of its lowest row and looks
// upwards. (i, j) is column i of row j.
//
// Threads: none. Errors: none. The grid's margin must be at least the size of
// the view minus one.

#ifndef ENVPOOL_MINIGRID_VIEW_H_
#define ENVPOOL_MINIGRID_VIEW_H_

#include <array>
#include <cstdint>

#include "envpool/minigrid/level.h"

namespace envpool::minigrid {

/// The places of a row are bits of a 64-bit word; one bit is spare.
inline constexpr int kMaxViewSize = 63;

/// The visible places of a view: bit i of row j.
using SeenRows = std::array<uint64_t, kMaxViewSize>;

/// Writes the official image: view size x view size x 3 bytes, x first.
void WriteView(const Level& level, uint8_t* image);

/// The official vis_mask.
SeenRows SeenFrom(const Level& level);

/// The position of the view's (i, j) in the grid or its margin.
inline Pos PosInView(const Level& level, int i, int j) {
  const int size = level.options().agent_view_size;
  const Pos ahead = kDirections[level.agent_dir()];
  const int front = size - 1 - j;
  const int side = i - size / 2;
  return level.agent_pos() + Pos{ahead.x * front - ahead.y * side,
                                 ahead.y * front + ahead.x * side};
}

}  // namespace envpool::minigrid

#endif  // ENVPOOL_MINIGRID_VIEW_H_
