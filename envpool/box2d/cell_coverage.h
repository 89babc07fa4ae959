// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// How much of each pixel of a cell is covered, as vectors: one for each column
// of pixels, with a lane for each row. All is inline, to be compiled for its
// caller's instruction set.

#ifndef ENVPOOL_BOX2D_CELL_COVERAGE_H_
#define ENVPOOL_BOX2D_CELL_COVERAGE_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "envpool/box2d/cell_canvas.h"
#include "envpool/box2d/shrink.h"

// Vectors are passed and returned in inlined functions only, so that it does
// not matter which registers an instruction set would pass them in.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace envpool::box2d {

constexpr int kCellColumns = 12;  // of pixels of a cell, at most
// These columns count wholly, the others in part, or not at all.
constexpr std::int16_t kFirstWhole = 1;
constexpr std::int16_t kLastWhole = 9;
constexpr int kWholeColumns = kLastWhole - kFirstWhole + 1;
constexpr std::array kPartlyCounted = {0, 10, 11};

// Values of the pixels of a column, and signed numbers for them.
using Lanes [[gnu::vector_size(2 * kCellLanes)]] = std::uint16_t;
using SignedLanes [[gnu::vector_size(2 * kCellLanes)]] = std::int16_t;

inline constexpr SignedLanes kLaneIndex = {0, 1, 2,  3,  4,  5,  6,  7,
                                           8, 9, 10, 11, 12, 13, 14, 15};

// How much a colour covers a pixel, in 1 / 256.
inline constexpr std::uint16_t kOpaqueLane = 256;

// MulHigh of shrink.h for all lanes, where the result is below 256: all but the
// lowest byte of the product fits into a lane.
inline Lanes MulHighLanes(const Lanes& a, std::uint16_t b) {
  const auto high = static_cast<std::uint16_t>(b >> 8);
  const auto low = static_cast<std::uint16_t>(b & 255);
  return (a * high + (a >> 8) * low + ((a & 255) * low >> 8)) >> 8;
}

