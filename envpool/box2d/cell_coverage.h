// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// The covered share of each pixel of a cell, as vectors: one for each column of
// pixels, with a lane for each row. Everything is inline, so that it is
// compiled for the caller's instruction set.

#ifndef ENVPOOL_BOX2D_CELL_COVERAGE_H_
#define ENVPOOL_BOX2D_CELL_COVERAGE_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "envpool/box2d/cell_canvas.h"

// Vectors are passed and returned in inlined functions only, so the calling
// convention of an instruction set does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace envpool::box2d {

constexpr int kCellColumns = 12;  // largest number of a cell's pixel columns
// These columns have the full weight; the others have less, or none.
constexpr std::int16_t kFirstWhole = 1;
constexpr std::int16_t kLastWhole = 9;
constexpr int kWholeColumns = kLastWhole - kFirstWhole + 1;
constexpr std::array kPartlyCounted = {0, 10, 11};

// The sum of the columns with the full weight, if all have one value.
inline std::int16_t WholeSum(std::int16_t value) {
  return static_cast<std::int16_t>(value * kWholeColumns);
}

// A value for each row of a cell, such as the pixels of one column.
using Lanes [[gnu::vector_size(2 * kCellLanes)]] = std::int16_t;

inline constexpr Lanes kLaneIndex = {0, 1, 2,  3,  4,  5,  6,  7,
                                     8, 9, 10, 11, 12, 13, 14, 15};

// The number of each column, in all lanes. It is defined in a .cc file, so that
// compilers load the vectors instead of building them, which takes longer.
extern const std::array<Lanes, kCellColumns> kColumnLanes;

// The high halves of the products, rounded down. Compilers turn the loop into
// one instruction; gcc does so only if it does not unroll the loop first.
inline Lanes MulHighLanes(const Lanes& a, const Lanes& b) {
  const Lanes copies[] = {a, b};
  const auto* from = reinterpret_cast<const std::int16_t*>(&copies[0]);
  const auto* by = reinterpret_cast<const std::int16_t*>(&copies[1]);
  Lanes product;
  auto* to = reinterpret_cast<std::int16_t*>(&product);
#ifndef __clang__
#pragma GCC unroll 1
#endif
  for (int i = 0; i < kCellLanes; ++i) {
    to[i] = static_cast<std::int16_t>(from[i] * by[i] >> 16);
  }
  return product;
}

// PartOf of shrink.h for all lanes, for values below 256.
inline Lanes PartOfLanes(const Lanes& values, const Lanes& parts) {
  return MulHighLanes(values << 2, parts);
}

// The sum of all lanes, if it fits into one. Four lanes are added at once.
inline std::uint16_t SumOfLanes(const Lanes& values) {
  std::array<std::uint64_t, kCellLanes / 4> quads;
  std::memcpy(quads.data(), &values, sizeof(values));
  std::uint64_t sum = 0;
  for (const std::uint64_t quad : quads) {
    sum += quad;
  }
  return static_cast<std::uint16_t>(sum * 0x0001000100010001ULL >> 48);
}

// An alpha is a colour's share of a pixel, in 1 / 512. pygame counts in 1 /
// 256: alphas here are twice pygame's.
inline constexpr std::int16_t kOpaqueAlpha = 512;

// Scales a change of values, so that MulHighLanes by an alpha gives its share.
template <typename T>
inline T ScaledChange(const T& change) {
  return static_cast<T>(change << 7);
}

// from + (to - from) * alpha / kOpaqueAlpha, rounded down.
inline Lanes BlendLanes(const Lanes& from, std::int16_t to,
                        const Lanes& alpha) {
  return from + MulHighLanes(ScaledChange<Lanes>(to - from), alpha);
}

inline Lanes ClampLanes(const Lanes& values, std::int16_t low,
                        std::int16_t high) {
  const Lanes raised = values < low ? Lanes() + low : values;
  return raised > high ? Lanes() + high : raised;
}

// A pixel's alpha for a weight w of 255, as pygame rounds it: 255 * w / 256,
// rounded down. That is w - 1, but not below 0.
inline Lanes AlphaOf(const Lanes& weights) {
  return ((weights > 1 ? weights : Lanes() + 1) - 1) * 2;
}

