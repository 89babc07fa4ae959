// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The families' tests compare results with OpenCV's; these compare the code for
// different processors.

#include "envpool/common/resizer.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "envpool/core/isa.h"

namespace envpool {
namespace {

std::vector<std::uint8_t> RandomImage(Size size, int channels) {
  std::mt19937 gen(1);
  std::vector<std::uint8_t> image(static_cast<std::size_t>(size.height) *
                                  size.width * channels);
  for (std::uint8_t& value : image) {
    value = static_cast<std::uint8_t>(gen());
  }
  return image;
}

TEST(ResizerTest, AllProcessorsGetTheSameMeans) {
  // A height that is no multiple of 16, and images narrower than a vector.
  for (const Size from : {Size{210, 160}, Size{240, 320}, Size{19, 7}}) {
    for (const int channels : {1, 3}) {
      const Size to{from.height * 2 / 5, from.width * 2 / 5};
      const auto image = RandomImage(from, channels);
      const Resizer resizer(from, to, channels, Interpolation::kArea);
      std::vector<std::uint8_t> results[2];
      const Isa best = CurrentIsa();
      for (const Isa isa : {Isa::kBaseline, best}) {
        SetIsa(isa);
        auto& result = results[isa == best];
        result.resize(static_cast<std::size_t>(to.height) * to.width *
                      channels);
        resizer.Run(image.data(), result.data());
      }
      if (best == Isa::kBaseline) {
        GTEST_SKIP() << "this processor has only the baseline";
      }
      EXPECT_EQ(results[0], results[1]);
    }
  }
}

}  // namespace
}  // namespace envpool
