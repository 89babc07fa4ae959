// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Surface: an image in memory. Shapes cover the same pixels as in pygame 2.6.1.
// y points downwards, as in pygame; coordinates of shapes without smoothing are
// truncated to whole pixels first.
//
// Threads: one at a time. Errors: none; shapes are clipped to the image.

#ifndef ENVPOOL_BOX2D_SURFACE_H_
#define ENVPOOL_BOX2D_SURFACE_H_

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "envpool/box2d/raster.h"
#include "envpool/box2d/shrink.h"

namespace envpool::box2d {

class Surface {
 public:
  /// (x, y) in pixels; not necessarily whole.
  using Place = std::pair<double, double>;

  Surface(int width, int height, Color color);

  /// pygame.draw.polygon, filled.
  void Polygon(std::span<const Place> corners, Color color);
  /// pygame.gfxdraw.aapolygon.
  void SmoothOutline(std::span<const Place> corners, Color color);
  /// Polygon, then SmoothOutline.
  void SmoothPolygon(std::span<const Place> corners, Color color) {
    Polygon(corners, color);
    SmoothOutline(corners, color);
  }
  /// pygame.draw.polygon with width=1.
  void Outline(std::span<const Place> corners, Color color);
  /// pygame.draw.line.
  void Line(Place from, Place to, Color color);
  /// pygame.draw.aaline.
  void SmoothLine(Place from, Place to, Color color);
  /// pygame.draw.aalines with closed=True.
  void SmoothLines(std::span<const Place> corners, Color color);
  /// pygame.draw.circle, filled.
  void Circle(Place centre, int radius, Color color);

  /// Writes the columns from `left` on, the lowest row first, as RGB.
  void WriteFlipped(int left, unsigned char* rgb) const;

 private:
  struct Float {
    float x;
    float y;
  };
  /// A line along its longer side: `steep` if x and y are swapped.
  struct Slant {
    Float from, to;
    float slope;
    float right;  // the end of the surface along the line
    bool steep;
  };

  std::span<const Point> Truncated(std::span<const Place> corners);
  void Flush();
  void Set(int x, int y, Color color);
  void Row(int y, int first, int last, Color color);
  std::optional<Slant> Clip(Float from, Float to) const;
  void Mix(int x, int y, Color color, float brightness);

  int width_;
  int height_;
  Raster raster_;
  std::vector<Point> points_;
  std::vector<Color> pixels_;
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_SURFACE_H_
