// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes observations. Many of their planes have one value in all cells.

#ifndef ENVPOOL_BOARD_PLANES_H_
#define ENVPOOL_BOARD_PLANES_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

namespace envpool::board {

/// Writes the planes of one cell into `count` cells. What is written so far is
/// copied at once, because copies of a cell's size are slow.
template <typename T, std::size_t planes>
inline void Repeat(const std::array<T, planes>& cell, std::size_t count,
                   T* cells) {
  std::memcpy(cells, cell.data(), sizeof(cell));
  for (std::size_t done = 1; done < count;) {
    const std::size_t more = std::min(done, count - done);
    std::memcpy(cells + done * planes, cells, more * sizeof(cell));
    done += more;
  }
}

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_PLANES_H_