// A line's sideways offset in each lane i, which is i steps after (before, if
// `direction` is -1) the position with the offset `way` / 65536 pixels. The
// result is (way + direction * i * slope) / 65536 pixels minus the part
// (way >> 8), in 1 / 256 pixel.
inline Lanes WayLanes(int way, int slope, int direction) {
  const auto high = static_cast<std::int16_t>(direction * (slope >> 8));
  const auto low = static_cast<std::int16_t>(direction * (slope & 255));
  const auto rest = static_cast<std::int16_t>(way & 255);
  return kLaneIndex * high + ((kLaneIndex * low + rest) >> 8);
}

// Mask of lanes first to last.
inline Lanes LanesIn(int first, int last) {
  const auto narrow = [](int lane) {
    return static_cast<std::int16_t>(std::clamp(lane, -1, kCellLanes));
  };
  return (kLaneIndex >= narrow(first)) & (kLaneIndex <= narrow(last));
}

// A line with at most one vertical step per column; (x, y) is the cell's first
// pixel. There are no branches: columns without the line have alphas of 0.
class FlatPixels {
 public:
  FlatPixels(const SmoothLine& line, int x, int y) {
    const int first_step = (x - line.x) * line.x_step;
    const int way = first_step * line.slope;
    // The line's position relative to the cell's first row, in 1 / 256 pixel.
    const auto start = static_cast<std::int16_t>(
        std::clamp((line.y - y) * 256 + (way >> 8), -kFar, kFar));
    // The line has the steps 1 to steps - 1.
    const int to_first = (1 - first_step) * line.x_step;
    const int to_last = (line.steps - 1 - first_step) * line.x_step;
    const Lanes is_inside =
        LanesIn(std::min(to_first, to_last), std::max(to_first, to_last));
    const Lanes positions = start + WayLanes(way, line.slope, line.x_step);
    const Lanes all =
        (is_inside ? positions : Lanes() + static_cast<std::int16_t>(kFar)) * 2;
    std::memcpy(positions_.data(), &all, sizeof(all));
  }

  Lanes AlphaAt(int column) const {
    // 254 minus the pixel's distance from the line, plus one on this side.
    const Lanes position = Lanes() + positions_[column];
    const Lanes above = 2 * 254 + (kLaneIndex << 9) - position;
    const Lanes below = position - ((kLaneIndex << 9) - 2 * 255);
    const Lanes least = above < below ? above : below;
    return least > 0 ? least : Lanes();
  }

 private:
  // A distance at which a line cannot reach the cell within kCellLanes steps.
  static constexpr int kFar = 256 * (kCellLanes + kCellColumns);

  std::array<std::int16_t, kCellLanes> positions_;  // in 1 / 512 of a pixel
};

// The two pixels that a line with at most one step to the side has in each row.
struct SteepPixels {
  SteepPixels(const SmoothLine& line, int x, int y) {
    const int first_step = y - line.y;
    const int way = first_step * line.slope;
    const auto direction = static_cast<std::int16_t>(line.x_step);
    const auto start =
        static_cast<std::int16_t>(line.x - x + line.x_step * (way >> 16));
    const Lanes ways = WayLanes(way, line.slope, 1) +
                       static_cast<std::int16_t>(way >> 8 & 255);
    const Lanes columns = start + direction * (ways >> 8);
    at = LanesIn(1 - first_step, line.steps - 1 - first_step)
             ? columns
             : Lanes() - static_cast<std::int16_t>(kCellColumns);
    next = at + direction;
    const Lanes weights = ways & 255;
    alpha = AlphaOf(255 - weights);
    next_alpha = AlphaOf(weights);
  }

  Lanes AlphaAt(int column) const {
    const Lanes& lanes = kColumnLanes[column];
    return (alpha & (at == lanes)) | (next_alpha & (next == lanes));
  }

  Lanes at;  // columns; outside of the cell for rows without the line
  Lanes next;
  Lanes alpha;
  Lanes next_alpha;
};

// The span of a layer in each of a cell's rows: the columns between `before`
// and `end`, both exclusive. They may lie outside of the cell.
struct CellSpans {
  CellSpans(const std::int16_t* firsts, const std::int16_t* lasts, int x) {
    std::memcpy(&before, firsts, sizeof(before));
    std::memcpy(&end, lasts, sizeof(end));
    before -= static_cast<std::int16_t>(x + 1);
    end -= static_cast<std::int16_t>(x - 1);
  }

