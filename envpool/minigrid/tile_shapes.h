// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Draws a tile as the official Grid.render_tile and the objects' render do.
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_MINIGRID_TILE_SHAPES_H_
#define ENVPOOL_MINIGRID_TILE_SHAPES_H_

#include <cstdint>

#include "envpool/minigrid/grid.h"

namespace envpool::minigrid {

/// Writes size x size x 3 bytes. An `agent_dir` of -1 means no agent.
void DrawTile(Cell cell, int agent_dir, bool highlight, int size, uint8_t* rgb);

}  // namespace envpool::minigrid

#endif  // ENVPOOL_MINIGRID_TILE_SHAPES_H_
