// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/polygon_rows.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace envpool::box2d {

namespace {

// A crossing in units of 1 / 65536 pixel, rounded to a pixel.
int Round(std::int32_t crossing) {
  return (crossing >> 16) + ((crossing & 32768) >> 15);
}

void Sort(PolygonRows::Row* row) {
  auto& x = row->x;
  for (int i = 1; i < row->count; ++i) {
    for (int k = i; k > 0 && x[k] < x[k - 1]; --k) {
      std::swap(x[k], x[k - 1]);
    }
  }
}

void Add(PolygonRows::Row* row, int first, int last) {
  row->x[row->count++] = std::min(first, last);
  row->x[row->count++] = std::max(first, last);
}

}  // namespace

std::pair<int, int> RangeOfY(std::span<const Point> points) {
  int low = points[0].y;
  int high = points[0].y;
  for (const Point& point : points) {
    low = std::min(low, point.y);
    high = std::max(high, point.y);
  }
  return {low, high};
}

void PolygonRows::Start(std::span<const Point> points) {
  std::tie(low_, high_) = RangeOfY(points);
  first_row_ = std::max(low_, top_);
  end_row_ = std::max(std::min(high_ + 1, bottom_), first_row_);
  for (int y = first_row_; y < end_row_; ++y) {
    rows_[y - top_].count = 0;
  }
}

// An edge counts in the rows from its upper end to above its lower end, and in
// the polygon's last row if it ends there.
void PolygonRows::FindSmooth(std::span<const Point> points) {
  Start(points);
  Point from = points.back();
  for (const Point& to : points) {
    const Point a = from.y < to.y ? from : to;
    const Point b = from.y < to.y ? to : from;
    from = to;
    const int begin = std::max(a.y, first_row_);
    const int end = std::min(b.y == high_ ? b.y + 1 : b.y, end_row_);
    if (a.y == b.y || begin >= end) {
      continue;
    }
    // 65536 * (y - a.y) / dy, whole and rest, from row to row.
    const std::int64_t dy = b.y - a.y;
    const std::int64_t start = 65536 * static_cast<std::int64_t>(begin - a.y);
    std::int64_t whole = start / dy;
    std::int64_t rest = start % dy;
    const std::int64_t whole_step = 65536 / dy;
    const std::int64_t rest_step = 65536 % dy;
    const std::int64_t dx = b.x - a.x;
    const std::int64_t x = 65536LL * a.x;
    Row* const last = &rows_[end - 1 - top_];
    for (Row* row = &rows_[begin - top_]; row <= last; ++row) {
      row->x[row->count++] = static_cast<std::int32_t>(whole * dx + x);
      whole += whole_step;
      rest += rest_step;
      if (rest >= dy) {
        rest -= dy;
        ++whole;
      }
    }
  }
  for (int y = first_row_; y < end_row_; ++y) {
    Row& row = rows_[y - top_];
    const int crossings = row.count;
    row.count = 0;
    if (crossings == 2) {  // as a rule
      const auto [low, high] = std::minmax(row.x[0], row.x[1]);
      Add(&row, Round(low + 1), Round(high - 1));
      continue;
    }
    row.count = crossings;
    Sort(&row);
    row.count = 0;
    for (int i = 0; i + 1 < crossings; i += 2) {
      Add(&row, Round(row.x[i] + 1), Round(row.x[i + 1] - 1));
    }
  }
}

void PolygonRows::FindPlain(std::span<const Point> points) {
  Start(points);
  if (low_ == high_) {
    if (first_row_ < end_row_) {
      const auto [left, right] = std::minmax_element(
          points.begin(), points.end(),
          [](const Point& a, const Point& b) { return a.x < b.x; });
      Add(&rows_[low_ - top_], left->x, right->x);
    }
    return;
  }
  Point from = points.back();
  for (const Point& to : points) {
    const Point a = from.y < to.y ? from : to;
    const Point b = from.y < to.y ? to : from;
    from = to;
    const int begin = std::max(a.y, first_row_);
    const int end = std::min(b.y == high_ ? b.y + 1 : b.y, end_row_);
    const std::int64_t dy = b.y - a.y;
    const std::int64_t dx = b.x - a.x;
    for (int y = begin; dy != 0 && y < end; ++y) {
      Row& row = rows_[y - top_];
      row.x[row.count++] =
          static_cast<std::int32_t>((a.x * dy + (y - a.y) * dx) / dy);
    }
  }
  for (int y = first_row_; y < end_row_; ++y) {
    Row& row = rows_[y - top_];
    Sort(&row);
    row.count -= row.count % 2;
  }
  AddBorders(points);
}

// A lower border that is horizontal lies in no span.
void PolygonRows::AddBorders(std::span<const Point> points) {
  Point from = points.back();
  for (const Point& to : points) {
    if (to.y == from.y && low_ < to.y && to.y < high_ && to.y >= first_row_ &&
        to.y < end_row_) {
      Add(&rows_[to.y - top_], to.x, from.x);
    }
    from = to;
  }
}

}  // namespace envpool::box2d
