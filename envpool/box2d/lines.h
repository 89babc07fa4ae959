// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Lines of pygame 2.6.1: how they are clipped to a surface, and their pixels.

#ifndef ENVPOOL_BOX2D_LINES_H_
#define ENVPOOL_BOX2D_LINES_H_

#include <cstdlib>

#include "envpool/box2d/polygon_rows.h"

namespace envpool::box2d {

// Clips a line of pygame.draw to a surface by Liang and Barsky's method. The
// right and lower edges of the clip are one pixel outside. Returns false if
// nothing is left.
bool ClipLine(Point* a, Point* b, int width, int height);

// Clips a smooth line as SDL_gfx does, by Cohen and Sutherland's method with
// the same rounding. Returns false if nothing is left. It may swap the ends,
// which changes the line's first pixel.
bool ClipSmoothLine(Point* a, Point* b, int width, int height);

// Bresenham's walk along the line between two points. It may start at any point
// of the line.
class LineWalk {
 public:
  LineWalk(Point from, Point to)
      : dx_(std::abs(to.x - from.x)),
        dy_(std::abs(to.y - from.y)),
        x_step_(from.x < to.x ? 1 : -1),
        y_step_(from.y < to.y ? 1 : -1),
        error_((dx_ > dy_ ? dx_ : -dy_) / 2) {}

  void Advance(Point* at) {
    const int before = error_;
    if (before > -dx_) {
      error_ -= dy_;
      at->x += x_step_;
    }
    if (before < dy_) {
      error_ += dx_;
      at->y += y_step_;
    }
  }

  // Whether a point is before another one, in either direction.
  bool IsBefore(Point at, Point end) const {
    return (end.x - at.x) * x_step_ > 0 || (end.y - at.y) * y_step_ > 0;
  }

  bool IsSteep() const { return dx_ <= dy_; }

 private:
  int dx_;
  int dy_;
  int x_step_;
  int y_step_;
  int error_;
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_LINES_H_
