// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef ENVPOOL_BOX2D_ROW_PAINTER_H_
#define ENVPOOL_BOX2D_ROW_PAINTER_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "envpool/box2d/raster.h"
#include "envpool/box2d/shrink.h"

namespace envpool::box2d {

// Paints rows of strokes, and averages them. A cell of the average that has one
// colour is a colour, not pixels: most of a row is.
//
// It is made for rows of which 96 cells are 9 or 10 pixels wide, and one more
// that they share with the next.
class RowPainter {
 public:
  // What is drawn in a row, over black.
  struct Layers {
    std::span<const Stroke> below;
    std::span<const Stroke> above;
  };

  explicit RowPainter(int width);

  // Averages the rows along x and hands them over.
  void Shrink(std::span<const Layers> rows, ColumnShrink* columns);

  // The pixels of a row; valid until the next call.
  const Color* Pixels(const Layers& layers);

 private:
  static constexpr int kCells = 96;
  static constexpr int kLanes = kCells * ColumnShrink::kChannels;
  // The pixels of a cell: the whole ones, black ones, and the shared one.
  static constexpr int kSlots = 12;
  static constexpr int kShared = kSlots - 1;

  void ShrinkRows(std::span<const Layers> rows, ColumnShrink* columns);
  void Average();
  void SumMixed();
  void Start();
  void Paint(std::span<const Stroke> strokes);
  void Fill(int first, int last, Color color);
  void FillPart(int cell, int first, int last, Color color);
  void Blend(int x, std::uint32_t alpha, Color color);
  void Expand(int cell);
  void KeepBlack(int cell);

  bool IsMixed(int cell) const {
    return (mixed_[cell / 64] >> (cell % 64) & 1) != 0;
  }
  void MarkMixed(int cell) { mixed_[cell / 64] |= 1ULL << (cell % 64); }
  void MarkPlain(int cell) { mixed_[cell / 64] &= ~(1ULL << (cell % 64)); }
  void MarkPlain(int first, int end);

  int width_;
  ShrinkAxis axis_;
  std::vector<std::uint8_t> cell_of_;  // by pixel
  std::vector<std::uint8_t> slot_of_;
  std::vector<Color> pixels_;
  std::array<std::uint64_t, 2> mixed_{};          // a bit for each cell
  alignas(64) std::array<Color, kCells> tags_{};  // unless mixed
  alignas(64) std::array<Color, kCells * kSlots> slots_{};
  // By cell and channel: how many whole pixels it has, the shares of its last
  // pixel here and in the next cell; then the row's sums of whole pixels, its
  // last pixels (before them a black one) and averages.
  alignas(64) std::array<std::uint16_t, kLanes> whole_{};
  alignas(64) std::array<std::uint16_t, kLanes> part_{};
  alignas(64) std::array<std::uint16_t, kLanes> rest_before_{};
  alignas(64) std::array<std::uint16_t, kLanes> sums_{};
  alignas(
      64) std::array<std::uint16_t, kLanes + ColumnShrink::kChannels> lasts_{};
  alignas(64) std::array<std::uint16_t, kLanes> averages_{};
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_ROW_PAINTER_H_
