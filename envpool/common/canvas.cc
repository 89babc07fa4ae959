// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Every shape is drawn as a convex polygon. The covered share of a pixel
// depends on the signed distance d from the pixel's centre to the line of the
// nearest edge (negative inside): 1 for d <= -1/2 and 0 for d >= 1/2.

#include "envpool/common/canvas.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "envpool/core/lane_math.h"

namespace envpool {
namespace {

unsigned char Mix(unsigned char from, unsigned char to, double share) {
  return static_cast<unsigned char>(from + (to - from) * share + 0.5);
}

int ToIndex(double x, int size) {
  return static_cast<int>(std::clamp(x, 0.0, static_cast<double>(size)));
}

}  // namespace

/// An edge; a point's distance to the edge's line is x * nx + y * ny - offset.
struct Canvas::Edge {
  double nx, ny, offset;
  [[nodiscard]] double Distance(double x, double y) const {
    return x * nx + y * ny - offset;
  }
};

/// Pixels [begin, end) of a row.
struct Canvas::Span {
  int begin, end;
};

Canvas::Canvas(int width, int height, unsigned char* rgb)
    : width_(width), height_(height), rgb_(rgb) {}

void Canvas::SetView(double width, double height) {
  x_scale_ = width_ / width;
  y_scale_ = height_ / height;
}

Point Canvas::ToPixels(Point point) const {
  return {point.x * x_scale_, height_ - point.y * y_scale_};
}

void Canvas::Clear(Color color) {
  const std::size_t size = static_cast<std::size_t>(width_) * height_ * 3;
  for (std::size_t i = 0; i < size; i += 3) {
    rgb_[i] = color.red;
    rgb_[i + 1] = color.green;
    rgb_[i + 2] = color.blue;
  }
}

void Canvas::Polygon(std::span<const Point> corners, Color color) {
  std::vector<Point> pixels;
  pixels.reserve(corners.size());
  for (const Point corner : corners) {
    pixels.push_back(ToPixels(corner));
  }
  FillConvex(pixels, color);
}

void Canvas::Disc(Point centre, double radius, Color color) {
  // Uses enough corners to keep the chords within 1/50 of a pixel of the
  // circle.
  const double pixels = radius * std::max(x_scale_, y_scale_);
  const int count =
      std::isfinite(pixels) && pixels > 0
          ? static_cast<int>(std::clamp(16 * std::sqrt(pixels), 12.0, 720.0))
          : 0;
  std::vector<Point> corners;
  corners.reserve(count);
  for (int i = 0; i < count; ++i) {
    double sine, cosine;
    lane_math::SinCos(2 * lane_math::kPi * i / count, &sine, &cosine);
    corners.push_back({centre.x + radius * cosine, centre.y + radius * sine});
  }
  Polygon(corners, color);
}

void Canvas::Line(Point from, Point to, double width, Color color) {
  const Point a = ToPixels(from);
  const Point b = ToPixels(to);
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double length = std::sqrt(dx * dx + dy * dy);
  if (!(length > 0)) {
    return;
  }
  const double half =
      std::max(width * std::sqrt(x_scale_ * y_scale_), 1.0) / 2 / length;
  const Point side{-dy * half, dx * half};
  const Point corners[] = {{a.x + side.x, a.y + side.y},
                           {b.x + side.x, b.y + side.y},
                           {b.x - side.x, b.y - side.y},
                           {a.x - side.x, a.y - side.y}};
  FillConvex(corners, color);
}

/// Returns the polygon's edges; none if its area is 0 or not finite.
std::vector<Canvas::Edge> Canvas::EdgesOf(std::span<const Point> corners) {
  std::vector<Edge> edges;
  const std::size_t count = corners.size();
  double twice_area = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Point a = corners[i];
    const Point b = corners[(i + 1) % count];
    twice_area += a.x * b.y - b.x * a.y;
  }
  if (twice_area == 0 || !std::isfinite(twice_area)) {
    return edges;
  }
  edges.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Point a = corners[i];
    const Point b = corners[(i + 1) % count];
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double length =
        std::copysign(std::sqrt(dx * dx + dy * dy), twice_area);
    if (length != 0) {
      const double nx = dy / length;
      const double ny = -dx / length;
      edges.push_back({nx, ny, a.x * nx + a.y * ny});
    }
  }
  return edges;
}

void Canvas::FillConvex(std::span<const Point> corners, Color color) {
  const std::vector<Edge> edges = EdgesOf(corners);
  if (edges.empty()) {
    return;
  }
  const auto lower = [](Point a, Point b) { return a.y < b.y; };
  const auto [top, bottom] = std::ranges::minmax(corners, lower);
  const int last_row = ToIndex(bottom.y + 1.5, height_);
  for (int row = ToIndex(top.y - 0.5, height_); row < last_row; ++row) {
    const double y = row + 0.5;
    const Span touched = RowSpan(edges, y, 0.5);
    Span covered = RowSpan(edges, y, -0.5);
    if (covered.begin == covered.end) {
      covered = {touched.end, touched.end};
    }
    const auto blend = [&](int begin, int end) {
      for (int column = begin; column < end; ++column) {
        double distance = -0.5;
        for (const Edge& edge : edges) {
          distance = std::max(distance, edge.Distance(column + 0.5, y));
        }
        BlendPixel(column, row, color, std::max(0.5 - distance, 0.0));
      }
    };
    blend(touched.begin, covered.begin);
    for (int column = covered.begin; column < covered.end; ++column) {
      BlendPixel(column, row, color, 1);
    }
    blend(covered.end, touched.end);
  }
}

/// The pixels of a row with centres at most `distance` outside of every edge.
Canvas::Span Canvas::RowSpan(std::span<const Edge> edges, double y,
                             double distance) const {
  double left = 0.5;
  double right = width_ - 0.5;
  for (const Edge& edge : edges) {
    const double room = distance + edge.offset - y * edge.ny;  // >= x * nx
    if (edge.nx > 0) {
      right = std::min(right, room / edge.nx);
    } else if (edge.nx < 0) {
      left = std::max(left, room / edge.nx);
    } else if (room < 0) {
      return {0, 0};
    }
  }
  const int begin = ToIndex(std::ceil(left - 0.5), width_);
  const int end = ToIndex(std::floor(right - 0.5) + 1, width_);
  return {begin, std::max(begin, end)};
}

void Canvas::BlendPixel(int x, int y, Color color, double share) {
  unsigned char* pixel = rgb_ + (static_cast<std::size_t>(y) * width_ + x) * 3;
  pixel[0] = Mix(pixel[0], color.red, share);
  pixel[1] = Mix(pixel[1], color.green, share);
  pixel[2] = Mix(pixel[2], color.blue, share);
}

}  // namespace envpool
