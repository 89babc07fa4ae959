// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/memory/bound.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace envpool {
namespace {

using Ints = std::numeric_limits<std::int64_t>;
using Uints = std::numeric_limits<std::uint64_t>;
using Doubles = std::numeric_limits<double>;

constexpr std::int64_t kExact = std::int64_t{1} << 53;

TEST(Bound, IntegersAndDoublesAreInOneOrder) {
  const std::vector<Bound> sorted = {
      -Doubles::infinity(),
      Doubles::lowest(),
      std::nextafter(-0x1p63, -Doubles::infinity()),
      Ints::min(),
      Ints::min() + 1,
      Ints::min() + 1023,
      std::nextafter(-0x1p63, 0.0),
      -kExact - 2,
      -kExact - 1,
      -kExact,
      -1.5,
      -1,
      -Doubles::denorm_min(),
      0,
      Doubles::denorm_min(),
      0.5,
      true,
      1.5,
      kExact - 1,
      kExact,
      kExact + 1,
      kExact + 2.0,
      kExact + 3,
      Ints::max() - 1,
      Ints::max(),
      0x1p63,
      (std::uint64_t{1} << 63) + 1,
      std::nextafter(0x1p64, 0.0),
      Uints::max() - 1,
      Uints::max(),
      0x1p64,
      Doubles::infinity(),
  };
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    for (std::size_t k = 0; k < sorted.size(); ++k) {
      EXPECT_EQ(sorted[i] < sorted[k], i < k) << i << " " << k;
      EXPECT_EQ(sorted[i] == sorted[k], i == k) << i << " " << k;
    }
  }
}

TEST(Bound, EqualNumbersOfDifferentTypesAreEqual) {
  EXPECT_EQ(Bound{kExact + 2}, Bound{kExact + 2.0});
  EXPECT_EQ(Bound{std::uint64_t{1} << 63}, Bound{0x1p63});
  EXPECT_EQ(Bound{Ints::min()}, Bound{-0x1p63});
  EXPECT_EQ(Bound{0}, Bound{-0.0});
  EXPECT_EQ(Bound{false}, Bound{std::uint8_t{0}});
  EXPECT_EQ(Bound{0.25F}, Bound{0.25});
  EXPECT_EQ(Bound{}, Bound{0});
}

TEST(Bound, ANanIsUnordered) {
  const Bound nan = Doubles::quiet_NaN();
  EXPECT_FALSE(nan == nan || nan < Bound{0} || nan >= Bound{0});
  EXPECT_FALSE(nan.IsWhole());
}

template <typename T>
void ExpectThatItComesBack(T number) {
  EXPECT_EQ(Bound{number}.template To<T>(), number);
}

TEST(Bound, NumbersComeBack) {
  for (int shift = 0; shift < 64; ++shift) {
    const std::uint64_t bit = std::uint64_t{1} << shift;
    for (const std::uint64_t number : {bit - 1, bit, bit + 1, ~bit}) {
      ExpectThatItComesBack(number);
      ExpectThatItComesBack(static_cast<std::int64_t>(number));
      ExpectThatItComesBack(static_cast<std::int32_t>(number));
      ExpectThatItComesBack(static_cast<double>(number));
    }
  }
  ExpectThatItComesBack(true);
  ExpectThatItComesBack(Doubles::infinity());
  ExpectThatItComesBack(-0.1F);
}

TEST(Bound, WholeNumbers) {
  EXPECT_TRUE(Bound{Uints::max()}.IsWhole());
  EXPECT_TRUE(Bound{-3.0}.IsWhole());
  EXPECT_FALSE(Bound{-2.5}.IsWhole());
}

}  // namespace
}  // namespace envpool
