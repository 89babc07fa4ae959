// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/procgen/pixels.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace {

using envpool::Isa;

TEST(Pixels, AreSplitByAllProcessors) {
  constexpr int kPixels = 192;
  std::mt19937 random(1);
  std::vector<std::uint8_t> rgb(3 * kPixels);
  std::vector<std::uint8_t> expected(rgb.size());
  for (int i = 0; i < kPixels; ++i) {
    for (int channel = 0; channel < 3; ++channel) {
      expected[channel * kPixels + i] = rgb[3 * i + channel] =
          static_cast<std::uint8_t>(random());
    }
  }
  for (const Isa isa : {Isa::kBaseline, Isa::kAvx2, Isa::kAvx512}) {
    std::vector<std::uint8_t> planes(rgb.size());
    envpool::procgen::SplitChannels(rgb.data(), planes.data(), kPixels, isa);
    EXPECT_EQ(planes, expected);
  }
}

}  // namespace
