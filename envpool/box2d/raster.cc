// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/raster.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "envpool/box2d/lines.h"

namespace envpool::box2d {

namespace {

// under + (over - under) * alpha / 256 for each channel, rounded down.
Color Mix(Color under, Color over, std::uint32_t alpha) {
  constexpr std::uint32_t kRedBlue = 0xff00ff;
  constexpr std::uint32_t kGreen = 0x00ff00;
  const std::uint32_t rest = 256 - alpha;
  const std::uint32_t red_blue =
      ((under & kRedBlue) * rest + (over & kRedBlue) * alpha) >> 8;
  const std::uint32_t green =
      ((under & kGreen) * rest + (over & kGreen) * alpha) >> 8;
  return (red_blue & kRedBlue) | (green & kGreen);
}

}  // namespace

void Paint(std::span<const Stroke> strokes, Color* pixels) {
  for (const Stroke& stroke : strokes) {
    const std::uint32_t alpha = stroke.Alpha();
    if (alpha == Stroke::kOpaque) {
      std::fill(pixels + stroke.first, pixels + stroke.last + 1, stroke.Rgb());
    } else {
      Color& pixel = pixels[stroke.first];
      pixel = Mix(pixel, stroke.Rgb(), alpha);
    }
  }
}

bool IsOutside(std::span<const Point> points, int width, int top, int bottom) {
  int sides = 15;
  for (const Point& point : points) {
    sides &= (point.x < -1 ? 1 : 0) | (point.x > width ? 2 : 0) |
             (point.y < top - 1 ? 4 : 0) | (point.y > bottom ? 8 : 0);
  }
  return sides != 0;
}

Raster::Raster(int width, int height, int top, int bottom)
    : width_(width),
      height_(height),
      top_(top),
      bottom_(bottom),
      polygon_(top, bottom),
      rows_(bottom - top),
      covers_(bottom - top, Cover{1, 0}) {}

void Raster::Clear() {
  for (std::vector<Stroke>& row : rows_) {
    row.clear();
  }
}

void Raster::Span(int y, int first, int last, Color color) {
  if (first > last) {
    std::swap(first, last);
  }
  if (y < top_ || y >= bottom_ || last < 0 || first >= width_) {
    return;
  }
  rows_[y - top_].push_back(
      {static_cast<std::int16_t>(std::max(first, 0)),
       static_cast<std::int16_t>(std::min(last, width_ - 1)),
       Stroke::kOpaque << 24 | color});
}

// Records the first span of each row, which hides the outline's blended pixels
// there.
void Raster::FindCovers() {
  for (int y = polygon_.first_row(); y < polygon_.end_row(); ++y) {
    const PolygonRows::Row& row = polygon_.At(y);
    if (row.count > 0) {
      covers_[y - top_] = {
          static_cast<std::int16_t>(std::clamp(row.x[0], 0, width_)),
          static_cast<std::int16_t>(std::clamp(row.x[1], -1, width_ - 1))};
    }
  }
}

// Fills the rows that have been found, and clears the records of FindCovers.
void Raster::FillRows(Color color) {
  for (int y = polygon_.first_row(); y < polygon_.end_row(); ++y) {
    covers_[y - top_] = {1, 0};
    const PolygonRows::Row& row = polygon_.At(y);
    for (int i = 0; i < row.count; i += 2) {
      Span(y, row.x[i], row.x[i + 1], color);
    }
  }
}

void Raster::SmoothPolygon(std::span<const Point> points, Color color) {
  if (IsOutside(points, width_, top_, bottom_)) {
    return;
  }
  polygon_.FindSmooth(points);
  FindCovers();
  Outline(points, color);
  FillRows(color);
}

void Raster::SmoothOutline(std::span<const Point> points, Color color) {
  Outline(points, color);
}

void Raster::Outline(std::span<const Point> points, Color color) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    SmoothLine(points[i - 1], points[i], color);
  }
  SmoothLine(points.back(), points.front(), color);
}

// Wu's line as SDL_gfx draws it: the first pixel is opaque, and the last pixel
// is not drawn, since the next line draws it.
void Raster::SmoothLine(Point a, Point b, Color color) {
  if (!ClipSmoothLine(&a, &b, width_, height_)) {
    return;
  }
  const Point first = a;
  if (a.y > b.y) {
    std::swap(a, b);
  }
  const int dx = b.x - a.x;
  const int dy = b.y - a.y;
  if (dx == 0) {
    for (int y = a.y; y <= b.y; ++y) {
      Span(y, a.x, a.x, color);
    }
    return;
  }
  if (dy == 0) {
    Span(a.y, a.x, b.x, color);
    return;
  }
  Span(first.y, first.x, first.x, color);
  const int x_step = dx > 0 ? 1 : -1;
  if (dy > std::abs(dx)) {
    SteepLine(a.x, a.y, x_step, std::abs(dx), dy, color);
  } else {
    FlatLine(a.x, a.y, x_step, std::abs(dx), dy, color);
  }
}

void Raster::SteepLine(int x, int y, int x_step, int dx, int dy, Color color) {
  const std::uint32_t step = static_cast<std::uint32_t>((dx << 16) / dy) << 16;
  std::uint32_t error = 0;
  while (--dy > 0) {
    const std::uint32_t before = error;
    error += step;
    if (error <= before) {
      x += x_step;
    }
    ++y;
    Blend(x, y, 255 - (error >> 24), color);
    Blend(x + x_step, y, error >> 24, color);
  }
}

void Raster::FlatLine(int x, int y, int x_step, int dx, int dy, Color color) {
  const std::uint32_t step = static_cast<std::uint32_t>((dy << 16) / dx) << 16;
  std::uint32_t error = 0;
  while (--dx > 0) {
    const std::uint32_t before = error;
    error += step;
    if (error <= before) {
      ++y;
    }
    x += x_step;
    Blend(x, y, 255 - (error >> 24), color);
    Blend(x, y + 1, error >> 24, color);
  }
}

inline void Raster::Blend(int x, int y, std::uint32_t weight, Color color) {
  if (y < top_ || y >= bottom_ || x < 0 || x >= width_) {
    return;
  }
  const Cover cover = covers_[y - top_];
  const std::uint32_t alpha = (255 * weight) >> 8;
  if (alpha == 0 || (x >= cover.first && x <= cover.last)) {
    return;
  }
  rows_[y - top_].push_back({static_cast<std::int16_t>(x),
                             static_cast<std::int16_t>(x),
                             alpha << 24 | color});
}

void Raster::Polygon(std::span<const Point> points, Color color) {
  polygon_.FindPlain(points);
  FillRows(color);
}

// A steep line has its second pixel to the right, a flat one below.
void Raster::ThickLine(Point from, Point to, Color color) {
  LineWalk walk(from, to);  // with the slope of the whole line
  Point at = from;
  Point end = to;
  if (!ClipLine(&at, &end, width_, height_)) {
    return;
  }
  const bool steep = walk.IsSteep();
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
  // Goes on past the clipped end, which is rounded, as far as it can be seen.
  while ((steep ? at.y != to.y : at.x != to.x) &&
         (is_inside(at.x, at.y) ||
          is_inside(at.x + (steep ? 1 : 0), at.y + (steep ? 0 : 1)))) {
    paint();
    walk.Advance(&at);
  }
  paint();
}

}  // namespace envpool::box2d
