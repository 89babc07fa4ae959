// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Mazes as Jumanji draws them, by recursive division: a chamber is split by a
// wall with one passage, until all chambers are narrow.
//
// Threads: a builder is used by one thread at a time. Errors: none.

#ifndef ENVPOOL_PLANNING_WALLS_H_
#define ENVPOOL_PLANNING_WALLS_H_

#include <algorithm>
#include <vector>

#include "envpool/planning/problem.h"

namespace envpool::planning {

/// Builds mazes of one size, with at least two rows and columns. It keeps its
/// memory for the next maze.
class WallBuilder {
 public:
  explicit WallBuilder(const Extent& extent) : extent_(extent) {
    chambers_.reserve(extent.rows + extent.cols);
  }

  /// Draws a maze: 1 for a wall, cell by cell.
  void Build(threefry::Key key, std::vector<Flag>* walls) {
    std::ranges::fill(*walls, 0);
    Push({0, 0}, extent_);
    while (!chambers_.empty()) {
      const auto [corner, size] = chambers_.back();
      chambers_.pop_back();
      // Walls have odd distances from the corner, passages have even ones.
      const bool is_column = size.cols >= size.rows;
      const int across = is_column ? size.cols : size.rows;
      const int along = is_column ? size.rows : size.cols;
      const int wall = RandInt(threefry::Split(key, 1), 0, across / 2) * 2 + 1;
      const int passage =
          RandInt(threefry::Split(key, 2), 0, (along + 1) / 2) * 2;
      key = threefry::Split(key, 0);
      for (int i = 0; i < along; ++i) {
        const Cell cell = is_column ? Cell{i, wall} : Cell{wall, i};
        (*walls)[extent_.Index(corner + cell)] = i == passage ? 0 : 1;
      }
      const int rest = across - wall - 1;
      if (is_column) {
        Push(corner, {along, wall});
        Push(corner + Cell{0, wall + 1}, {along, rest});
      } else {
        Push(corner, {wall, along});
        Push(corner + Cell{wall + 1, 0}, {rest, along});
      }
    }
  }

 private:
  struct Chamber {
    Cell corner;
    Extent extent;
  };

  void Push(const Cell& corner, const Extent& extent) {
    if (extent.rows > 1 && extent.cols > 1) {
      chambers_.push_back({corner, extent});
    }
  }

  Extent extent_;
  std::vector<Chamber> chambers_;  // that must be split
};

/// Whether each step from a cell leads to a cell without a wall.
template <typename Mask>
void WriteOpenSteps(const Cell& from, const Extent& extent,
                    const std::vector<Flag>& walls, Mask* mask) {
  for (int action = 0; action < 4; ++action) {
    const Cell to = from + kSteps[action];
    mask[action] = extent.Contains(to) && walls[extent.Index(to)] == 0;
  }
}

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_WALLS_H_
