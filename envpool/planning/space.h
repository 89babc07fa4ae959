// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Boxes with integer corners, for packing in three dimensions.
//
// Threads: pure functions. Errors: none.

#ifndef ENVPOOL_PLANNING_SPACE_H_
#define ENVPOOL_PLANNING_SPACE_H_

#include <algorithm>
#include <array>

namespace envpool::planning {

/// What lies between two corners, whose coordinates are given by axis.
struct Space {
  std::array<int, 3> from{};
  std::array<int, 3> to{};

  [[nodiscard]] int Length(int axis) const { return to[axis] - from[axis]; }
  [[nodiscard]] bool IsEmpty() const {
    return Length(0) <= 0 || Length(1) <= 0 || Length(2) <= 0;
  }
  [[nodiscard]] float Volume() const {
    return static_cast<float>(Length(0)) * static_cast<float>(Length(1)) *
           static_cast<float>(Length(2));
  }
  [[nodiscard]] bool Includes(const Space& other) const {
    for (int axis = 0; axis < 3; ++axis) {
      if (other.from[axis] < from[axis] || other.to[axis] > to[axis]) {
        return false;
      }
    }
    return true;
  }
  [[nodiscard]] bool Intersects(const Space& other) const {
    for (int axis = 0; axis < 3; ++axis) {
      if (std::max(from[axis], other.from[axis]) >=
          std::min(to[axis], other.to[axis])) {
        return false;
      }
    }
    return true;
  }
  friend bool operator==(const Space&, const Space&) = default;
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_SPACE_H_
