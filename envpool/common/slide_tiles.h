// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The move of the game 2048.
//
// Threads: pure functions. Errors: none; arguments are not checked.

#ifndef ENVPOOL_COMMON_SLIDE_TILES_H_
#define ENVPOOL_COMMON_SLIDE_TILES_H_

namespace envpool {

/// Slides one line of `count` tiles towards `first`, and merges pairs of equal
/// ones. Tiles are exponents of 2, or 0 for a free cell; `next` is the step
/// from a cell to the next one. Tiles of 30 do not merge. Returns the sum of
/// the merged tiles.
template <typename Tile>
int SlideTiles(Tile* first, int next, int count) {
  constexpr int kLargest = 30;
  int kept = 0;
  int sum = 0;
  bool may_merge = false;
  for (int i = 0; i < count; ++i) {
    const Tile tile = first[i * next];
    if (tile == 0) {
      continue;
    }
    if (may_merge && first[(kept - 1) * next] == tile && tile < kLargest) {
      sum += 1 << ++first[(kept - 1) * next];
      may_merge = false;
    } else {
      first[kept++ * next] = tile;
      may_merge = true;
    }
  }
  for (; kept < count; ++kept) {
    first[kept * next] = 0;
  }
  return sum;
}

}  // namespace envpool

#endif  // ENVPOOL_COMMON_SLIDE_TILES_H_
