// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Model: the patterns of a picture (its squares of pixels), their frequencies,
// and which patterns may be neighbours. Patterns are numbered by the order of
// their hashes, as in the official code, so that a random draw selects the same
// pattern.
//
// Threads: immutable. Errors: none.

#ifndef ENVPOOL_MINIGRID_WFC_MODEL_H_
#define ENVPOOL_MINIGRID_WFC_MODEL_H_

#include <array>
#include <cstdint>
#include <vector>

#include "envpool/minigrid/wfc/presets.h"

namespace envpool::minigrid::wfc {

/// A set of patterns: bit p is pattern p. No preset has more than 64 patterns.
using Patterns = uint64_t;

/// Offsets in rows and columns.
struct Direction {
  int rows;
  int columns;
};
inline constexpr std::array<Direction, 4> kNeighbors = {
    Direction{0, -1}, Direction{1, 0}, Direction{0, 1}, Direction{-1, 0}};

struct Model {
  explicit Model(const Preset& preset);

  [[nodiscard]] int size() const { return static_cast<int>(weights.size()); }

  bool periodic;
  std::vector<double> weights;
  std::vector<bool> is_wall;  // whether a pattern's first pixel is black
  /// allowed_behind[d][q]: the patterns that allow q as their neighbour in
  /// direction d.
  std::array<std::vector<Patterns>, 4> allowed_behind;
};

}  // namespace envpool::minigrid::wfc

#endif  // ENVPOOL_MINIGRID_WFC_MODEL_H_
