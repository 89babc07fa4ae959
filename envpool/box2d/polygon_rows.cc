// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/polygon_rows.h"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/core/isa.h"

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

// The quotient n / d, rounded down, of an n that grows by a constant step.
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
    return whole_ + (((whole_ < 0) & (rest_ > 0)) ? 1 : 0);
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

// Writes the crossings of the edge from a down to b with rows [begin, end), in
// 1 / 65536 pixel: dx times the share of the edge's height, which is rounded
// down. Overflow wraps around.
inline void WriteSmoothCrossings(Point a, Point b, int begin, int end,
                                 std::int32_t* crossings) {
  constexpr int kOne = 65536;
  const auto dx = static_cast<std::uint32_t>(b.x - a.x);
  const auto from = static_cast<std::uint32_t>(a.x) * kOne;
  // The error of the inverse is far below half of the least difference between
  // two quotients, so the multiplication rounds down as a division does.
  const double inverse = 1.0 / (b.y - a.y);
  const int first = begin - a.y;
  const int count = end - begin;
  for (int i = 0; i < count; ++i) {
    const auto share = static_cast<std::int32_t>(
        (static_cast<double>(first + i) * kOne + 0.5) * inverse);
    crossings[i] = static_cast<std::int32_t>(
        static_cast<std::uint32_t>(share) * dx + from);
  }
}

// The same for polygons that are not smooth, in pixels, rounded towards 0. The
// quotients of such small integers are never so close below an integer that a
// double would be rounded up to it.
inline void WritePlainCrossings(Point a, Point b, int begin, int end,
                                std::int32_t* crossings) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double from = a.x * dy;
  const int first = begin - a.y;
  const int count = end - begin;
  for (int i = 0; i < count; ++i) {
    crossings[i] = static_cast<std::int32_t>(
        (from + static_cast<double>(first + i) * dx) / dy);
  }
}

// The number of changes between edges that go down and edges that go up.
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
  std::int32_t* crossings = chains_[0].data();
  Point from = points.back();
  for (const Point& to : points) {
    const Edge edge = EdgeOf(from, to);
    from = to;
    if (edge.begin >= edge.end) {
      continue;
    }
    WriteSmoothCrossings(edge.a, edge.b, edge.begin, edge.end, crossings);
    for (int y = edge.begin; y < edge.end; ++y) {
      Row& row = rows_[y - top_];
      row.x[row.count++] = crossings[y - edge.begin];
    }
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

bool PolygonRows::StartSmoothSpans(std::span<const Point> points) {
  if (CountTurns(points) != 2) {
    return false;
  }
  Start(points);
  return true;
}

template <bool kSmooth>
inline void PolygonRows::FindSpansInline(std::span<const Point> points,
                                         int width, std::int16_t* firsts,
                                         std::int16_t* lasts) {
  Point from = points.back();
  for (const Point& to : points) {
    const Edge edge = EdgeOf(from, to);
    std::int32_t* chain = chains_[from.y < to.y ? 0 : 1].data();
    from = to;
    if (edge.begin < edge.end) {
      constexpr auto kWrite =
          kSmooth ? WriteSmoothCrossings : WritePlainCrossings;
      kWrite(edge.a, edge.b, edge.begin, edge.end,
             chain + (edge.begin - first_row_));
    }
  }
  const int count = end_row_ - first_row_;
  const std::int32_t* down = chains_[0].data();
  const std::int32_t* up = chains_[1].data();
  for (int i = 0; i < count; ++i) {
    int a = std::min(down[i], up[i]);
    int b = std::max(down[i], up[i]);
    if constexpr (kSmooth) {
      a = Round(a + 1);
      b = Round(b - 1);
    }
    const int first = std::min(a, b);
    const int last = std::max(a, b);
    const bool is_seen = (first < width) & (last >= 0);
    const int seen_first = std::max(first, 0);
    const int seen_last = std::min(last, width - 1);
    firsts[i] = static_cast<std::int16_t>(is_seen ? seen_first : kNoFirst);
    lasts[i] = static_cast<std::int16_t>(is_seen ? seen_last : kNoLast);
  }
}

template <bool kSmooth>
void PolygonRows::FindSpans(std::span<const Point> points, int width,
                            std::int16_t* firsts, std::int16_t* lasts) {
  struct Clones {
    static void Plain(PolygonRows* rows, std::span<const Point> points,
                      int width, std::int16_t* firsts, std::int16_t* lasts) {
      rows->FindSpansInline<kSmooth>(points, width, firsts, lasts);
    }
    ENVPOOL_TARGET_AVX2 static void Avx2(PolygonRows* rows,
                                         std::span<const Point> points,
                                         int width, std::int16_t* firsts,
                                         std::int16_t* lasts) {
      rows->FindSpansInline<kSmooth>(points, width, firsts, lasts);
    }
  };
  if (CurrentIsa() == Isa::kBaseline) {
    Clones::Plain(this, points, width, firsts, lasts);
  } else {
    Clones::Avx2(this, points, width, firsts, lasts);
  }
}

void PolygonRows::FindSmoothSpans(std::span<const Point> points, int width,
                                  std::int16_t* firsts, std::int16_t* lasts) {
  FindSpans<true>(points, width, firsts, lasts);
}

void PolygonRows::FindPlainSpans(std::span<const Point> points, int width,
                                 std::int16_t* firsts, std::int16_t* lasts) {
  FindSpans<false>(points, width, firsts, lasts);
}

bool PolygonRows::StartPlainSpans(std::span<const Point> points) {
  if (CountTurns(points) != 2) {
    return false;
  }
  Start(points);
  Point from = points.back();
  for (const Point& to : points) {
    if (IsBorder(from, to)) {
      return false;
    }
    from = to;
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

// Whether an edge is a horizontal border inside the polygon's range of rows:
// such a border may be in no span.
bool PolygonRows::IsBorder(Point from, Point to) const {
  return to.y == from.y && low_ < to.y && to.y < high_;
}

void PolygonRows::AddBorders(std::span<const Point> points) {
  Point from = points.back();
  for (const Point& to : points) {
    if (IsBorder(from, to) && to.y >= first_row_ && to.y < end_row_) {
      Add(&rows_[to.y - top_], to.x, from.x);
    }
    from = to;
  }
}

}  // namespace envpool::box2d
