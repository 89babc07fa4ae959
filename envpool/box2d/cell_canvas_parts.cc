// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Step 1 of CellCanvas::Write: finds the parts and the base of each cell, layer
// by layer from the top to the bottom. cell_canvas.h states the invariant.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

#include "envpool/box2d/cell_canvas.h"
#include "envpool/core/isa.h"

// Vectors are passed and returned in inlined functions only.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace envpool::box2d {

namespace {

// A value for each of eight rows. The nine rows of a cell are handled as its
// first eight and its last eight rows.
constexpr int kHalfLanes = 8;
using HalfLanes [[gnu::vector_size(2 * kHalfLanes)]] = std::int16_t;

inline HalfLanes LoadHalf(const std::int16_t* from) {
  HalfLanes lanes;
  std::memcpy(&lanes, from, sizeof(lanes));
  return lanes;
}

// The lines of a layer that touch a band, with the cells that each one touches.
class TouchingLines {
 public:
  void Add(int line, const CellMask& cells) {
    bits_[count_] = 1U << line;
    cells_[count_++] = cells;
  }
  // A bit for each line that touches a cell.
  std::uint32_t At(int x) const {
    std::uint32_t lines = 0;
    for (int i = 0; i < count_; ++i) {
      lines |= cells_[i].Has(x) ? bits_[i] : 0;
    }
    return lines;
  }

 private:
  int count_{0};
  // Not initialized, to save time: only the first count_ are read.
  std::uint32_t bits_[PolygonRows::kMaxVertices];
  CellMask cells_[PolygonRows::kMaxVertices];
};

}  // namespace

inline void CellCanvas::FindPartsOf(Layer* layer, std::uint8_t* out) {
  UniformRow* row = nullptr;
  // Bands go from the top of the picture, rows from its bottom.
  const int last = (kHeight - layer->first_row) * kCells / kHeight;
  const int first = (kHeight - layer->end_row) * kCells / kHeight;
  for (int band = std::max(first - 1, 0);
       band <= std::min(last + 1, kCells - 1); ++band) {
    const Axis::Cell& rows = y_axis_.cells[band];
    if (rows.first < layer->end_row && rows.last >= layer->first_row) {
      FindPartsOfBand(layer, band, &row, out);
    }
  }
}

