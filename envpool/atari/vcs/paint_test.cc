// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// All instruction sets paint the same; other tests use only the widest one.

#include "envpool/atari/vcs/paint.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace {

using envpool::atari::vcs::ColorRows;
using envpool::atari::vcs::PaintRows;
using envpool::atari::vcs::Row;

// The reference, pixel by pixel.
void Expected(uint8_t* line, const Row& range, const ColorRows& rows,
              const uint8_t* color, uint32_t /*first*/, uint32_t /*last*/) {
  const auto bit = [](const Row& row, int x) {
    return row.w[x / 64] >> (x % 64) & 1;
  };
  for (int x = 0; x < 160; ++x) {
    if (!bit(range, x)) continue;
    line[x] = color[bit(rows.c1, x)   ? 1
                    : bit(rows.c2, x) ? 2
                    : bit(rows.c3, x) ? 3
                                      : 0];
  }
}

TEST(Paint, IsTheSameByAllInstructions) {
  std::vector<PaintRows> all = {envpool::atari::vcs::PaintRowsPlain,
                                envpool::atari::vcs::kPaintRows};
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2")) {
    all.push_back(envpool::atari::vcs::PaintRowsAvx2);
  }
#endif
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const uint32_t x0 = random() % 160;
    const uint32_t x1 = x0 + 1 + random() % (160 - x0);
    Row range = {};
    for (uint32_t x = x0; x < x1; ++x) {
      range.w[x / 64] |= uint64_t{1} << (x % 64);
    }
    ColorRows rows;
    for (int w = 0; w < 3; ++w) {
      const uint64_t some = i % 2 ? random() & random() : 0;
      rows.c1.w[w] = random() & ~some;
      rows.c2.w[w] = some & random();
      rows.c3.w[w] = some & ~rows.c2.w[w];
    }
    uint8_t color[4];
    for (uint8_t& c : color) c = random();

    // Bytes after the line must not change, either.
    const std::vector<uint8_t> before(176, 0x55);
    std::vector<uint8_t> expected = before;
    Expected(expected.data(), range, rows, color, x0 / 64, (x1 - 1) / 64);
    for (const PaintRows paint : all) {
      std::vector<uint8_t> line = before;
      paint(line.data(), range, rows, color, x0 / 64, (x1 - 1) / 64);
      ASSERT_EQ(line, expected) << "pixels " << x0 << " to " << x1;
    }
  }
}

}  // namespace
