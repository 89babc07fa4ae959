// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// pygame.draw.line, two pixels wide.

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "envpool/box2d/raster.h"

namespace envpool::box2d {

namespace {

// Half a pixel more, away from zero.
int RoundAway(double v) { return static_cast<int>(v < 0 ? v - 0.5 : v + 0.5); }

// Liang and Barsky's; the far borders are a pixel outside of the surface.
std::optional<std::pair<Point, Point>> Clip(Point from, Point to, int width,
                                            int height) {
  double begin = 0;
  double end = 1;
  const int along[] = {from.x - to.x, to.x - from.x, from.y - to.y,
                       to.y - from.y};
  const int inside[] = {from.x, width - from.x, from.y, height - from.y};
  for (int i = 0; i < 4; ++i) {
    const double at = static_cast<double>(inside[i]) / along[i];
    if (along[i] < 0) {
      begin = std::max(begin, at);
    } else if (along[i] > 0) {
      end = std::min(end, at);
    } else if (inside[i] < 0) {
      return std::nullopt;
    }
  }
  if (begin > end) {
    return std::nullopt;
  }
  return std::pair{Point{from.x + RoundAway(along[1] * begin),
                         from.y + RoundAway(along[3] * begin)},
                   Point{from.x + RoundAway(along[1] * end),
                         from.y + RoundAway(along[3] * end)}};
}

// Walks along a line as Bresenham does, with the slope that it has unclipped.
struct Walk {
  Walk(Point from, Point to)
      : dx(std::abs(to.x - from.x)),
        dy(std::abs(to.y - from.y)),
        x_step(from.x < to.x ? 1 : -1),
        y_step(from.y < to.y ? 1 : -1),
        error((dx > dy ? dx : -dy) / 2) {}

  void Advance(Point* at) {
    const int before = error;
    if (before > -dx) {
      error -= dy;
      at->x += x_step;
    }
    if (before < dy) {
      error += dx;
      at->y += y_step;
    }
  }

  // Whether a point is not yet beyond another one, in both directions.
  bool IsBefore(Point at, Point end) const {
    return (end.x - at.x) * x_step > 0 || (end.y - at.y) * y_step > 0;
  }

  int dx;
  int dy;
  int x_step;
  int y_step;
  int error;
};

}  // namespace

// A line that is rather steep is wider to the right, another one below.
void Raster::ThickLine(Point from, Point to, Color color) {
  Walk walk(from, to);
  const auto clipped = Clip(from, to, width_, height_);
  if (!clipped) {
    return;
  }
  const bool steep = walk.dx <= walk.dy;
  auto [at, end] = *clipped;
  const auto paint = [&] {
    Span(at.y, at.x, at.x + (steep ? 1 : 0), color);
    if (!steep) {
      Span(at.y + 1, at.x, at.x, color);
    }
  };
  const auto is_inside = [&](int x, int y) {
    return 0 <= x && x < width_ && 0 <= y && y < height_;
  };
  while (walk.IsBefore(at, end)) {
    paint();
    walk.Advance(&at);
  }
  // What clipping has rounded off is drawn as far as it can be seen.
  while ((steep ? at.y != to.y : at.x != to.x) &&
         (is_inside(at.x, at.y) ||
          is_inside(at.x + (steep ? 1 : 0), at.y + (steep ? 0 : 1)))) {
    paint();
    walk.Advance(&at);
  }
  paint();
}

}  // namespace envpool::box2d
