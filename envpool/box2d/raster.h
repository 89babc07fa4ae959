// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// Raster: the pixels that pygame 2.6.1 draws for a shape, as spans and single
// blended pixels, row by row in the order of drawing. Coordinates are whole
// pixels, as pygame truncates them; y grows downwards.
//
// Box2D's pictures equal the official ones byte for byte. Each kind of picture
// needs the shapes in a different form, so three classes draw them:
//
//   Surface     a picture in memory: frames of LunarLander and BipedalWalker
//   Raster      rows of strokes: CarRacing's frame, shrunk row by row
//   CellCanvas  no large pixels at all: CarRacing's observation at every step
//
// They share pygame's rules: polygon_rows.h, lines.h and shrink.h. The canvas
// in envpool/common cannot replace them: it smooths edges by the covered area
// of pixels, unlike pygame.

#ifndef ENVPOOL_BOX2D_RASTER_H_
#define ENVPOOL_BOX2D_RASTER_H_

#include <cstdint>
#include <span>
#include <vector>

#include "envpool/box2d/polygon_rows.h"
#include "envpool/box2d/shrink.h"

namespace envpool::box2d {

// A drawn part of a row: an opaque span, or a pixel (first == last) that is
// blended with `alpha` / 256 of the colour.
struct Stroke {
  static constexpr std::uint32_t kOpaque = 255;

  std::int16_t first;
  std::int16_t last;
  std::uint32_t alpha_color;  // alpha << 24 | colour

  std::uint32_t Alpha() const { return alpha_color >> 24; }
  Color Rgb() const { return alpha_color & 0xffffff; }
};

// Draws the strokes of a row, in their order, into its pixels.
void Paint(std::span<const Stroke> strokes, Color* pixels);

// Whether a polygon and its outline do not touch rows [top, bottom) of a
// surface.
bool IsOutside(std::span<const Point> points, int width, int top, int bottom);

class Raster {
 public:
  // A surface; only rows [top, bottom) are computed.
  Raster(int width, int height, int top, int bottom);

  void Clear();

  // pygame.gfxdraw.aapolygon, then filled_polygon.
  void SmoothPolygon(std::span<const Point> points, Color color);
  // pygame.gfxdraw.aapolygon alone.
  void SmoothOutline(std::span<const Point> points, Color color);
  // pygame.draw.polygon, filled.
  void Polygon(std::span<const Point> points, Color color);
  // pygame.draw.line, two pixels wide.
  void ThickLine(Point a, Point b, Color color);
  // Pixels first to last of row y.
  void Span(int y, int first, int last, Color color);

  int width() const { return width_; }
  int height() const { return height_; }
  int top() const { return top_; }
  int bottom() const { return bottom_; }
  std::span<const Stroke> Row(int y) const { return rows_[y - top_]; }

 private:
  // A run of pixels that the shape being drawn will cover anyway.
  struct Cover {
    std::int16_t first;
    std::int16_t last;
  };

  void FindCovers();
  void FillRows(Color color);
  void Outline(std::span<const Point> points, Color color);
  void SmoothLine(Point a, Point b, Color color);
  void SteepLine(int x, int y, int x_step, int dx, int dy, Color color);
  void FlatLine(int x, int y, int x_step, int dx, int dy, Color color);
  void Blend(int x, int y, std::uint32_t weight, Color color);

  int width_;
  int height_;
  int top_;
  int bottom_;
  PolygonRows polygon_;  // rows of the polygon that is being drawn
  std::vector<std::vector<Stroke>> rows_;
  std::vector<Cover> covers_;
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_RASTER_H_
