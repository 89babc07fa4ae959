// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/minigrid/view.h"

#include <vector>

namespace envpool::minigrid {

void WriteView(const Level& level, uint8_t* image) {
  const int size = level.options().agent_view_size;
  const Pos ahead = kDirections[level.agent_dir()];
  const Pos right = {-ahead.y, ahead.x};
  std::vector<Cell> cells(static_cast<std::size_t>(size) * size);
  const auto at = [&](int i, int j) -> Cell& { return cells[j * size + i]; };
  for (int j = 0; j < size; ++j) {
    for (int i = 0; i < size; ++i) {
      const int front = size - 1 - j;
      const int side = i - size / 2;
      at(i, j) =
          level
              .grid()[{level.agent_pos().x + ahead.x * front + right.x * side,
                       level.agent_pos().y + ahead.y * front + right.y * side}];
    }
  }
  std::vector<char> seen(cells.size(), 1);
  if (!level.options().see_through_walls) {
    std::fill(seen.begin(), seen.end(), 0);
    const auto mark = [&](int i, int j) -> char& { return seen[j * size + i]; };
    mark(size / 2, size - 1) = 1;
    const auto spread = [&](int i, int j, int next) {
      if (mark(i, j) == 0 || at(i, j).is_opaque()) return;
      mark(next, j) = 1;
      if (j > 0) {
        mark(next, j - 1) = 1;
        mark(i, j - 1) = 1;
      }
    };
    for (int j = size - 1; j >= 0; --j) {
      for (int i = 0; i < size - 1; ++i) spread(i, j, i + 1);
      for (int i = size - 1; i > 0; --i) spread(i, j, i - 1);
    }
  }
  at(size / 2, size - 1) = level.CarriedCell();
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      const Cell cell = at(i, j);
      const bool visible = seen[j * size + i] != 0;
      *image++ = visible ? static_cast<uint8_t>(cell.type) : 0;
      *image++ = visible ? static_cast<uint8_t>(cell.color) : 0;
      *image++ = visible ? cell.state : 0;
    }
  }
}

}  // namespace envpool::minigrid
