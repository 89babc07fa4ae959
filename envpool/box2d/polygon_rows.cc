// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/polygon_rows.h"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

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

// n / d, where n grows by the same step each time.
class Quotient {
 public:
  Quotient(std::int64_t n, std::int64_t step, std::int64_t d)
      : d_(d),
        whole_(FloorDivide(n, d)),
        rest_(n - whole_ * d),
        whole_step_(FloorDivide(step, d)),
        rest_step_(step - whole_step_ * d) {}

  void Advance() {
    rest_ += rest_step_;
    const std::int64_t carry = rest_ >= d_ ? 1 : 0;
    rest_ -= carry * d_;
    whole_ += whole_step_ + carry;
  }
  std::int64_t Floor() const { return whole_; }
  std::int64_t Truncated() const {
    return whole_ + ((whole_ < 0) & (rest_ > 0) ? 1 : 0);
  }

 private:
  static std::int64_t FloorDivide(std::int64_t n, std::int64_t d) {
    return n / d - (n % d < 0 ? 1 : 0);
  }

  std::int64_t d_;
  std::int64_t whole_;
  std::int64_t rest_;
  std::int64_t whole_step_;
  std::int64_t rest_step_;
};

// Calls add(y, x) for rows [begin, end) of the edge from a down to b, x in
// 1 / 65536 of a pixel.
template <typename Add>
void ForEachSmoothCrossing(Point a, Point b, int begin, int end,
                           const Add& add) {
  if (begin >= end) {
    return;
  }
  constexpr std::int64_t kOne = 65536;
  const std::int64_t dx = b.x - a.x;
  Quotient share(kOne * (begin - a.y), kOne, b.y - a.y);
  for (int y = begin; y < end; ++y, share.Advance()) {
    add(y, static_cast<std::int32_t>(share.Floor() * dx + kOne * a.x));
  }
}

// How often the edges turn from going down to going up, or back.
int CountTurns(std::span<const Point> points) {
  const auto direction = [](Point from, Point to) {
    return from.y < to.y ? 1 : from.y > to.y ? -1 : 0;
  };
  int turns = 0;
  int first = 0;
  int last = 0;
  Point from = points.back();
  for (const Point& to : points) {
    const int now = direction(from, to);
    from = to;
    if (now == 0) {
      continue;
    }
    turns += last != 0 && now != last ? 1 : 0;
    first = first == 0 ? now : first;
    last = now;
  }
  return turns + (first != last ? 1 : 0);
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
}

void PolygonRows::ClearRows() {
  for (int y = first_row_; y < end_row_; ++y) {
    rows_[y - top_].count = 0;
  }
}

// An edge counts in the rows from its upper end to above its lower end, and in
// the polygon's last row if it ends there.
PolygonRows::Edge PolygonRows::EdgeOf(Point from, Point to) const {
  const Point a = from.y < to.y ? from : to;
  const Point b = from.y < to.y ? to : from;
  const int last = b.y == high_ && a.y < b.y ? b.y + 1 : b.y;
  return {a, b, std::max(a.y, first_row_), std::min(last, end_row_)};
}

void PolygonRows::FindSmooth(std::span<const Point> points) {
  Start(points);
  ClearRows();
  Point from = points.back();
  for (const Point& to : points) {
    const Edge edge = EdgeOf(from, to);
    from = to;
    ForEachSmoothCrossing(edge.a, edge.b, edge.begin, edge.end,
                          [&](int y, std::int32_t crossing) {
                            Row& row = rows_[y - top_];
                            row.x[row.count++] = crossing;
                          });
  }
  for (int y = first_row_; y < end_row_; ++y) {
    Row& row = rows_[y - top_];
    const int crossings = row.count;
    Sort(&row);
    row.count = 0;
    for (int i = 0; i + 1 < crossings; i += 2) {
      Add(&row, Round(row.x[i] + 1), Round(row.x[i + 1] - 1));
    }
  }
}

bool PolygonRows::FindSmoothSpans(std::span<const Point> points) {
  if (CountTurns(points) != 2) {
    return false;
  }
  Start(points);
  Point from = points.back();
  for (const Point& to : points) {
    const Edge edge = EdgeOf(from, to);
    std::vector<std::int32_t>& chain = chains_[from.y < to.y ? 0 : 1];
    from = to;
    ForEachSmoothCrossing(
        edge.a, edge.b, edge.begin, edge.end,
        [&](int y, std::int32_t crossing) { chain[y - top_] = crossing; });
  }
  for (int row = first_row_ - top_; row < end_row_ - top_; ++row) {
    std::int32_t& down = chains_[0][row];
    std::int32_t& up = chains_[1][row];
    const int a = Round(std::min(down, up) + 1);
    const int b = Round(std::max(down, up) - 1);
    down = std::min(a, b);
    up = std::max(a, b);
  }
  return true;
}

void PolygonRows::FindPlain(std::span<const Point> points) {
  Start(points);
  ClearRows();
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
    const auto [a, b, begin, end] = EdgeOf(from, to);
    from = to;
    if (begin >= end) {
      continue;
    }
    const std::int64_t dy = b.y - a.y;
    const std::int64_t dx = b.x - a.x;
    Quotient x(a.x * dy + (begin - a.y) * dx, dx, dy);
    for (int y = begin; y < end; ++y, x.Advance()) {
      Row& row = rows_[y - top_];
      row.x[row.count++] = static_cast<std::int32_t>(x.Truncated());
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