  Lanes Has(const Lanes& columns) const {
    return (columns > before) & (end > columns);
  }
  Lanes Has(int column) const { return Has(kColumnLanes[column]); }
  // The alpha of a column's pixels, `alpha` where there is no span.
  Lanes AlphaOver(int column, const Lanes& alpha) const {
    const Lanes opaque = Has(column) & kOpaqueAlpha;
    return opaque > alpha ? opaque : alpha;
  }
  // The intersection of both spans.
  CellSpans Common(const CellSpans& other) const {
    CellSpans common = *this;
    common.before = before > other.before ? before : other.before;
    common.end = end < other.end ? end : other.end;
    return common;
  }
  // The number of a span's columns with the full weight.
  Lanes CountWhole() const {
    const Lanes count = ClampLanes(end, kFirstWhole, kLastWhole + 1) -
                        ClampLanes(before, kFirstWhole - 1, kLastWhole) - 1;
    return count > 0 ? count : Lanes();
  }

  Lanes before;
  Lanes end;
};

// The weighted sum of each row's pixels, with the values value_at(column).
template <typename ValueAt>
inline Lanes SumColumns(const std::int16_t* weights, const ValueAt& value_at) {
  Lanes sums{};
  for (int column = kFirstWhole; column <= kLastWhole; ++column) {
    sums += value_at(column);
  }
  for (const int column : kPartlyCounted) {
    sums += PartOfLanes(value_at(column), Lanes() + weights[column]);
  }
  return sums;
}

// The same for pixels with the values base + change_at(column).
template <typename ChangeAt>
inline Lanes SumChanges(std::int16_t base, const std::int16_t* weights,
                        const ChangeAt& change_at) {
  Lanes sums = Lanes() + WholeSum(base);
  for (int column = kFirstWhole; column <= kLastWhole; ++column) {
    sums += change_at(column);
  }
  for (const int column : kPartlyCounted) {
    sums += PartOfLanes(base + change_at(column), Lanes() + weights[column]);
  }
  return sums;
}

// A layer without lines over one colour.
class PlainLayer {
 public:
  explicit PlainLayer(const CellSpans& spans) : covered_(spans.CountWhole()) {
    for (std::size_t i = 0; i < partly_.size(); ++i) {
      partly_[i] = spans.Has(kPartlyCounted[i]);
    }
  }

  // The weighted sum of each row's pixels, in a channel.
  Lanes RowSums(std::int16_t base, std::int16_t color,
                const std::int16_t* weights) const {
    const auto change = static_cast<std::int16_t>(color - base);
    Lanes sums = covered_ * change + WholeSum(base);
    for (std::size_t i = 0; i < partly_.size(); ++i) {
      sums += PartOfLanes(base + (partly_[i] & change),
                          Lanes() + weights[kPartlyCounted[i]]);
    }
    return sums;
  }

 private:
  Lanes covered_;
  std::array<Lanes, kPartlyCounted.size()> partly_;
};

// A layer with one steep line over one colour, with PlainLayer's interface.
class SteepLayer {
 public:
  SteepLayer(const CellSpans& spans, const SteepPixels& line)
      : covered_(spans.CountWhole()),
        at_(WholeAlpha(spans, line.at, line.alpha)),
        next_(WholeAlpha(spans, line.next, line.next_alpha)) {
    for (std::size_t i = 0; i < partly_.size(); ++i) {
      const int column = kPartlyCounted[i];
      partly_[i] = spans.AlphaOver(column, line.AlphaAt(column));
    }
  }

  Lanes RowSums(std::int16_t base, std::int16_t color,
                const std::int16_t* weights) const {
    const auto change = static_cast<std::int16_t>(color - base);
    const Lanes scaled = Lanes() + ScaledChange(change);
    Lanes sums = covered_ * change + WholeSum(base);
    sums += MulHighLanes(scaled, at_);
    sums += MulHighLanes(scaled, next_);
    for (std::size_t i = 0; i < partly_.size(); ++i) {
      sums += PartOfLanes(base + MulHighLanes(scaled, partly_[i]),
                          Lanes() + weights[kPartlyCounted[i]]);
    }
    return sums;
  }

 private:
  // The alpha of pixels in these columns if they have the full weight and no
  // span covers them, else 0.
  static Lanes WholeAlpha(const CellSpans& spans, const Lanes& columns,
                          const Lanes& alpha) {
    const Lanes counts = (columns >= kFirstWhole) & (columns <= kLastWhole) &
                         ~spans.Has(columns);
    return alpha & counts;
  }

