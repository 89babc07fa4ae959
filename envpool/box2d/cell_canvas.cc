// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/cell_canvas.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "envpool/box2d/cell_coverage.h"
#include "envpool/box2d/lines.h"
#include "envpool/box2d/raster.h"

namespace envpool::box2d {

constinit const std::array<Lanes, kCellColumns> kColumnLanes = [] {
  std::array<Lanes, kCellColumns> lanes{};
  for (int column = 0; column < kCellColumns; ++column) {
    lanes[column] = Lanes() + static_cast<std::int16_t>(column);
  }
  return lanes;
}();

CellCanvas::Axis::Axis(int pixels, bool mirrored)
    : of_pixel(pixels), first_after(pixels), last_before(pixels) {
  const ShrinkAxis axis(pixels, kCells);
  reciprocal = axis.reciprocal;
  int rest = 0;  // weight left of the pixel shared with the previous cell
  for (const ShrinkAxis::Cell& from : axis.cells) {
    // Because of rounding, cells that meet at a pixel's border may share a
    // pixel with a tiny weight, which adds nothing to the second cell.
    const bool is_shared = PartOf(255, static_cast<std::uint16_t>(rest)) > 0;
    Cell cell{from.first - (is_shared ? 1 : 0), from.last, {}};
    auto weight = cell.weights.begin();
    if (is_shared) {
      *weight++ = static_cast<std::int16_t>(rest);
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
    return;  // the tables are for columns only
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

CellCanvas::CellCanvas(int hidden_rows)
    : hidden_rows_(hidden_rows),
      x_axis_(kWidth, /*mirrored=*/false),
      y_axis_(kHeight, /*mirrored=*/true),
      world_rows_(hidden_rows, kHeight),
      panel_rows_(0, kHeight) {
  for (int i = 0; i < kBytesOfRow; ++i) {
    const Axis::Cell& cell = x_axis_.cells[i / 3];
    whole_[i] = static_cast<std::uint16_t>(cell.last - cell.first - 1);
    first_weights_[i] = cell.weights[0];
    last_weights_[i] = cell.weights[cell.last - cell.first];
  }
}

void CellCanvas::Clear() { Restart(0); }

// Drops all layers, since an opaque background hides them.
void CellCanvas::Restart(Color background) {
  background_ = background;
  layers_.clear();
  lines_.clear();
  firsts_.clear();
  lasts_.clear();
}

CellCanvas::Layer CellCanvas::NewLayer(Color color, int first_row,
                                       int end_row) {
  const auto spans = static_cast<int>(firsts_.size()) + kPad;
  const std::size_t size = firsts_.size() + (end_row - first_row) + 2 * kPad;
  firsts_.resize(size, PolygonRows::kNoFirst);
  lasts_.resize(size, PolygonRows::kNoLast);
  return {.color = color,
          .first_row = first_row,
          .end_row = end_row,
          .spans = spans - first_row,
          .lines = static_cast<int>(lines_.size()),
          .line_count = 0,
          .steep_lines = 0,
          .picture = nullptr,
          .plan_base = 0,
          .plan = nullptr};
}

void CellCanvas::AddLayer(const Layer& layer) {
  if (layer.first_row < layer.end_row) {
    layers_.push_back(layer);
  }
}

// Whether a polygon certainly covers the whole surface: the surface is on the
// inner side of all edges, with a margin for rounding.
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

void CellCanvas::SmoothPolygon(std::span<const Point> points, Color color) {
  if (IsOutside(points, kWidth, hidden_rows_, kHeight)) {
    return;
  }
  if (CoversAll(points)) {
    Restart(color);
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
  if (!rows.StartPlainSpans(points)) {
    rows.FindPlain(points);
    AddSpans(side, rows, color, {});
    return;
  }
  const bool turned = side == Side::kPanel;
  const Layer layer =
      NewLayer(color, turned ? kHeight - rows.end_row() : rows.first_row(),
               turned ? kHeight - rows.first_row() : rows.end_row());
  const int first = layer.spans + layer.first_row;
  rows.FindPlainSpans(points, kWidth, &firsts_[first], &lasts_[first]);
  if (turned) {
    const int end = layer.spans + layer.end_row;
    std::reverse(firsts_.begin() + first, firsts_.begin() + end);
    std::reverse(lasts_.begin() + first, lasts_.begin() + end);
  }
  AddLayer(layer);
}

// A smooth polygon with one span in each row.
void CellCanvas::AddOneSpan(std::span<const Point> points, Color color) {
  PolygonRows& rows = world_rows_;
  Layer layer = NewLayer(color, rows.first_row(), rows.end_row());
  const int first = layer.spans + layer.first_row;
  rows.FindSmoothSpans(points, kWidth, &firsts_[first], &lasts_[first]);
  AddOutline(points, &layer);
}

// Adds a polygon with several spans in a row: layer i has each row's span i.
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
      AddLayer(layer);
    }
  }
}

// Adds a layer with its outline. pygame draws the outline's opaque pixels
// before the spans and between blended ones; they may come last, since blending
// a colour with itself does not change it.
void CellCanvas::AddOutline(std::span<const Point> points, Layer* layer) {
  blocks_.clear();
  for (std::size_t i = 0; i < points.size(); ++i) {
    AddLine(points[i], points[(i + 1) % points.size()], layer);
  }
  AddLayer(*layer);
  for (const Layer& block : blocks_) {
    AddLayer(block);
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
  layer->steep_lines |= (is_steep ? 1U : 0U) << layer->line_count;
  ++layer->line_count;
}

// Whether a layer's spans have all pixels of a block.
bool CellCanvas::HasAll(const Layer& layer, Range rows, Range columns) const {
  if (rows.first < layer.first_row || rows.last >= layer.end_row) {
    return false;
  }
  const std::int16_t* firsts = firsts_.data() + layer.spans + rows.first;
  const std::int16_t* lasts = lasts_.data() + layer.spans + rows.first;
  const auto first = static_cast<std::int16_t>(columns.first);
  const auto last = static_cast<std::int16_t>(columns.last);
  const int count = rows.last - rows.first + 1;
  std::int16_t missing = 0;
  for (int i = 0; i < count; ++i) {
    missing |=
        static_cast<std::int16_t>((firsts[i] > first) | (lasts[i] < last));
  }
  return missing == 0;
}

// Adds opaque pixels of the outline, unless the spans have them already.
void CellCanvas::AddBlock(const Layer& layer, Range rows, Range columns) {
  rows = {std::max(rows.first, hidden_rows_), std::min(rows.last, kHeight - 1)};
  if (rows.first > rows.last || HasAll(layer, rows, columns)) {
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
  AddLayer(layer);
}

}  // namespace envpool::box2d
