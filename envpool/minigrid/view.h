// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the agent sees: the official gen_obs.
//
// Threads: none. Errors: none.

#ifndef ENVPOOL_MINIGRID_VIEW_H_
#define ENVPOOL_MINIGRID_VIEW_H_

#include <cstdint>

#include "envpool/minigrid/level.h"

namespace envpool::minigrid {

/// Writes the official image: view size x view size x 3 bytes, x first.
void WriteView(const Level& level, uint8_t* image);

}  // namespace envpool::minigrid

#endif  // ENVPOOL_MINIGRID_VIEW_H_
