// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/shrink.h"

#include <algorithm>
#include <cstddef>

namespace envpool::box2d {

ShrinkAxis::ShrinkAxis(int from, int to) {
  const int space = kOne * from / to;
  reciprocal = static_cast<std::uint16_t>((1 << 30) / space);
  cells.reserve(to);
  int left = space;
  int first = 0;
  for (int pixel = 0; pixel < from; ++pixel) {
    if (left > kOne) {
      left -= kOne;
      continue;
    }
    cells.push_back({static_cast<std::int16_t>(first),
                     static_cast<std::int16_t>(pixel),
                     static_cast<std::uint16_t>(left)});
    left += space - kOne;
    first = pixel + 1;
  }
}

ColumnShrink::ColumnShrink(int width, int from, int to)
    : width_(width), axis_(from, to), sum_(width * kChannels) {}

void ColumnShrink::Start(std::uint8_t* out) {
  std::fill(sum_.begin(), sum_.end(), 0);
  row_ = 0;
  cell_ = 0;
  out_ = out;
}

void ColumnShrink::Add(const std::uint16_t* row) {
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

void ColumnShrink::WriteRow(const std::uint16_t* row, std::uint16_t part) {
  std::uint16_t* sum = sum_.data();
  const std::size_t count = sum_.size();
  const std::uint16_t reciprocal = axis_.reciprocal;
  for (std::size_t i = 0; i < count; ++i) {
    const auto total = static_cast<std::uint16_t>(sum[i] + PartOf(row[i], part));
    sum[i] = std::min<std::uint16_t>(MulHigh(total, reciprocal), 255);
  }
  for (int x = 0; x < width_; ++x, out_ += 3) {
    out_[0] = static_cast<std::uint8_t>(sum[x * kChannels + 2]);
    out_[1] = static_cast<std::uint8_t>(sum[x * kChannels + 1]);
    out_[2] = static_cast<std::uint8_t>(sum[x * kChannels]);
  }
}

void ShrinkRow(const Color* pixels, const ShrinkAxis& axis, std::uint16_t* row) {
  std::uint16_t rest = 0;  // of the pixel that the last cell shares
  int shared = 0;
  for (const ShrinkAxis::Cell& cell : axis.cells) {
    for (int shift = 0; shift < 32; shift += 8) {
      const auto channel = [&](int x) {
        return static_cast<std::uint16_t>((pixels[x] >> shift) & 255);
      };
      std::uint16_t sum = PartOf(channel(shared), rest);
      for (int x = cell.first; x < cell.last; ++x) {
        sum = static_cast<std::uint16_t>(sum + channel(x));
      }
      sum = static_cast<std::uint16_t>(sum + PartOf(channel(cell.last), cell.part));
      *row++ = std::min<std::uint16_t>(MulHigh(sum, axis.reciprocal), 255);
    }
    rest = static_cast<std::uint16_t>(ShrinkAxis::kOne - cell.part);
    shared = cell.last;
  }
}

}  // namespace envpool::box2d
