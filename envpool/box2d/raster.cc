// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/raster.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <utility>

namespace envpool::box2d {

namespace {

// A crossing in units of 1 / 65536 pixel, rounded to a pixel.
int Round(std::int32_t crossing) {
  return (crossing >> 16) + ((crossing & 32768) >> 15);
}

void SortCrossings(std::int32_t* x, int count) {
  for (int i = 1; i < count; ++i) {  // two as a rule
    for (int k = i; k > 0 && x[k] < x[k - 1]; --k) {
      std::swap(x[k], x[k - 1]);
    }
  }
}

std::pair<int, int> RangeOfY(std::span<const Point> points) {
  int low = points[0].y;
  int high = points[0].y;
  for (const Point& point : points) {
    low = std::min(low, point.y);
    high = std::max(high, point.y);
  }
  return {low, high};
}

}  // namespace

Raster::Raster(int width, int height, int top, int bottom)
    : width_(width),
      height_(height),
      top_(top),
      bottom_(bottom),
      rows_(bottom - top),
      crossings_(bottom - top),
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

// An edge counts in the rows from its upper end to above its lower end, and in
// the polygon's last row if it ends there.
void Raster::FindCrossings(std::span<const Point> points) {
  const auto [low, high] = RangeOfY(points);
  first_row_ = std::max(low, top_);
  end_row_ = std::max(std::min(high + 1, bottom_), first_row_);
  for (int y = first_row_; y < end_row_; ++y) {
    crossings_[y - top_].count = 0;
  }
  Point from = points.back();
  for (const Point& to : points) {
    const Point a = from.y < to.y ? from : to;
    const Point b = from.y < to.y ? to : from;
    from = to;
    if (a.y == b.y) {
      continue;
    }
    const int begin = std::max(a.y, first_row_);
    const int end = std::min(b.y == high ? b.y + 1 : b.y, end_row_);
    if (begin >= end) {
      continue;
    }
    // 65536 * (y - a.y) / dy, whole and rest, from row to row.
    const std::int64_t dy = b.y - a.y;
    const std::int64_t start = 65536 * static_cast<std::int64_t>(begin - a.y);
    std::int64_t whole = start / dy;
    std::int64_t rest = start % dy;
    const std::int64_t whole_step = 65536 / dy;
    const std::int64_t rest_step = 65536 % dy;
    for (int y = begin; y < end; ++y) {
      Crossings& row = crossings_[y - top_];
      row.x[row.count++] =
          static_cast<std::int32_t>(whole * (b.x - a.x) + 65536LL * a.x);
      whole += whole_step;
      rest += rest_step;
      if (rest >= dy) {
        rest -= dy;
        ++whole;
      }
    }
  }
}

// Whether not even the outline touches what is looked at.
bool Raster::IsOutside(std::span<const Point> points) const {
  int sides = 15;
  for (const Point& point : points) {
    sides &= (point.x < -1 ? 1 : 0) | (point.x > width_ ? 2 : 0) |
             (point.y < top_ - 1 ? 4 : 0) | (point.y > bottom_ ? 8 : 0);
  }
  return sides != 0;
}

// Sorts the crossings and rounds them to the pixels between. Notes the first
// span of each row: it hides what the outline would blend there.
void Raster::FindCovers() {
  for (int y = first_row_; y < end_row_; ++y) {
    Crossings& row = crossings_[y - top_];
    if (row.count < 2) {
      continue;
    }
    SortCrossings(row.x, row.count);
    const int a = Round(row.x[0] + 1);
    const int b = Round(row.x[1] - 1);
    covers_[y - top_] = {
        static_cast<std::int16_t>(std::clamp(std::min(a, b), 0, width_)),
        static_cast<std::int16_t>(std::clamp(std::max(a, b), -1, width_ - 1))};
  }
}

// Fills what FindCovers has noted, and forgets it.
void Raster::FillCrossings(Color color) {
  for (int y = first_row_; y < end_row_; ++y) {
    Cover& cover = covers_[y - top_];
    if (cover.first <= cover.last) {
      rows_[y - top_].push_back(
          {cover.first, cover.last, Stroke::kOpaque << 24 | color});
    }
    cover = {1, 0};
    const Crossings& row = crossings_[y - top_];
    for (int i = 2; i + 1 < row.count; i += 2) {
      Span(y, Round(row.x[i] + 1), Round(row.x[i + 1] - 1), color);
    }
  }
}

void Raster::SmoothPolygon(std::span<const Point> points, Color color) {
  if (IsOutside(points)) {
    return;
  }
  FindCrossings(points);
  FindCovers();
  Outline(points, color);
  FillCrossings(color);
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

// Cohen and Sutherland's, with the roundings of SDL_gfx. The ends may be
// swapped, which decides where the line's first pixel is.
bool Raster::ClipLine(Point* a, Point* b) const {
  const int right = width_ - 1;
  const int bottom = height_ - 1;
  const auto side = [](int v, int high) {
    return v < 0 ? -1 : v > high ? 1 : 0;
  };
  const auto short_of = [](float v) { return static_cast<std::int16_t>(v); };
  while (true) {
    int ax = side(a->x, right);
    int ay = side(a->y, bottom);
    const int bx = side(b->x, right);
    const int by = side(b->y, bottom);
    if (ax == 0 && ay == 0 && bx == 0 && by == 0) {
      return true;
    }
    if ((ax != 0 && ax == bx) || (ay != 0 && ay == by)) {
      return false;
    }
    if (ax == 0 && ay == 0) {
      std::swap(*a, *b);
      ax = bx;
      ay = by;
    }
    const float slope = a->x == b->x ? 1.0F
                                     : static_cast<float>(b->y - a->y) /
                                           static_cast<float>(b->x - a->x);
    if (ax != 0) {
      const int edge = ax < 0 ? 0 : right;
      a->y += short_of(static_cast<float>(edge - a->x) * slope);
      a->x = edge;
    } else {
      const int edge = ay < 0 ? 0 : bottom;
      if (a->x != b->x) {
        a->x += short_of(static_cast<float>(edge - a->y) / slope);
      }
      a->y = edge;
    }
  }
}

// Wu's line as SDL_gfx draws it: the first pixel is opaque, the last is left
// to the next line.
void Raster::SmoothLine(Point a, Point b, Color color) {
  if (!ClipLine(&a, &b)) {
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
  const auto [low, high] = RangeOfY(points);
  if (low == high) {
    const auto [left, right] = std::minmax_element(
        points.begin(), points.end(),
        [](const Point& a, const Point& b) { return a.x < b.x; });
    Span(low, left->x, right->x, color);
    return;
  }
  std::int32_t crossings[kMaxVertices];
  const int end = std::min(high + 1, bottom_);
  for (int y = std::max(low, top_); y < end; ++y) {
    int count = 0;
    Point from = points.back();
    for (const Point& to : points) {
      const Point a = from.y < to.y ? from : to;
      const Point b = from.y < to.y ? to : from;
      from = to;
      if (a.y != b.y && y >= a.y && (y < b.y || (y == high && b.y == high))) {
        const std::int64_t dy = b.y - a.y;
        const std::int64_t dx = b.x - a.x;
        crossings[count++] =
            static_cast<std::int32_t>((a.x * dy + (y - a.y) * dx) / dy);
      }
    }
    SortCrossings(crossings, count);
    for (int i = 0; i + 1 < count; i += 2) {
      Span(y, crossings[i], crossings[i + 1], color);
    }
  }
  // A lower border that is horizontal lies in no span.
  Point from = points.back();
  for (const Point& to : points) {
    if (to.y == from.y && low < to.y && to.y < high) {
      Span(to.y, to.x, from.x, color);
    }
    from = to;
  }
}

}  // namespace envpool::box2d