// PartOf of shrink.h for all lanes, for values below 256: a seven-bit half of
// the part after the other.
template <typename Part>
inline Lanes PartOfLanes(const Lanes& values, const Part& part) {
  return (values * (part >> 7) + (values * (part & 127) >> 7)) >> 7;
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

// from + (to - from) * alpha / 256, rounded down. The difference may wrap
// around: the sum does not, and it is all that counts.
inline Lanes BlendLanes(const Lanes& from, std::uint16_t to,
                        const Lanes& alpha) {
  return ((from << 8) + alpha * (to - from)) >> 8;
}

inline Lanes Unsigned(SignedLanes values) {
  return reinterpret_cast<const Lanes&>(values);
}

inline SignedLanes ClampLanes(SignedLanes values, std::int16_t low,
                              std::int16_t high) {
  values = values < low ? SignedLanes() + low : values;
  return values > high ? SignedLanes() + high : values;
}

// What pygame makes of a line's weights w of 255: 255 * w / 256, rounded down.
// That is one less, but not below 0.
inline Lanes AlphaOf(const Lanes& weights) {
  return weights == 0 ? weights : weights - 1;
}

// A line with at most one step down in a column; (x, y) is where the cell's
// pixels begin. There are no branches: columns without the line have alphas of
// 0.
class FlatPixels {
 public:
  FlatPixels(const SmoothLine& line, int x, int y) {
    const int first_step = (x - line.x) * line.x_step;
    // Where the line is, from the cell's first row on in 1 / 256 of a pixel.
    const int start = (line.y - y) * 256;
    for (int column = 0; column < kCellColumns; ++column) {
      const int step = first_step + column * line.x_step;
      const bool is_inside = (step >= 1) & (step < line.steps);
      const int position = start + ((step * line.slope) >> 8);
      positions_[column] = static_cast<std::int16_t>(
          std::clamp(is_inside ? position : kOutside, -kOutside, kOutside));
    }
  }

  Lanes AlphaAt(int column) const {
    // How far each row's pixel is from it, less one on this side of it.
    const SignedLanes after = positions_[column] - (kLaneIndex << 8);
    const SignedLanes left = 254 - (after ^ (after >> 15));
    return Unsigned(left > 0 ? left : SignedLanes());
  }

 private:
  static constexpr int kOutside = 256 * (kCellLanes + 1);

  std::array<std::int16_t, kCellColumns> positions_;
};

// The two pixels that a line with at most one step to the side has in each row.
struct SteepPixels {
  SteepPixels(const SmoothLine& line, int x, int y) {
    const int first_step = y - line.y;
    const int left = line.x - x;
    // Compilers make vector code of loops over arrays only.
    alignas(Lanes) std::array<std::int16_t, kCellLanes> columns;
    alignas(Lanes) std::array<std::uint16_t, kCellLanes> weights;
    for (int i = 0; i < kCellLanes; ++i) {
      const int step = first_step + i;
      const int way = step * line.slope;
      const bool is_inside = (step >= 1) & (step < line.steps);
      columns[i] = static_cast<std::int16_t>(
          is_inside ? left + line.x_step * (way >> 16) : -kCellColumns);
      weights[i] = static_cast<std::uint16_t>(way >> 8 & 255);
    }
    std::memcpy(&at, columns.data(), sizeof(at));
    std::memcpy(&next_alpha, weights.data(), sizeof(next_alpha));
    next = at + static_cast<std::int16_t>(line.x_step);
    const int first = std::max(first_step, 1);
    const int last = std::min(first_step + kCellLanes, line.steps) - 1;
    const int a = left + line.x_step * ((first * line.slope) >> 16);
    const int b = left + line.x_step * (((last * line.slope) >> 16) + 1);
    from = std::max(std::min(a, b), 0);
    to = std::min(std::max(a, b), kCellColumns - 1);
    alpha = AlphaOf(255 - next_alpha);
    next_alpha = AlphaOf(next_alpha);
  }

  Lanes AlphaAt(std::int16_t column) const {
    return at == column ? alpha : next == column ? next_alpha : Lanes();
  }

  int from;        // The columns of the cell that have some of them,
  int to;          // up to this one
  SignedLanes at;  // columns; where there is none, outside of the cell
  SignedLanes next;
  Lanes alpha;
  Lanes next_alpha;
};

// The spans of a layer in a cell's rows: columns of the cell, or beyond it.
struct CellSpans {
  CellSpans(const std::int16_t* firsts, const std::int16_t* lasts, int x) {
    std::memcpy(&first, firsts, sizeof(first));
    std::memcpy(&last, lasts, sizeof(last));
    first -= static_cast<std::int16_t>(x);
    last -= static_cast<std::int16_t>(x);
  }

  SignedLanes Has(const SignedLanes& column) const {
    return ~((first > column) | (column > last));
  }
  SignedLanes Has(std::int16_t column) const {
    return Has(SignedLanes() + column);
  }
  // The alpha of a column's pixels, `alpha` where there is no span.
  Lanes AlphaOver(int column, const Lanes& alpha) const {
    return Has(static_cast<std::int16_t>(column)) ? Lanes() + kOpaqueLane
                                                  : alpha;
  }
  // The columns that both have.
  CellSpans Common(const CellSpans& other) const {
    CellSpans common = *this;
    common.first = first > other.first ? first : other.first;
    common.last = last < other.last ? last : other.last;
    return common;
  }
  // How many columns count wholly.
  Lanes CountWhole() const {
    const SignedLanes from = ClampLanes(first, kFirstWhole, kLastWhole + 1);
    const SignedLanes end = ClampLanes(last + 1, kFirstWhole, kLastWhole + 1);
    const SignedLanes count = end - from;
    return Unsigned(count > 0 ? count : SignedLanes());
  }

  SignedLanes first;
  SignedLanes last;
};

// What one layer covers of a cell that had one colour before.
class CellCover {
 public:
  explicit CellCover(const CellSpans& spans)
      : spans_(spans), covered_(spans.CountWhole()) {
    for (std::size_t i = 0; i < partly_.size(); ++i) {
      partly_[i] = spans.AlphaOver(kPartlyCounted[i], Lanes());
    }
  }

  // A line under the spans; there may be one.
  void AddFlatLine(const SmoothLine& line, int x, int y) {
    const FlatPixels pixels(line, x, y);
    const auto alpha = [&](int column) {
      return spans_.AlphaOver(column, pixels.AlphaAt(column));
    };
    for (int i = 0; i < kWholeColumns; ++i) {
      blended_[i] = alpha(kFirstWhole + i);
    }
    for (std::size_t i = 0; i < partly_.size(); ++i) {
      partly_[i] = alpha(kPartlyCounted[i]);
    }
    covered_ = Lanes();
    blended_count_ = kWholeColumns;
  }
  void AddSteepLine(const SmoothLine& line, int x, int y) {
    const SteepPixels pixels(line, x, y);
    for (std::size_t i = 0; i < partly_.size(); ++i) {
      const auto column = static_cast<std::int16_t>(kPartlyCounted[i]);
      partly_[i] = spans_.AlphaOver(column, pixels.AlphaAt(column));
    }
    blended_[0] = WholeAlpha(pixels.at, pixels.alpha);
    blended_[1] = WholeAlpha(pixels.next, pixels.next_alpha);
    blended_count_ = 2;
  }

  // The weighted sum of each row's pixels, in a channel.
  Lanes RowSums(std::uint16_t base, std::uint16_t color,
                const std::uint16_t* weights) const {
    const auto change = static_cast<std::uint16_t>(color - base);
    const auto rest =
        static_cast<std::uint16_t>(base * (kWholeColumns - blended_count_));
    const Lanes from = Lanes() + base;
    Lanes sums = covered_ * change + rest;
    for (int i = 0; i < blended_count_; ++i) {
      sums += BlendLanes(from, color, blended_[i]);
    }
    for (std::size_t i = 0; i < partly_.size(); ++i) {
      sums += PartOfLanes(BlendLanes(from, color, partly_[i]),
                          weights[kPartlyCounted[i]]);
    }
    return sums;
  }

 private:
  // The alpha of pixels in these columns, if they count wholly and no span has
  // them.
  Lanes WholeAlpha(const SignedLanes& columns, const Lanes& alpha) const {
    const SignedLanes counts = (columns >= kFirstWhole) &
                               (columns <= kLastWhole) & ~spans_.Has(columns);
    return alpha & Unsigned(counts);
  }

  CellSpans spans_;
  // Of what counts wholly: how many columns are opaque, and alphas of others.
  Lanes covered_;
  int blended_count_{0};
  std::array<Lanes, kWholeColumns> blended_;
  std::array<Lanes, kPartlyCounted.size()> partly_;
};

// Two layers without lines over one colour.
class TwoPlainLayers {
 public:
  TwoPlainLayers(const CellSpans& lower, const CellSpans& upper)
      : lower_(lower),
        upper_(upper),
        upper_count_(upper.CountWhole()),
        lower_count_(lower.CountWhole() - lower.Common(upper).CountWhole()) {}

  // As CellCover's.
  Lanes RowSums(std::uint16_t base, std::uint16_t lower, std::uint16_t upper,
                const std::uint16_t* weights) const {
    Lanes sums = Lanes() + static_cast<std::uint16_t>(base * kWholeColumns);
    sums += lower_count_ * static_cast<std::uint16_t>(lower - base);
    sums += upper_count_ * static_cast<std::uint16_t>(upper - base);
    for (const int column : kPartlyCounted) {
      const auto at = static_cast<std::int16_t>(column);
      const Lanes below = lower_.Has(at) ? Lanes() + lower : Lanes() + base;
      sums += PartOfLanes(upper_.Has(at) ? Lanes() + upper : below,
                          weights[column]);
    }
    return sums;
  }

 private:
  CellSpans lower_;
  CellSpans upper_;
  Lanes upper_count_;
  Lanes lower_count_;
};

// The alphas of all columns of a layer with at most one line.
struct ColumnAlphas {
  ColumnAlphas(const CellSpans& spans, const SmoothLine* line, int x, int y) {
    const auto fill = [&](const auto& alpha_at) {
      for (int column = 0; column < kCellColumns; ++column) {
        alphas[column] = spans.AlphaOver(column, alpha_at(column));
      }
    };
    if (line == nullptr) {
      fill([](int) { return Lanes(); });
    } else if (line->is_steep) {
      const SteepPixels pixels(*line, x, y);
      fill([&](int column) {
        return pixels.AlphaAt(static_cast<std::int16_t>(column));
      });
    } else {
      const FlatPixels pixels(*line, x, y);
      fill([&](int column) { return pixels.AlphaAt(column); });
    }
  }

  std::array<Lanes, kCellColumns> alphas;
};

// Two layers over one colour, one of them with a line at least.
struct TwoOutlinedLayers {
  // As CellCover's.
  Lanes RowSums(std::uint16_t base, std::uint16_t lower_color,
                std::uint16_t upper_color, const std::uint16_t* weights) const {
    const Lanes from = Lanes() + base;
    const auto blend = [&](int column) {
      return BlendLanes(BlendLanes(from, lower_color, lower.alphas[column]),
                        upper_color, upper.alphas[column]);
    };
    Lanes sums{};
    for (int column = kFirstWhole; column <= kLastWhole; ++column) {
      sums += blend(column);
    }
    for (const int column : kPartlyCounted) {
      sums += PartOfLanes(blend(column), weights[column]);
    }
    return sums;
  }

  ColumnAlphas lower;
  ColumnAlphas upper;
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_CELL_COVERAGE_H_
