// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The expected numbers are those of jax 0.12.0.1 on a CPU.

#include "envpool/common/threefry.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "envpool/common/threefry_normal.h"

namespace envpool::threefry {
namespace {

const Key kKey = MakeKey(42);

template <typename F>
auto First(int count, const F& draw) {
  std::vector<decltype(draw(0))> drawn;
  for (int i = 0; i < count; ++i) {
    drawn.push_back(draw(i));
  }
  return drawn;
}

std::vector<int> RandInts(int low, int high) {
  return First(6, [=](int i) { return RandInt(kKey, low, high, i); });
}

TEST(ThreefryTest, SeedsBecomeKeys) {
  EXPECT_EQ(kKey, (Key{0, 42}));
  EXPECT_EQ(MakeKey(-1), (Key{0, 4294967295}));
}

TEST(ThreefryTest, KeysOfKeys) {
  EXPECT_EQ(Split(kKey, 0), (Key{1832780943, 270669613}));
  EXPECT_EQ(Split(kKey, 1), (Key{64467757, 2916123636}));
  EXPECT_EQ(Split(kKey, 4), (Key{2954079971, 3276725750}));
  EXPECT_EQ(FoldIn(kKey, 7), (Key{2547012911, 1371500959}));
}

TEST(ThreefryTest, Bits) {
  EXPECT_EQ(Bits(kKey), 2098992034U);
  EXPECT_EQ(Bits(kKey, 1), 2919706841U);
  EXPECT_EQ(Bits(kKey, 69999), 3248217389U);
}

TEST(ThreefryTest, Uniform) {
  const auto bits = [](float number) {
    return std::bit_cast<std::uint32_t>(number);
  };
  EXPECT_EQ(bits(Uniform(kKey)), 1056585764U);
  EXPECT_EQ(bits(Uniform(kKey, 99)), 1042428768U);
  EXPECT_EQ(bits(Uniform(kKey, -2, 5, 0)), 1068884543U);
  EXPECT_EQ(bits(Uniform(kKey, -2, 5, 1)), 1076923540U);
  EXPECT_EQ(bits(Uniform(kKey, -2, 5, 2)), 1075058418U);
}

TEST(ThreefryTest, Bernoulli) {
  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ(Bernoulli(kKey, 0.3F, i), i == 6) << i;
  }
}

TEST(ThreefryTest, RandInt) {
  using Limits = std::numeric_limits<int>;
  EXPECT_EQ(RandInts(0, 6), (std::vector{0, 0, 3, 1, 5, 3}));
  EXPECT_EQ(RandInts(-5, 1000003),
            (std::vector{269271, 838293, 364882, 979396, 575216, 285878}));
  EXPECT_EQ(RandInts(Limits::min(), Limits::max()),
            (std::vector{977810628, 1236381714, -1367112521, -1019495231,
                         -1671904627, -1277190805}));
  EXPECT_EQ(RandInts(3, 3), (std::vector{3, 3, 3, 3, 3, 3}));
}

TEST(ThreefryTest, Choice) {
  std::array<float, 16> thirds{};
  for (int i = 1; i < 16; i += 3) {
    thirds[i] = 1;
  }
  const auto third = [&](int n) { return Choice(FoldIn(kKey, n), thirds); };
  EXPECT_EQ(First(3, third), (std::vector<std::size_t>{7, 4, 4}));
  const std::array tenth{0.9F, 0.1F};
  for (int n = 0; n < 32; ++n) {
    const bool rare = n == 9 || n == 14 || n == 19 || n == 22 || n == 29;
    EXPECT_EQ(Choice(FoldIn(kKey, n), tenth), rare ? 1U : 0U) << n;
  }
}

TEST(ThreefryTest, Shuffle) {
  std::array<int, 20> values;
  std::iota(values.begin(), values.end(), 0);
  Shuffle(kKey, &values);
  EXPECT_EQ(values, (std::array{7,  4,  16, 19, 2,  5,  3,  6, 18, 10,
                                11, 15, 8,  9,  13, 14, 17, 0, 1,  12}));
}

TEST(ThreefryTest, NormalNumbers) {
  EXPECT_EQ(First(4, [](int i) { return Normal(kKey, i); }),
            (std::vector<float>{-0x1.cfbe2ap-6F, 0x1.de57d0p-2F, 0x1.2eccc2p-2F,
                                0x1.3a7648p-3F}));
  // All branches of the logarithm and of the inverse of the error function.
  EXPECT_EQ(internal::InverseErf(-0.9999F), -0x1.6021a6p+1F);
  EXPECT_EQ(internal::InverseErf(0.8164966F), 0x1.e18720p-1F);
}

}  // namespace
}  // namespace envpool::threefry