// Returns a range of columns that includes all pixels of a line in these rows.
inline CellCanvas::Range CellCanvas::ReachOf(const SmoothLine& line,
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

// Returns the columns that at least one row's span covers, and the columns that
// all rows' spans cover.
inline std::pair<CellCanvas::Range, CellCanvas::Range> CellCanvas::RangesOf(
    const Layer& layer, const Axis::Cell& rows) const {
  const int end = rows.last + 1 - kHalfLanes;
  const HalfLanes first = LoadHalf(&firsts_[layer.spans + rows.first]);
  const HalfLanes end_first = LoadHalf(&firsts_[layer.spans + end]);
  const HalfLanes last = LoadHalf(&lasts_[layer.spans + rows.first]);
  const HalfLanes end_last = LoadHalf(&lasts_[layer.spans + end]);
  HalfLanes min_first = first < end_first ? first : end_first;
  HalfLanes max_first = first > end_first ? first : end_first;
  HalfLanes min_last = last < end_last ? last : end_last;
  HalfLanes max_last = last > end_last ? last : end_last;
  const auto minimum = [](HalfLanes* a, const HalfLanes& b) {
    *a = *a < b ? *a : b;
  };
  const auto maximum = [](HalfLanes* a, const HalfLanes& b) {
    *a = *a > b ? *a : b;
  };
  const auto reduce = [](const auto& take, HalfLanes* v) {
    take(v, __builtin_shufflevector(*v, *v, 4, 5, 6, 7, 0, 1, 2, 3));
    take(v, __builtin_shufflevector(*v, *v, 2, 3, 0, 1, 6, 7, 4, 5));
    take(v, __builtin_shufflevector(*v, *v, 1, 0, 3, 2, 5, 4, 7, 6));
    return (*v)[0];
  };
  const Range some{std::min<int>(reduce(minimum, &min_first), kWidth),
                   reduce(maximum, &max_last)};
  const Range all{reduce(maximum, &max_first), reduce(minimum, &min_last)};
  return {some, all};
}

// Applies a layer to the cells of one band. `*row` is nullptr until the first
// cell needs the uniform row of the layer's colour.
inline void CellCanvas::FindPartsOfBand(Layer* layer, int band,
                                        UniformRow** row, std::uint8_t* out) {
  const Axis::Cell& rows = y_axis_.cells[band];
  const auto [some, all] = RangesOf(*layer, rows);
  CellMask full = CellMask::None();
  if (all.first <= all.last && layer->picture == nullptr) {
    const int first = x_axis_.first_after[all.first];
    full = CellMask::Between(
        first, std::max(x_axis_.last_before[all.last], first - 1));
  }
  const CellMask finished = finished_[band];
  CellMask touched = CellsOf(some);
  TouchingLines touching;
  for (int i = 0; i < layer->line_count; ++i) {
    const SmoothLine& line = lines_[layer->lines + i];
    if (line.y <= rows.last && line.last_y + 1 >= rows.first) {
      const CellMask cells = CellsOf(ReachOf(line, {rows.first, rows.last}));
      touching.Add(i, cells);
      touched = touched | cells;
    }
  }
  touched = touched & ~full & ~finished;
  const CellMask with_parts = with_parts_[band];
  CellMask seen = full & ~finished;
  (touched & with_parts).ForEach([&](int x) {
    const std::uint32_t above = lowest_parts_[band * kCells + x];
    if (AreSpansEnough(*parts_[above].layer, *layer, band, x)) {
      seen.Add(x);
    } else {
      AddPart(layer, band, x, touching.At(x), above);
    }
  });
  (touched & ~with_parts).ForEach([&](int x) {
    AddPart(layer, band, x, touching.At(x), 0);
  });
  with_parts_.Add(band, touched);
  if (!seen.IsEmpty()) {
    *row = *row == nullptr ? RowOf(layer->color) : *row;
    Fill(band, seen, **row, out);
  }
}

// The cells that depend on some columns.
inline CellMask CellCanvas::CellsOf(Range columns) const {
  if (columns.first > columns.last) {
    return CellMask::None();
  }
  return CellMask::Between(x_axis_.of_pixel[columns.first].first,
                           x_axis_.of_pixel[columns.last].last);
}

// Copies whole pixels. For such short runs this is faster than memcpy.
inline void CellCanvas::CopyRun(const std::uint8_t* from, std::size_t size,
                                std::uint8_t* to) {
  constexpr std::size_t kStep = 16;
  if (size < kStep) {
    for (std::size_t i = 0; i < size; i += 3) {
      std::memcpy(to + i, from + i, 3);
    }
    return;
  }
  for (std::size_t i = 0; i < size - kStep; i += kStep) {
    std::memcpy(to + i, from + i, kStep);
  }
  std::memcpy(to + size - kStep, from + size - kStep, kStep);
}

// Finishes cells: `row` has their base's colour.
inline void CellCanvas::Fill(int band, const CellMask& cells,
                             const UniformRow& row, std::uint8_t* out) {
  std::uint8_t* line = out + band * kBytesOfRow;
  cells.ForEachRun([&](int first, int count) {
    CopyRun(row.averages.data() + first * 3, count * 3, line + first * 3);
  });
  finished_.Add(band, cells);
  (cells & with_parts_[band]).ForEach([&](int x) {
    Finish(band, x, row.color);
  });
}

// Records a cell with parts over a base of one colour. The lowest parts are
// skipped while they have the base's colour, since they change nothing.
inline void CellCanvas::Finish(int band, int x, Color base) {
  std::uint32_t index = lowest_parts_[band * kCells + x];
  const Part* part = &parts_[index];
  while (index != 0 && part->layer->color == base &&
         part->layer->picture == nullptr) {
    index = part->above;
    part = &parts_[index];
  }
  if (index == 0) {
    return;
  }
  Kind kind = part->kind;
  if (part->above != 0) {
    const Part& above = parts_[part->above];
    const bool is_simple = (kind != kByPixels) & (above.kind != kByPixels);
    kind = is_simple && above.above == 0 ? kTwoParts : kByPixels;
  }
  const ChannelPlan& plan = PlanOfParts(*part, base);
  mixed_[kind][plan.count].push_back({static_cast<std::uint8_t>(band),
                                      static_cast<std::uint8_t>(x), index, base,
                                      &plan});
}

// Returns which channels of a cell differ between its parts and its base.
inline const ChannelPlan& CellCanvas::PlanOfParts(const Part& lowest,
                                                  Color base) const {
  Layer& layer = *lowest.layer;
  if (lowest.above == 0 && layer.plan != nullptr && layer.plan_base == base) {
    return *layer.plan;
  }
  ColorTraits traits = ColorTraits::Of(base, base);
  for (const Part* part = &lowest; part != parts_.data();
       part = &parts_[part->above]) {
    traits = traits | (part->layer->picture != nullptr
                           ? ColorTraits::OfGrey()
                           : ColorTraits::Of(part->layer->color, base));
  }
  const ChannelPlan& plan = PlanOf(traits);
  if (lowest.above == 0) {
    layer.plan_base = base;
    layer.plan = &plan;
  }
  return plan;
}

// Whether the spans of two layers together cover a cell, as two pieces of road
// with a common edge do.
inline bool CellCanvas::AreSpansEnough(const Layer& a, const Layer& b, int band,
                                       int x) const {
  if (a.picture != nullptr || b.picture != nullptr) {
    return false;
  }
  const Axis::Cell& rows = y_axis_.cells[band];
  const auto left = static_cast<std::int16_t>(x_axis_.cells[x].first);
  const auto right = static_cast<std::int16_t>(x_axis_.cells[x].last);
  // Lanes are zero where one span covers the row, or both do without a gap.
  const auto missing = [&](int row) {
    const HalfLanes first_a = LoadHalf(&firsts_[a.spans + row]);
    const HalfLanes first_b = LoadHalf(&firsts_[b.spans + row]);
    const HalfLanes last_a = LoadHalf(&lasts_[a.spans + row]);
    const HalfLanes last_b = LoadHalf(&lasts_[b.spans + row]);
    const HalfLanes max_first = first_a > first_b ? first_a : first_b;
    const HalfLanes min_last = last_a < last_b ? last_a : last_b;
    const HalfLanes late_a = first_a > left;
    const HalfLanes late_b = first_b > left;
    const HalfLanes early_a = right > last_a;
    const HalfLanes early_b = right > last_b;
    const HalfLanes gap = max_first > min_last + 1;
    return (late_a | early_a) & (late_b | early_b) &
           ((late_a & late_b) | (early_a & early_b) | gap);
  };
  const HalfLanes all =
      missing(rows.first) | missing(rows.last + 1 - kHalfLanes);
  std::array<std::uint64_t, 2> bits;
  std::memcpy(bits.data(), &all, sizeof(bits));
  return (bits[0] | bits[1]) == 0;
}

inline CellCanvas::Kind CellCanvas::KindOf(const Layer& layer,
                                           std::uint32_t lines) {
  if (lines == 0) {
    return layer.picture == nullptr ? kPlain : kByPixels;
  }
  const Kind one_line = (lines & layer.steep_lines) != 0 ? kSteep : kFlat;
  return (lines & (lines - 1)) == 0 ? one_line : kByPixels;
}

inline void CellCanvas::AddPart(Layer* layer, int band, int x,
                                std::uint32_t lines, std::uint32_t above) {
  lowest_parts_[band * kCells + x] = static_cast<std::uint32_t>(parts_.size());
  parts_.push_back(
      {layer, static_cast<std::uint16_t>(lines), KindOf(*layer, lines), above});
}

// Returns the uniform row of a colour, computed once.
CellCanvas::UniformRow* CellCanvas::RowOf(Color color) {
  for (UniformRow& row : rows_) {
    if (row.color == color) {
      return &row;
    }
  }
  UniformRow& row = rows_.emplace_back();
  row.color = color;
  for (int i = 0; i < kBytesOfRow; ++i) {
    const auto value =
        static_cast<std::uint16_t>(color >> (16 - i % 3 * 8) & 255);
    const auto sum = static_cast<std::uint16_t>(
        whole_[i] * value + PartOf(value, first_weights_[i]) +
        PartOf(value, last_weights_[i]));
    row.averages[i] =
        static_cast<std::uint8_t>(MulHigh(sum, x_axis_.reciprocal));
  }
  return &row;
}

inline void CellCanvas::FindAllParts(std::uint8_t* out) {
  for (std::size_t i = layers_.size(); i > 0; --i) {
    FindPartsOf(&layers_[i - 1], out);
  }
  const UniformRow& background = *RowOf(background_);
  for (int band = 0; band < kCells; ++band) {
    Fill(band, CellMask::Between(0, kCells - 1) & ~finished_[band], background,
         out);
  }
}

// Finds the parts of all cells. `out` gets each cell's base after the first
// pass.
void CellCanvas::FindParts(std::uint8_t* out) {
  struct Clones {
    static void Plain(CellCanvas* canvas, std::uint8_t* out) {
      canvas->FindAllParts(out);
    }
    ENVPOOL_TARGET_AVX2 static void Avx2(CellCanvas* canvas,
                                         std::uint8_t* out) {
      canvas->FindAllParts(out);
    }
  };
  constexpr std::size_t kMaxRows = 64;
  if (rows_.size() > kMaxRows) {
    rows_.clear();
  }
  parts_.assign(1, {});
  with_parts_.Clear();
  finished_.Clear();
  for (auto& kind : mixed_) {
    for (std::vector<MixedCell>& cells : kind) {
      cells.clear();
    }
  }
  if (CurrentIsa() == Isa::kBaseline) {
    Clones::Plain(this, out);
  } else {
    Clones::Avx2(this, out);
  }
}

}  // namespace envpool::box2d
