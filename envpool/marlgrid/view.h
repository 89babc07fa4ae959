// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is seen of a World: a square of spots, in rows from the top.
//
// Threads: one at a time. Errors: none.

#ifndef ENVPOOL_MARLGRID_VIEW_H_
#define ENVPOOL_MARLGRID_VIEW_H_

#include <cstdint>
#include <span>
#include <vector>

#include "envpool/marlgrid/world.h"

namespace envpool::marlgrid {

/// In place of the content of a cell that is not seen.
inline constexpr Cell kHidden = 255;
inline constexpr std::int8_t kNobody = -1;

struct Spot {
  Cell cell;          // or kHidden
  std::int8_t agent;  // its number, or kNobody
};

class View {
 public:
  /// An agent sees `size` by `size` cells. `offset` rows are behind it.
  View(int size, int offset);

  /// Sees what the agent sees, turned so that it looks up. Walls hide what is
  /// behind them. An agent that is done sees nothing.
  void Look(const World& world, int agent);
  /// Sees the whole grid, as it is. Where several agents are, it shows `viewer`
  /// or the one that came first; kNobody if there is no viewer.
  void LookAtAll(const World& world, int viewer);

  [[nodiscard]] std::span<const Spot> spots() const { return spots_; }
  [[nodiscard]] int side() const { return side_; }
  /// How often the grid was turned left, by 90 degrees.
  [[nodiscard]] int turns() const { return turns_; }

 private:
  [[nodiscard]] std::size_t Index(Pos at) const {
    return static_cast<std::size_t>(at.y * side_ + at.x);
  }
  [[nodiscard]] bool Contains(Pos at) const {
    return at.x >= 0 && at.y >= 0 && at.x < side_ && at.y < side_;
  }
  void HideAll(int side);
  void Spread(Pos from, int y_step);
  void SpreadFrom(Pos at, int x_step, int y_step);
  void HideUnseen();
  /// Shows the agents at place_of(pos).
  template <typename PlaceOf>
  void ShowAgents(const World& world, int viewer, const PlaceOf& place_of);

  const int size_;
  const int offset_;
  int side_{0};
  int turns_{0};
  std::vector<Spot> spots_;
  std::vector<std::uint8_t> is_seen_;
};

}  // namespace envpool::marlgrid

#endif  // ENVPOOL_MARLGRID_VIEW_H_
