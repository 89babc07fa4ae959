// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Colors and shapes that pictures of problems share. A grid's cell is a cell of
// the picture.
//
// Threads: pure functions. Errors: none.

#ifndef ENVPOOL_PLANNING_DRAWING_H_
#define ENVPOOL_PLANNING_DRAWING_H_

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <vector>

#include "envpool/common/picture.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

inline constexpr Color kFloor{232, 228, 215};
inline constexpr Color kWall{72, 78, 95};
inline constexpr Color kBlue{50, 110, 200};
inline constexpr Color kGold{235, 180, 50};
inline constexpr Color kGrey{150, 150, 150};

/// The color of the thing with this number; the colors recur.
inline Color HueOf(int number) {
  constexpr std::array<Color, 12> kHues{{{214, 69, 65},
                                         {58, 120, 200},
                                         {60, 160, 85},
                                         {235, 160, 45},
                                         {140, 85, 185},
                                         {45, 175, 180},
                                         {225, 110, 165},
                                         {140, 100, 65},
                                         {150, 185, 60},
                                         {90, 95, 120},
                                         {245, 130, 95},
                                         {115, 150, 235}}};
  return kHues[static_cast<std::size_t>(number) % kHues.size()];
}

/// The square of a cell, narrower by `inset` on each side.
inline Box BoxOf(const Cell& cell, double inset = 0) {
  return {cell.col + inset, cell.row + inset, 1 - 2 * inset, 1 - 2 * inset};
}

inline Point CentreOf(const Cell& cell) {
  return {cell.col + 0.5, cell.row + 0.5};
}

/// Something round with a number, such as an agent.
inline void DrawToken(const Cell& cell, int number, Color color,
                      Picture* picture) {
  picture->Disc(CentreOf(cell), 0.42, color);
  picture->Label(std::to_string(number), CentreOf(cell), kWhite);
}

inline void DrawWalls(const Extent& extent, const std::vector<Flag>& walls,
                      Picture* picture) {
  for (int cell = 0; cell < extent.Size(); ++cell) {
    if (walls[cell] != 0) {
      picture->Rectangle(BoxOf(extent.At(cell)), kWall);
    }
  }
}

/// The margin around graphs and maps.
inline constexpr double kMapMargin = 0.5;

/// A point of the unit square on a map.
inline Point OnMap(double x, double y) {
  const double side = kMapSize.width - 2 * kMapMargin;
  return {kMapMargin + side * x, kMapMargin + side * (1 - y)};
}

/// The place of a node on a circle of nodes.
inline Point OnCircle(int node, int nodes) {
  const double angle = 2 * std::numbers::pi * node / nodes;
  return OnMap(0.5 + 0.5 * std::sin(angle), 0.5 + 0.5 * std::cos(angle));
}

/// The edges of a graph. Its nodes are on a circle.
inline void DrawEdges(const std::vector<Flag>& adjacent, int nodes,
                      Picture* picture) {
  for (int a = 0; a < nodes; ++a) {
    for (int b = 0; b < a; ++b) {
      if (adjacent[a * nodes + b] != 0) {
        picture->Line(OnCircle(a, nodes), OnCircle(b, nodes), 0.02, kGrey);
      }
    }
  }
}

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_DRAWING_H_
