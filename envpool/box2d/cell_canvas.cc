// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/cell_canvas.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "envpool/box2d/cell_coverage.h"
#include "envpool/box2d/raster.h"

namespace envpool::box2d {

constinit const std::array<SignedLanes, kCellColumns> kColumnLanes = [] {
  std::array<SignedLanes, kCellColumns> lanes{};
  for (int column = 0; column < kCellColumns; ++column) {
    lanes[column] = SignedLanes() + static_cast<std::int16_t>(column);
  }
  return lanes;
}();

CellCanvas::Axis::Axis(int pixels, bool mirrored)
    : of_pixel(pixels), first_after(pixels), last_before(pixels) {
  const ShrinkAxis axis(pixels, kCells);
  reciprocal = axis.reciprocal;
  int rest = 0;  // of the pixel that the last cell shares
  for (const ShrinkAxis::Cell& from : axis.cells) {
    Cell cell{from.first - (rest > 0 ? 1 : 0), from.last, {}};
    auto weight = cell.weights.begin();
    if (rest > 0) {
      *weight++ = static_cast<std::uint16_t>(rest);
    }
    weight = std::fill_n(weight, from.last - from.first, ShrinkAxis::kOne);
    *weight++ = from.part;
    if (mirrored) {
      cell.first = pixels - 1 - cell.last;
      cell.last =
          cell.first + static_cast<int>(weight - cell.weights.begin()) - 1;
      std::reverse(cell.weights.begin(), weight);
    }
    cells.push_back(cell);
    rest = ShrinkAxis::kOne - from.part;
  }
  if (mirrored) {
    return;  // and needs no tables
  }
  for (int pixel = 0; pixel < pixels; ++pixel) {
    Range& range = of_pixel[pixel];
    range = {kCells, -1};
    first_after[pixel] = kCells;
    last_before[pixel] = -1;
    for (int i = 0; i < kCells; ++i) {
      const Cell& cell = cells[i];
      if (cell.first <= pixel && pixel <= cell.last) {
        range = {std::min(range.first, i), i};
      }
      if (pixel <= cell.first) {
        first_after[pixel] = std::min(first_after[pixel], i);
      }
      if (cell.last <= pixel) {
        last_before[pixel] = i;
      }
    }
  }
}

CellCanvas::CellCanvas(int hidden)
    : hidden_(hidden),
      x_axis_(kWidth, /*mirrored=*/false),
      y_axis_(kHeight, /*mirrored=*/true),
      world_rows_(hidden, kHeight),
      panel_rows_(0, kHeight) {
  for (int i = 0; i < kLanesOfRow; ++i) {
    const Axis::Cell& cell = x_axis_.cells[i / ColumnShrink::kChannels];
    whole_[i] = static_cast<std::uint16_t>(cell.last - cell.first - 1);
    first_weights_[i] = cell.weights[0];
    last_weights_[i] = cell.weights[cell.last - cell.first];
  }
  Clear();
}

void CellCanvas::Clear() {
  layers_.clear();
  lines_.clear();
  firsts_.clear();
  lasts_.clear();
  parts_.assign(1, {0, 0, 0});
  colors_.fill(0);
  mixed_.fill({0, 0});
}

CellCanvas::Layer CellCanvas::NewLayer(Color color, int first_row,
                                       int end_row) {
  const auto spans = static_cast<int>(firsts_.size()) + kPad;
  const std::size_t size = firsts_.size() + (end_row - first_row) + 2 * kPad;
  firsts_.resize(size, PolygonRows::kNoFirst);
  lasts_.resize(size, PolygonRows::kNoLast);
  return {.color = color,
          .unlike_blue = color ^ (color & 255) * 0x10101,
          .unlike_green = color ^ (color >> 8 & 255) * 0x10101,
          .first_row = first_row,
          .end_row = end_row,
          .spans = spans - first_row,
          .lines = static_cast<int>(lines_.size()),
          .line_count = 0,
          .picture = nullptr};
}

// Whether a polygon surely covers the whole surface: the surface is on the
// inner side of all edges, with pixels to spare for what rounding moves.
bool CellCanvas::CoversAll(std::span<const Point> points) {
  constexpr std::int64_t kMargin = 4;
  constexpr std::int64_t kRight = kWidth + kMargin;
  constexpr std::int64_t kBottom = kHeight + kMargin;
  bool all_left = points.size() <= 4;
  bool all_right = all_left;
  Point from = points.back();
  for (const Point& to : points) {
    const std::int64_t dx = to.x - from.x;
    const std::int64_t dy = to.y - from.y;
    for (const std::int64_t x : {-kMargin, kRight}) {
      for (const std::int64_t y : {-kMargin, kBottom}) {
        const std::int64_t side = dx * (y - from.y) - dy * (x - from.x);
        all_left &= side > 0;
        all_right &= side < 0;
      }
    }
    from = to;
  }
  return all_left || all_right;
}

// Hides all that has been drawn.
void CellCanvas::FillAll(Color color) {
  colors_.fill(color);
  mixed_.fill({0, 0});
}

void CellCanvas::SmoothPolygon(std::span<const Point> points, Color color) {
  if (IsOutside(points, kWidth, hidden_, kHeight)) {
    return;
  }
  if (CoversAll(points)) {
    FillAll(color);
    return;
  }
  if (world_rows_.StartSmoothSpans(points)) {
    AddOneSpan(points, color);
  } else {
    world_rows_.FindSmooth(points);
    AddSpans(Side::kWorld, world_rows_, color, points);
  }
}

void CellCanvas::Polygon(Side side, std::span<const Point> points,
                         Color color) {
  PolygonRows& rows = side == Side::kWorld ? world_rows_ : panel_rows_;
  rows.FindPlain(points);
  AddSpans(side, rows, color, {});
}

// A smooth polygon with one span in each row.
void CellCanvas::AddOneSpan(std::span<const Point> points, Color color) {
  PolygonRows& rows = world_rows_;
  Layer layer = NewLayer(color, rows.first_row(), rows.end_row());
  const int first = layer.spans + layer.first_row;
  rows.FindSmoothSpans(points, kWidth, &firsts_[first], &lasts_[first]);
  AddOutline(points, &layer);
}

// The first span of each row makes one layer, the second another one.
void CellCanvas::AddSpans(Side side, const PolygonRows& rows, Color color,
                          std::span<const Point> outline) {
  const bool turned = side == Side::kPanel;
  const int first_row = turned ? kHeight - rows.end_row() : rows.first_row();
  const int end_row = turned ? kHeight - rows.first_row() : rows.end_row();
  bool more = true;
  for (int i = 0; more; i += 2) {
    more = false;
    Layer layer = NewLayer(color, first_row, end_row);
    for (int y = rows.first_row(); y < rows.end_row(); ++y) {
      const PolygonRows::Row& row = rows.At(y);
      if (i + 1 < row.count && row.x[i] < kWidth && row.x[i + 1] >= 0) {
        const int at = layer.spans + (turned ? kHeight - 1 - y : y);
        firsts_[at] = static_cast<std::int16_t>(std::max(row.x[i], 0));
        lasts_[at] =
            static_cast<std::int16_t>(std::min(row.x[i + 1], kWidth - 1));
      }
      more |= i + 2 < row.count;
    }
    if (i == 0 && !outline.empty()) {
      AddOutline(outline, &layer);
    } else {
      Apply(layer);
    }
  }
}

// Draws a layer with its outline. What is opaque of the outline may come last:
// to blend a colour with itself does not change it.
void CellCanvas::AddOutline(std::span<const Point> points, Layer* layer) {
  blocks_.clear();
  for (std::size_t i = 0; i < points.size(); ++i) {
    AddLine(points[i], points[(i + 1) % points.size()], layer);
  }
  Apply(*layer);
  for (const Layer& block : blocks_) {
    Apply(block);
  }
}

void CellCanvas::AddLine(Point a, Point b, Layer* layer) {
  if (!ClipSmoothLine(&a, &b, kWidth, kHeight)) {
    return;
  }
  const Point first = a;
  if (a.y > b.y) {
    std::swap(a, b);
  }
  const int dx = std::abs(b.x - a.x);
  const int dy = b.y - a.y;
  if (dx == 0 || dy == 0) {
    AddBlock(*layer, {a.y, b.y}, {std::min(a.x, b.x), std::max(a.x, b.x)});
    return;
  }
  AddBlock(*layer, {first.y, first.y}, {first.x, first.x});
  const bool is_steep = dy > dx;
  const int slope = is_steep ? (dx << 16) / dy : (dy << 16) / dx;
  lines_.push_back({.is_steep = is_steep,
                    .x = a.x,
                    .y = a.y,
                    .x_step = a.x < b.x ? 1 : -1,
                    .steps = is_steep ? dy : dx,
                    .slope = slope,
                    .last_y = b.y,
                    .inverse = 65536.0 / slope});
  ++layer->line_count;
}

// Pixels of the outline that are opaque; as a rule the spans have them too.
void CellCanvas::AddBlock(const Layer& layer, Range rows, Range columns) {
  rows = {std::max(rows.first, hidden_), std::min(rows.last, kHeight - 1)};
  bool is_covered = true;
  for (int y = rows.first; y <= rows.last; ++y) {
    const bool has_row = layer.first_row <= y && y < layer.end_row;
    is_covered &= has_row && firsts_[layer.spans + y] <= columns.first &&
                  columns.last <= lasts_[layer.spans + y];
  }
  if (is_covered) {
    return;
  }
  const Layer block = NewLayer(layer.color, rows.first, rows.last + 1);
  for (int y = rows.first; y <= rows.last; ++y) {
    firsts_[block.spans + y] = static_cast<std::int16_t>(columns.first);
    lasts_[block.spans + y] = static_cast<std::int16_t>(columns.last);
  }
  blocks_.push_back(block);
}

void CellCanvas::Picture(const GreyPicture& picture) {
  const int first_row = kHeight - (picture.top + picture.height);
  Layer layer = NewLayer(0, first_row, first_row + picture.height);
  const int first = std::max(picture.left, 0);
  const int last = std::min(picture.left + picture.width, kWidth) - 1;
  for (int y = layer.first_row; y < layer.end_row; ++y) {
    firsts_[layer.spans + y] = static_cast<std::int16_t>(first);
    lasts_[layer.spans + y] = static_cast<std::int16_t>(last);
  }
  layer.picture = &picture;
  Apply(layer);
}

void CellCanvas::Apply(const Layer& layer) {
  if (layer.first_row >= layer.end_row) {
    return;
  }
  layers_.push_back(layer);
  // Bands go from the top of the picture, rows from its bottom.
  const int last = (kHeight - layer.first_row) * kCells / kHeight;
  const int first = (kHeight - layer.end_row) * kCells / kHeight;
  for (int band = std::max(first - 1, 0);
       band <= std::min(last + 1, kCells - 1); ++band) {
    const Axis::Cell& rows = y_axis_.cells[band];
    if (rows.first < layer.end_row && rows.last >= layer.first_row) {
      ApplyToBand(layer, band);
    }
  }
}

// The columns that a line may touch in some rows.
CellCanvas::Range CellCanvas::ReachOf(const SmoothLine& line,
                                      Range rows) const {
  int from;
  int to;
  if (line.is_steep) {
    from = rows.first - line.y;
    to = rows.last - line.y;
  } else {
    from = static_cast<int>((rows.first - 1 - line.y) * line.inverse) - 1;
    to = static_cast<int>((rows.last + 1 - line.y) * line.inverse) + 1;
  }
  from = std::max(from, 1);
  to = std::min(to, line.steps - 1);
  if (from > to) {
    return {kWidth, -1};
  }
  if (line.is_steep) {
    from = (from * line.slope) >> 16;
    to = ((to * line.slope) >> 16) + 1;
  }
  const int a = line.x + line.x_step * from;
  const int b = line.x + line.x_step * to;
  return {std::max(std::min(a, b), 0), std::min(std::max(a, b), kWidth - 1)};
}

// The columns that some spans of a layer's rows have, and those that all have.
std::pair<CellCanvas::Range, CellCanvas::Range> CellCanvas::RangesOf(
    const Layer& layer, const Axis::Cell& rows) const {
  // Every cell has 9 rows or more, so that its first and last 8 are all of
  // them.
  using Rows [[gnu::vector_size(16)]] = std::int16_t;
  constexpr int kRows = 8;
  const auto load = [](const std::int16_t* from, Rows* rows) {
    std::memcpy(rows, from, sizeof(*rows));
  };
  Rows first;
  Rows end_first;
  Rows last;
  Rows end_last;
  const int end = rows.last + 1 - kRows;
  load(&firsts_[layer.spans + rows.first], &first);
  load(&firsts_[layer.spans + end], &end_first);
  load(&lasts_[layer.spans + rows.first], &last);
  load(&lasts_[layer.spans + end], &end_last);
  Rows least_first = first < end_first ? first : end_first;
  Rows most_first = first > end_first ? first : end_first;
  Rows least_last = last < end_last ? last : end_last;
  Rows most_last = last > end_last ? last : end_last;
  const auto least = [](Rows* a, const Rows& b) { *a = *a < b ? *a : b; };
  const auto most = [](Rows* a, const Rows& b) { *a = *a > b ? *a : b; };
  const auto reduce = [](const auto& take, Rows* v) {
    take(v, __builtin_shufflevector(*v, *v, 4, 5, 6, 7, 0, 1, 2, 3));
    take(v, __builtin_shufflevector(*v, *v, 2, 3, 0, 1, 6, 7, 4, 5));
    take(v, __builtin_shufflevector(*v, *v, 1, 0, 3, 2, 5, 4, 7, 6));
    return (*v)[0];
  };
  const Range some{std::min<int>(reduce(least, &least_first), kWidth),
                   reduce(most, &most_last)};
  const Range all{reduce(most, &most_first), reduce(least, &least_last)};
  return {some, all};
}

void CellCanvas::ApplyToBand(const Layer& layer, int band) {
  const Axis::Cell& rows = y_axis_.cells[band];
  const auto [some, all] = RangesOf(layer, rows);
  Range full{kCells, -1};  // of cells, from here on
  if (all.first <= all.last && layer.picture == nullptr) {
    full = {x_axis_.first_after[all.first], x_axis_.last_before[all.last]};
  }
  Range touched{kCells, -1};
  Mark(CellsOf(some), kSpans, &touched);
  for (int i = 0; i < layer.line_count; ++i) {
    const SmoothLine& line = lines_[layer.lines + i];
    if (line.y <= rows.last && line.last_y + 1 >= rows.first) {
      Mark(CellsOf(ReachOf(line, {rows.first, rows.last})), 1U << i, &touched);
    }
  }
  if (touched.first <= touched.last) {
    AddParts(layer, band, touched, full);
  }
  if (full.first <= full.last) {
    Fill(band, full, layer.color);
  }
}

// Marks a range of cells, and adds it to those that are touched.
void CellCanvas::Mark(Range cells, std::uint32_t mark, Range* touched) {
  if (cells.first <= cells.last) {
    marks_[cells.first] ^= mark;
    marks_[cells.last + 1] ^= mark;
    *touched = {std::min(touched->first, cells.first),
                std::max(touched->last, cells.last)};
  }
}

// The cells that depend on some columns.
CellCanvas::Range CellCanvas::CellsOf(Range columns) const {
  if (columns.first > columns.last) {
    return {kCells, -1};
  }
  return {x_axis_.of_pixel[columns.first].first,
          x_axis_.of_pixel[columns.last].last};
}

// Gives whole cells a colour.
void CellCanvas::Fill(int band, Range cells, Color color) {
  const auto begin = colors_.begin() + band * kCells;
  std::fill(begin + cells.first, begin + cells.last + 1, color);
  const auto below = [](int n) {
    return n <= 0 ? 0 : n >= 64 ? ~0ULL : (1ULL << n) - 1;
  };
  for (const int half : {0, 1}) {
    mixed_[band][half] &=
        ~(below(cells.last + 1 - half * 64) & ~below(cells.first - half * 64));
  }
}

// Adds parts for the cells that are touched, but not those that are full, which
// are some of them, and takes all marks away.
void CellCanvas::AddParts(const Layer& layer, int band, Range touched,
                          Range full) {
  const auto number = static_cast<std::uint32_t>(layers_.size() - 1);
  std::uint32_t marks = 0;
  const auto add = [&](int first, int last) {
    for (int x = first; x <= last; ++x) {
      marks ^= std::exchange(marks_[x], 0);
      if (marks != 0) {
        AddPart(layer, band, x, {0, number, marks & ~kSpans});
      }
    }
  };
  if (full.first > full.last) {
    add(touched.first, touched.last);
  } else {
    add(touched.first, full.first - 1);
    for (int x = full.first; x <= full.last; ++x) {
      marks ^= marks_[x];
    }
    std::fill_n(marks_.begin() + full.first, full.last + 1 - full.first, 0);
    add(full.last + 1, touched.last);
  }
  marks_[touched.last + 1] = 0;
}

inline void CellCanvas::AddPart(const Layer& layer, int band, int x,
                                const Part& part) {
  const int cell = band * kCells + x;
  std::uint64_t& mixed = mixed_[band][x / 64];
  const std::uint64_t bit = 1ULL << (x % 64);
  List& list = lists_[cell];
  const auto index = static_cast<std::uint32_t>(parts_.size());
  if ((mixed & bit) != 0) {
    parts_[list.last].next = index;
  } else if (colors_[cell] == layer.color && layer.picture == nullptr) {
    return;
  } else {
    mixed |= bit;
    list.first = index;
  }
  list.last = index;
  parts_.push_back(part);
}

}  // namespace envpool::box2d
