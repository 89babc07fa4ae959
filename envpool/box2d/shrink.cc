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

void ShrinkRow(const Color* pixels, const ShrinkAxis& axis,
               std::uint16_t* row) {
  std::uint16_t rest = 0;  // weight left of pixel `shared`
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
      sum = static_cast<std::uint16_t>(sum +
                                       PartOf(channel(cell.last), cell.part));
      *row++ = MulHigh(sum, axis.reciprocal);
    }
    rest = static_cast<std::uint16_t>(ShrinkAxis::kOne - cell.part);
    shared = cell.last;
  }
}

}  // namespace envpool::box2d
