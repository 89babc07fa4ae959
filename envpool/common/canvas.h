// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Canvas: draws plain shapes with smooth edges into the memory of an image.
//
// SetView sets the image's width and height in the caller's units. (0, 0) is
// the lower left corner, and y points upwards. Shapes may reach beyond the
// image. A shape with a coordinate that is not finite is not drawn. The same
// shapes give the same bytes on every machine.
//
// Threads: one canvas, one thread. Ownership: the memory is the caller's and
// outlives the canvas. Errors: none.

#ifndef ENVPOOL_COMMON_CANVAS_H_
#define ENVPOOL_COMMON_CANVAS_H_

#include <initializer_list>
#include <span>
#include <vector>

#include "envpool/core/export.h"

namespace envpool {

struct Color {
  unsigned char red, green, blue;
};

struct Point {
  double x, y;
};

class ENVPOOL_EXPORT Canvas {
 public:
  /// `rgb` has height x width x 3 bytes. Before SetView, one unit is one pixel.
  Canvas(int width, int height, unsigned char* rgb);

  /// Sets the image's width and height in units for the following shapes.
  void SetView(double width, double height);

  void Clear(Color color);
  /// Draws a convex polygon; its corners may have either direction.
  void Polygon(std::span<const Point> corners, Color color);
  void Polygon(std::initializer_list<Point> corners, Color color) {
    Polygon(std::span<const Point>(corners.begin(), corners.size()), color);
  }
  void Disc(Point centre, double radius, Color color);
  /// Draws a line of at least one pixel's width, with square ends at `from` and
  /// `to`.
  void Line(Point from, Point to, double width, Color color);

 private:
  struct Edge;
  struct Span;

  [[nodiscard]] Point ToPixels(Point point) const;
  [[nodiscard]] static std::vector<Edge> EdgesOf(
      std::span<const Point> corners);
  void FillConvex(std::span<const Point> corners, Color color);
  [[nodiscard]] Span RowSpan(std::span<const Edge> edges, double y,
                             double distance) const;
  void BlendPixel(int x, int y, Color color, double share);

  int width_;
  int height_;
  unsigned char* rgb_;
  double x_scale_{1};  // pixels per unit
  double y_scale_{1};
};

}  // namespace envpool

#endif  // ENVPOOL_COMMON_CANVAS_H_
