// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// The arithmetic of pygame.transform.smoothscale when it shrinks a picture: an
// average over areas in two passes of fixed-point integers, first along the
// rows, then down the columns. Results equal pygame's SSE code, which every
// x86-64 machine runs; its portable code rounds differently.

#ifndef ENVPOOL_BOX2D_SHRINK_H_
#define ENVPOOL_BOX2D_SHRINK_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace envpool::box2d {

// Colours are 0x00RRGGBB, as on SDL's default surfaces.
using Color = std::uint32_t;

// The division of an axis of `from` pixels into `to` cells. A cell consists of
// the rest of the pixel before `first`, whole pixels, and a part of `last`.
struct ShrinkAxis {
  static constexpr int kOne = 1 << 14;

  ShrinkAxis(int from, int to);

  struct Cell {
    std::int16_t first;  // the first whole pixel
    std::int16_t last;   // the pixel shared with the next cell
    std::uint16_t part;  // share of `last` in this cell, in 1 / kOne
  };

  std::vector<Cell> cells;
  std::uint16_t reciprocal;  // 2^16 divided by the number of pixels per cell
};

// The high half of the product of two 16-bit numbers.
inline std::uint16_t MulHigh(std::uint16_t a, std::uint16_t b) {
  return static_cast<std::uint16_t>((static_cast<std::uint32_t>(a) * b) >> 16);
}

// value * part / kOne.
inline std::uint16_t PartOf(std::uint16_t value, std::uint16_t part) {
  return MulHigh(static_cast<std::uint16_t>(value << 2), part);
}

// The second pass: takes rows that the first pass averaged along x, and writes
// a row of the result as soon as it is complete.
class ColumnShrink {
 public:
  static constexpr int kChannels = 4;  // blue, green, red and an unused one

  ColumnShrink(int width, int from, int to);

  // Starts a picture; `out` gets to * width * 3 bytes, RGB.
  void Start(std::uint8_t* out);

  // Adds the next row: width * kChannels values of at most 255. Inline, so that
  // it is compiled for the caller's instruction set.
  inline void Add(const std::uint16_t* row);

 private:
  inline void WriteRow(const std::uint16_t* row, std::uint16_t part);

  int width_;
  ShrinkAxis axis_;
  std::vector<std::uint16_t> sum_;
  int row_{0};
  int cell_{0};
  std::uint8_t* out_{nullptr};
};

inline void ColumnShrink::Add(const std::uint16_t* row) {
  if (cell_ == static_cast<int>(axis_.cells.size())) {
    return;
  }
  const ShrinkAxis::Cell& cell = axis_.cells[cell_];
  std::uint16_t* sum = sum_.data();
  const std::size_t count = sum_.size();
  if (row_++ < cell.last) {
    for (std::size_t i = 0; i < count; ++i) {
      sum[i] = static_cast<std::uint16_t>(sum[i] + row[i]);
    }
    return;
  }
  WriteRow(row, cell.part);
  const auto rest = static_cast<std::uint16_t>(ShrinkAxis::kOne - cell.part);
  for (std::size_t i = 0; i < count; ++i) {
    sum[i] = PartOf(row[i], rest);
  }
  ++cell_;
}

inline void ColumnShrink::WriteRow(const std::uint16_t* row,
                                   std::uint16_t part) {
  std::uint16_t* sum = sum_.data();
  const std::size_t count = sum_.size();
  const std::uint16_t reciprocal = axis_.reciprocal;
  for (std::size_t i = 0; i < count; ++i) {
    const auto total =
        static_cast<std::uint16_t>(sum[i] + PartOf(row[i], part));
    sum[i] = MulHigh(total, reciprocal);
  }
  for (int x = 0; x < width_; ++x, out_ += 3) {
    out_[0] = static_cast<std::uint8_t>(sum[x * kChannels + 2]);
    out_[1] = static_cast<std::uint8_t>(sum[x * kChannels + 1]);
    out_[2] = static_cast<std::uint8_t>(sum[x * kChannels]);
  }
}

// The first pass for one row of plain pixels.
void ShrinkRow(const Color* pixels, const ShrinkAxis& axis, std::uint16_t* row);

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_SHRINK_H_
