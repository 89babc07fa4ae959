// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef ENVPOOL_BOX2D_POLYGON_ROWS_H_
#define ENVPOOL_BOX2D_POLYGON_ROWS_H_

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace envpool::box2d {

struct Point {
  int x;
  int y;
};

/// The lowest and the highest y of a polygon.
std::pair<int, int> RangeOfY(std::span<const Point> points);

/// Which pixels pygame fills for a polygon, row by row. Only rows [top, bottom)
/// are computed.
class PolygonRows {
 public:
  static constexpr int kMaxVertices = 16;
  static constexpr std::int16_t kNoFirst = 32767;
  static constexpr std::int16_t kNoLast = -1;

  struct Row {
    int count;  // size of x, which has the first and last pixels of spans
    std::array<std::int32_t, 2 * kMaxVertices> x;
  };

  PolygonRows(int top, int bottom)
      : top_(top),
        bottom_(bottom),
        rows_(bottom - top),
        chains_{std::vector<std::int32_t>(bottom - top),
                std::vector<std::int32_t>(bottom - top)} {}

  /// The rows of pygame.gfxdraw.filled_polygon.
  void FindSmooth(std::span<const Point> points);
  /// Whether each row has one span, as in all convex polygons. If so, sets the
  /// rows [first_row, end_row) with spans.
  bool StartSmoothSpans(std::span<const Point> points);
  /// Faster FindSmooth, after StartSmoothSpans: the first and last column of
  /// each row from first_row on, within [0, width); kNoFirst and kNoLast if the
  /// row has none.
  void FindSmoothSpans(std::span<const Point> points, int width,
                       std::int16_t* firsts, std::int16_t* lasts);
  /// The rows of pygame.draw.polygon.
  void FindPlain(std::span<const Point> points);
  /// As StartSmoothSpans and FindSmoothSpans, for FindPlain.
  bool StartPlainSpans(std::span<const Point> points);
  void FindPlainSpans(std::span<const Point> points, int width,
                      std::int16_t* firsts, std::int16_t* lasts);

  /// Rows [first_row, end_row) have been found, and may have spans.
  int first_row() const { return first_row_; }
  int end_row() const { return end_row_; }
  const Row& At(int y) const { return rows_[y - top_]; }

 private:
  // An edge's upper and lower end, and the rows in which it counts.
  struct Edge {
    Point a;
    Point b;
    int begin;
    int end;
  };

  void Start(std::span<const Point> points);
  void ClearRows();
  Edge EdgeOf(Point from, Point to) const;
  template <bool kSmooth>
  void FindSpans(std::span<const Point> points, int width, std::int16_t* firsts,
                 std::int16_t* lasts);
  template <bool kSmooth>
  inline void FindSpansInline(std::span<const Point> points, int width,
                              std::int16_t* firsts, std::int16_t* lasts);
  bool IsBorder(Point from, Point to) const;
  void AddBorders(std::span<const Point> points);

  int top_;
  int bottom_;
  int low_{0};
  int high_{0};
  int first_row_{0};
  int end_row_{0};
  std::vector<Row> rows_;
  // For each row, its crossings with edges that go down and that go up.
  std::array<std::vector<std::int32_t>, 2> chains_;
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_POLYGON_ROWS_H_
