// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Points of a unit square, for problems of routes between them.
//
// Threads: pure functions. Errors: none.

#ifndef ENVPOOL_PLANNING_MAP_H_
#define ENVPOOL_PLANNING_MAP_H_

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "envpool/common/threefry.h"

namespace envpool::planning {

/// x and y of each point, one after the other.
using Points = std::vector<float>;

/// Draws all points.
inline void DrawPoints(const threefry::Key& key, Points* points) {
  std::uint32_t at = 0;
  for (float& coordinate : *points) {
    coordinate = threefry::Uniform(key, at++);
  }
}

/// The distance of two points. XLA rounds the first product and the
/// sum at once.
inline float Distance(const Points& points, int from, int to) {
  const float x = points[2 * from] - points[2 * to];
  const float y = points[2 * from + 1] - points[2 * to + 1];
  return std::sqrt(std::fma(x, x, y * y));
}

/// The reward of an illegal step: the longest distance, `steps` times.
inline float LongestWay(int steps) {
  return static_cast<float>(-steps) * std::numbers::sqrt2_v<float>;
}

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_MAP_H_
