// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// The pixels that pygame would draw, without its 800,000 of them: shapes become
// spans and single blended pixels, kept row by row in the order of drawing.
// Coordinates are whole pixels, as pygame truncates them; y grows downwards.

#ifndef ENVPOOL_BOX2D_RASTER_H_
#define ENVPOOL_BOX2D_RASTER_H_

#include <cstdint>
#include <span>
#include <vector>

#include "envpool/box2d/shrink.h"

namespace envpool::box2d {

struct Point {
  int x;
  int y;
};

// What is drawn in a row: an opaque span, or a pixel (first == last) that is
// blended with `alpha` / 256 of the colour.
struct Stroke {
  static constexpr std::uint32_t kOpaque = 255;

  std::int16_t first;
  std::int16_t last;
  std::uint32_t alpha_color;  // alpha << 24 | colour

  std::uint32_t Alpha() const { return alpha_color >> 24; }
  Color Rgb() const { return alpha_color & 0xffffff; }
};

class Raster {
 public:
  static constexpr int kMaxVertices = 16;

  // A surface of which only rows [top, bottom) are looked at.
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
  // Where the rows of a polygon cross its edges.
  struct Crossings {
    int count;
    std::int32_t x[kMaxVertices];
  };
  // A run of pixels that the shape being drawn will cover anyway.
  struct Cover {
    std::int16_t first;
    std::int16_t last;
  };

  bool IsOutside(std::span<const Point> points) const;
  void FindCrossings(std::span<const Point> points);
  void FindCovers();
  void FillCrossings(Color color);
  void Outline(std::span<const Point> points, Color color);
  bool ClipLine(Point* a, Point* b) const;
  void SmoothLine(Point a, Point b, Color color);
  void SteepLine(int x, int y, int x_step, int dx, int dy, Color color);
  void FlatLine(int x, int y, int x_step, int dx, int dy, Color color);
  void Blend(int x, int y, std::uint32_t weight, Color color);

  int width_;
  int height_;
  int top_;
  int bottom_;
  // Rows of the polygon being drawn that are looked at.
  int first_row_{0};
  int end_row_{0};
  std::vector<std::vector<Stroke>> rows_;
  std::vector<Crossings> crossings_;
  std::vector<Cover> covers_;
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_RASTER_H_
