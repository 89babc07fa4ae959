// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/memory/read_once.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
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

using Types =
    ::testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                     std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(ReadOnceOf, Types);

TYPED_TEST(ReadOnceOf, EachNumberIsReadOnce) {
  const std::vector<int> once(kCount, 1);
  const Changing<TypeParam> numbers(3, 99);
  std::vector<std::int16_t> copies(kCount, 0);
  EXPECT_TRUE(
      ReadOnce<const Changing<TypeParam>&>(numbers, kCount, copies.data()));
  EXPECT_EQ(copies, std::vector<std::int16_t>(kCount, 3));
  EXPECT_EQ(numbers.reads(), once);

  const Changing<TypeParam> more(3, 99);
  std::vector<TypeParam> same(kCount, 0);
  ReadOnce<const Changing<TypeParam>&>(more, kCount, same.data());
  EXPECT_EQ(same, std::vector<TypeParam>(kCount, 3));
  EXPECT_EQ(more.reads(), once);
}

// Only the copy is used, even if the source changes later.
TYPED_TEST(ReadOnceOf, LaterChangesDoNotReachTheCopy) {
  std::vector<TypeParam> source(kCount, 1);
  std::vector<std::int32_t> copies(kCount, 0);
  EXPECT_TRUE(ReadOnce(source.data(), kCount, copies.data()));
  source.assign(kCount, 99);
  EXPECT_EQ(copies, std::vector<std::int32_t>(kCount, 1));
}

/// Numbers at and next to the limits of all integer types.
template <typename T>
std::vector<T> Landmarks() {
  std::vector<T> numbers = {std::numeric_limits<T>::min(),
                            std::numeric_limits<T>::max()};
  for (const int bits : {0, 1, 7, 8, 15, 16, 31, 32, 62, 63}) {
    for (const int more : {-1, 0, 1}) {
      const std::uint64_t number =
          (std::uint64_t{1} << bits) + static_cast<std::uint64_t>(more);
      if (std::in_range<T>(number)) {
        numbers.push_back(static_cast<T>(number));
        numbers.push_back(static_cast<T>(std::uint64_t{0} - number));
      }
    }
  }
  return numbers;
}

template <typename From, typename To>
void ExpectFitsAreFound() {
  for (const From number : Landmarks<From>()) {
    std::vector<From> source(kCount, From{1});
    std::vector<To> copies(kCount);
    for (const std::size_t at : {std::size_t{0}, kCount / 2, kCount - 1}) {
      source[at] = number;
      EXPECT_EQ(ReadOnce(source.data(), kCount, copies.data()),
                std::in_range<To>(number))
          << +number;
      EXPECT_EQ(copies[at], static_cast<To>(number));
      source[at] = 1;
    }
  }
}

template <typename From, typename... To>
void ExpectFitsAreFoundIn(::testing::Types<To...> /*types*/) {
  (ExpectFitsAreFound<From, To>(), ...);
}

// 2**32 + 1 is not 1.
TYPED_TEST(ReadOnceOf, IntegersThatDoNotFitAreFound) {
  ExpectFitsAreFoundIn<TypeParam>(Types());
}

TEST(ReadOnce, BoolsAreZeroOrOne) {
  for (const int number : {-1, 0, 1, 2, 256, -256}) {
    bool copy = false;
    EXPECT_EQ(ReadOnce(&number, 1, &copy), number == 0 || number == 1);
    EXPECT_EQ(copy, number != 0);
  }
}

}  // namespace
}  // namespace envpool
