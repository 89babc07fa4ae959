// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The cells that a CellCanvas's layers cover, in part or as a whole.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

#include "envpool/box2d/cell_canvas.h"

namespace envpool::box2d {

namespace {

// Numbers of eight rows. Every cell has nine rows or more, so that its first
// and its last eight are all of them.
constexpr int kHalfLanes = 8;
using HalfLanes [[gnu::vector_size(2 * kHalfLanes)]] = std::int16_t;

inline HalfLanes LoadHalf(const std::int16_t* from) {
  HalfLanes lanes;
  std::memcpy(&lanes, from, sizeof(lanes));
  return lanes;
}

}  // namespace

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
  const int end = rows.last + 1 - kHalfLanes;
  const HalfLanes first = LoadHalf(&firsts_[layer.spans + rows.first]);
  const HalfLanes end_first = LoadHalf(&firsts_[layer.spans + end]);
  const HalfLanes last = LoadHalf(&lasts_[layer.spans + rows.first]);
  const HalfLanes end_last = LoadHalf(&lasts_[layer.spans + end]);
  HalfLanes least_first = first < end_first ? first : end_first;
  HalfLanes most_first = first > end_first ? first : end_first;
  HalfLanes least_last = last < end_last ? last : end_last;
  HalfLanes most_last = last > end_last ? last : end_last;
  const auto least = [](HalfLanes* a, const HalfLanes& b) {
    *a = *a < b ? *a : b;
  };
  const auto most = [](HalfLanes* a, const HalfLanes& b) {
    *a = *a > b ? *a : b;
  };
  const auto reduce = [](const auto& take, HalfLanes* v) {
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

// Whether two layers' spans have all pixels of a cell, as those of two pieces
// of road do that share an edge. Nothing below them can be seen.
inline bool CellCanvas::AreSpansEnough(const Layer& a, const Layer& b, int band,
                                       int x) const {
  if (a.picture != nullptr || b.picture != nullptr) {
    return false;
  }
  const Axis::Cell& rows = y_axis_.cells[band];
  const auto left = static_cast<std::int16_t>(x_axis_.cells[x].first);
  const auto right = static_cast<std::int16_t>(x_axis_.cells[x].last);
  // Zero in the rows whose pixels one layer has, or both have without a gap.
  const auto missing = [&](int row) {
    const HalfLanes first_a = LoadHalf(&firsts_[a.spans + row]);
    const HalfLanes first_b = LoadHalf(&firsts_[b.spans + row]);
    const HalfLanes last_a = LoadHalf(&lasts_[a.spans + row]);
    const HalfLanes last_b = LoadHalf(&lasts_[b.spans + row]);
    const HalfLanes most_first = first_a > first_b ? first_a : first_b;
    const HalfLanes least_last = last_a < last_b ? last_a : last_b;
    const HalfLanes late_a = first_a > left;
    const HalfLanes late_b = first_b > left;
    const HalfLanes early_a = right > last_a;
    const HalfLanes early_b = right > last_b;
    const HalfLanes gap = most_first > least_last + 1;
    return (late_a | early_a) & (late_b | early_b) &
           ((late_a & late_b) | (early_a & early_b) | gap);
  };
  const HalfLanes all =
      missing(rows.first) | missing(rows.last + 1 - kHalfLanes);
  std::array<std::uint64_t, 2> bits;
  std::memcpy(bits.data(), &all, sizeof(bits));
  return (bits[0] | bits[1]) == 0;
}

inline void CellCanvas::AddPart(const Layer& layer, int band, int x,
                                const Part& part) {
  const int cell = band * kCells + x;
  std::uint64_t& mixed = mixed_[band][x / 64];
  const std::uint64_t bit = 1ULL << (x % 64);
  List& list = lists_[cell];
  const auto index = static_cast<std::uint32_t>(parts_.size());
  if ((mixed & bit) != 0) {
    const Layer& below = layers_[parts_[list.last].layer];
    if (AreSpansEnough(below, layer, band, x)) {
      colors_[cell] = below.color;
      if (below.color == layer.color) {
        mixed &= ~bit;
        return;
      }
      list.first = index;
    } else {
      parts_[list.last].next = index;
    }
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