  Lanes covered_;  // number of covered columns with the full weight
  Lanes at_;
  Lanes next_;
  std::array<Lanes, kPartlyCounted.size()> partly_;
};

// The alphas of all columns of a line, or of a layer.
class ColumnAlphas {
 public:
  // All alphas are 0 if `line` is nullptr.
  ColumnAlphas(const SmoothLine* line, int x, int y) {
    if (line == nullptr) {
      Fill([](int) { return Lanes(); });
    } else if (line->is_steep) {
      const SteepPixels pixels(*line, x, y);
      Fill([&](int column) { return pixels.AlphaAt(column); });
    } else {
      const FlatPixels pixels(*line, x, y);
      Fill([&](int column) { return pixels.AlphaAt(column); });
    }
  }

  // The alphas of a line under spans.
  ColumnAlphas(const CellSpans& spans, const ColumnAlphas& line) {
    Fill([&](int column) { return spans.AlphaOver(column, line.At(column)); });
  }

  const Lanes& At(int column) const { return alphas_[column]; }

 private:
  template <typename AlphaAt>
  void Fill(const AlphaAt& alpha_at) {
    for (int column = 0; column < kCellColumns; ++column) {
      alphas_[column] = alpha_at(column);
    }
  }

  std::array<Lanes, kCellColumns> alphas_;
};

// A layer with one flat line over one colour, with PlainLayer's interface.
class FlatLayer {
 public:
  FlatLayer(const CellSpans& spans, const FlatPixels& line) {
    for (int column = 0; column < kCellColumns; ++column) {
      alphas_[column] = spans.AlphaOver(column, line.AlphaAt(column));
    }
  }

  Lanes RowSums(std::int16_t base, std::int16_t color,
                const std::int16_t* weights) const {
    const auto change = static_cast<std::int16_t>(color - base);
    const Lanes scaled = Lanes() + ScaledChange(change);
    return SumChanges(base, weights, [&](int column) {
      return MulHighLanes(scaled, alphas_[column]);
    });
  }

 private:
  std::array<Lanes, kCellColumns> alphas_;
};

// Two layers without lines over one colour.
class TwoPlainLayers {
 public:
  TwoPlainLayers(const CellSpans& lower, const CellSpans& upper)
      : lower_(lower),
        upper_(upper),
        upper_count_(upper.CountWhole()),
        lower_count_(lower.CountWhole() - lower.Common(upper).CountWhole()) {}

  // The weighted sum of each row's pixels, in a channel.
  Lanes RowSums(std::int16_t base, std::int16_t lower, std::int16_t upper,
                const std::int16_t* weights) const {
    Lanes sums = Lanes() + WholeSum(base);
    sums += lower_count_ * static_cast<std::int16_t>(lower - base);
    sums += upper_count_ * static_cast<std::int16_t>(upper - base);
    for (const int column : kPartlyCounted) {
      const Lanes below = lower_.Has(column) ? Lanes() + lower : Lanes() + base;
      sums += PartOfLanes(upper_.Has(column) ? Lanes() + upper : below,
                          Lanes() + weights[column]);
    }
    return sums;
  }

 private:
  CellSpans lower_;
  CellSpans upper_;
  Lanes upper_count_;
  Lanes lower_count_;
};

// Two layers over one colour, at least one with a line.
class TwoOutlinedLayers {
 public:
  TwoOutlinedLayers(const CellSpans& lower, const ColumnAlphas& lower_line,
                    const CellSpans& upper, const ColumnAlphas& upper_line)
      : lower_(lower, lower_line), upper_(upper, upper_line) {}

  // The weighted sum of each row's pixels, in a channel.
  Lanes RowSums(std::int16_t base, std::int16_t lower, std::int16_t upper,
                const std::int16_t* weights) const {
    const auto change = static_cast<std::int16_t>(lower - base);
    const Lanes scaled = Lanes() + ScaledChange(change);
    return SumColumns(weights, [&](int column) {
      const Lanes below = base + MulHighLanes(scaled, lower_.At(column));
      return BlendLanes(below, upper, upper_.At(column));
    });
  }

 private:
  ColumnAlphas lower_;
  ColumnAlphas upper_;
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_CELL_COVERAGE_H_
