// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef ENVPOOL_BOX2D_ROW_PAINTER_H_
#define ENVPOOL_BOX2D_ROW_PAINTER_H_

#include <cstdint>
#include <span>
#include <vector>

#include "envpool/box2d/raster.h"
#include "envpool/box2d/shrink.h"

namespace envpool::box2d {

// Paints the strokes of one row and averages it along x. A cell of the average
// that has one colour is a colour, not pixels: most of a row is.
class RowPainter {
 public:
  RowPainter(int width, int cells);

  // Makes the whole row one colour.
  void Start(Color color);
  void Paint(std::span<const Stroke> strokes);

  // The cells' averages, ColumnShrink::kChannels values each; valid until the
  // next call.
  const std::uint16_t* Shrink();
  // The row's pixels; valid until the next call.
  const Color* Pixels();

 private:
  static constexpr Color kMixed = 1U << 31;

  void Fill(int first, int last, Color color);
  void Blend(int x, std::uint32_t alpha, Color color);
  void Expand(int cell);
  void FillPart(int cell, int first, int last, Color color);
  void SumMixed();

  int width_;
  ShrinkAxis axis_;
  std::vector<std::uint8_t> cell_of_;  // by pixel
  std::vector<int> begin_;             // of cells, and the end
  std::vector<Color> tags_;            // of cells: a colour or kMixed
  std::vector<Color> pixels_;
  // By cell and channel: whole pixels of a cell, the shares of its last pixel
  // here and in the next cell; sums of the whole pixels, last pixels, averages.
  std::vector<std::uint16_t> whole_;
  std::vector<std::uint16_t> part_;
  std::vector<std::uint16_t> rest_before_;
  std::vector<std::uint16_t> sums_;
  std::vector<std::uint16_t> lasts_;  // starts with one cell that is black
  std::vector<std::uint16_t> averages_;
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_ROW_PAINTER_H_
