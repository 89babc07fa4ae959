// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a picture teaches: the squares of pixels that occur in it, how often,
// and which of them may be beside each other. They are numbered as in the
// official code, by the order of their hashes, since that decides what a draw
// means.
//
// Threads: immutable. Errors: none.

#ifndef ENVPOOL_MINIGRID_WFC_MODEL_H_
#define ENVPOOL_MINIGRID_WFC_MODEL_H_

#include <array>
#include <cstdint>
#include <vector>

#include "envpool/minigrid/wfc/presets.h"

namespace envpool::minigrid::wfc {

/// Bit p is pattern p; no preset has more than 64.
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
  /// [d][q]: the patterns whose neighbour in direction d may be q.
  std::array<std::vector<Patterns>, 4> before;
};

}  // namespace envpool::minigrid::wfc

#endif  // ENVPOOL_MINIGRID_WFC_MODEL_H_
