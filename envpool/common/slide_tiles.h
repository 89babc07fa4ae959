// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The move of the game 2048.
//
// Threads: pure functions. Errors: none; arguments are not checked.

#ifndef ENVPOOL_COMMON_SLIDE_TILES_H_
#define ENVPOOL_COMMON_SLIDE_TILES_H_

#include <array>
#include <cstdint>

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

/// Four lines of four tiles: the first tiles of all lines, the second ones, and
/// so on, with a byte for each line.
using FourLines = std::array<std::uint32_t, 4>;

/// SlideTiles for four lines at once, without branches. Tiles are at most 29.
inline int SlideFourLines(FourLines* lines) {
  auto& [first, second, third, fourth] = *lines;
  // All bits of each byte that is 0. No byte has the high bit.
  const auto zeros = [](std::uint32_t tiles) {
    const std::uint32_t high = ~(tiles + 0x7F7F7F7F) & 0x80808080;
    return high | (high - (high >> 7));
  };
  const auto close_gap = [&zeros](std::uint32_t* here, std::uint32_t* next) {
    const std::uint32_t moved = *next & zeros(*here);
    *here |= moved;
    *next ^= moved;
  };
  for (int i = 0; i < 3; ++i) {  // as often as a tile can move
    close_gap(&first, &second);
    close_gap(&second, &third);
    close_gap(&third, &fourth);
  }
  int sum = 0;
  // Merges equal tiles; later ones move up.
  const auto merge = [&](std::uint32_t* here, std::uint32_t* next) {
    const std::uint32_t equal = zeros(*here ^ *next) & ~zeros(*here);
    *here += equal & 0x01010101;
    *next &= ~equal;
    for (int line = 0; line < 32; line += 8) {
      sum += static_cast<int>((equal >> line & 1) << (*here >> line & 0x1F));
    }
  };
  merge(&first, &second);
  close_gap(&second, &third);
  close_gap(&third, &fourth);
  merge(&second, &third);
  close_gap(&third, &fourth);
  merge(&third, &fourth);
  return sum;
}

}  // namespace envpool

#endif  // ENVPOOL_COMMON_SLIDE_TILES_H_
