// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/memory/read_once.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace envpool {
namespace {

constexpr std::size_t kCount = 37;  // not a multiple of the vector size

/// Memory that changes: each number is good on the first read and bad on every
/// later one.
template <typename T>
class Changing {
 public:
  Changing(T good, T bad) : good_(good), bad_(bad), reads_(kCount, 0) {}
  T operator[](std::size_t i) const { return ++reads_[i] == 1 ? good_ : bad_; }
  [[nodiscard]] const std::vector<int>& reads() const { return reads_; }

 private:
  const T good_;
  const T bad_;
  mutable std::vector<int> reads_;
};

template <typename T>
class ReadOnceOf : public ::testing::Test {};

using Types = ::testing::Types<std::int8_t, std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(ReadOnceOf, Types);

TYPED_TEST(ReadOnceOf, EachNumberIsReadOnce) {
  const std::vector<int> once(kCount, 1);
  const Changing<TypeParam> range(3, 99);
  std::vector<std::int32_t> copies(kCount, 0);
  EXPECT_TRUE(ReadInRange<const Changing<TypeParam>&>(range, kCount, 0, 3,
                                                      copies.data()));
  EXPECT_EQ(copies, std::vector<std::int32_t>(kCount, 3));
  EXPECT_EQ(range.reads(), once);

  const Changing<TypeParam> any(3, 99);
  std::vector<TypeParam> same(kCount, 0);
  ReadOnce<const Changing<TypeParam>&>(any, kCount, same.data());
  EXPECT_EQ(same, std::vector<TypeParam>(kCount, 3));
  EXPECT_EQ(any.reads(), once);
}

// Only the copy is used, even if the source changes later.
TYPED_TEST(ReadOnceOf, LaterChangesDoNotReachTheCopy) {
  std::vector<TypeParam> source(kCount, 1);
  std::vector<std::int32_t> copies(kCount, 0);
  EXPECT_TRUE(ReadInRange(source.data(), kCount, 0, 1, copies.data()));
  source.assign(kCount, 99);
  EXPECT_EQ(copies, std::vector<std::int32_t>(kCount, 1));
}

TYPED_TEST(ReadOnceOf, NumbersOutsideAreRefused) {
  using Limits = std::numeric_limits<TypeParam>;
  std::vector<std::int32_t> copies(kCount);
  for (std::size_t at = 0; at < kCount; ++at) {
    for (const int wrong : {-3, 6, -128, 127}) {
      std::vector<TypeParam> source(kCount, 5);
      source[0] = -2;
      EXPECT_TRUE(ReadInRange(source.data(), kCount, -2, 5, copies.data()));
      source[at] = static_cast<TypeParam>(wrong);
      EXPECT_FALSE(ReadInRange(source.data(), kCount, -2, 5, copies.data()));
    }
  }
  for (const TypeParam wrong : {Limits::min(), Limits::max()}) {
    EXPECT_FALSE(ReadInRange(&wrong, 1, 0, 5, copies.data()));
  }
  const TypeParam* none = nullptr;
  EXPECT_TRUE(ReadInRange(none, 0, 0, 5, copies.data()));
}

TEST(ReadOnce, TheWholeRange) {
  using Limits = std::numeric_limits<std::int32_t>;
  std::int32_t copy = 0;
  for (const std::int32_t value : {Limits::min(), -1, 0, Limits::max()}) {
    const std::int64_t wide = value;
    EXPECT_TRUE(ReadInRange(&wide, 1, Limits::min(), Limits::max(), &copy));
    EXPECT_EQ(copy, value);
  }
}

// 2**32 + 1 is not 1.
TEST(ReadOnce, LargeNumbersDoNotWrap) {
  std::int32_t copy = 0;
  for (const int shift : {31, 32, 40, 62, 63}) {
    for (const std::int64_t small : {-1, 0, 1}) {
      const auto wide = static_cast<std::int64_t>(
          (std::uint64_t{1} << shift) + static_cast<std::uint64_t>(small));
      if (wide != std::numeric_limits<std::int32_t>::max()) {
        using Limits = std::numeric_limits<std::int32_t>;
        EXPECT_FALSE(ReadInRange(&wide, 1, -1, 1, &copy)) << wide;
        EXPECT_FALSE(ReadInRange(&wide, 1, Limits::min(), Limits::max(), &copy))
            << wide;
      }
    }
  }
}

}  // namespace
}  // namespace envpool
