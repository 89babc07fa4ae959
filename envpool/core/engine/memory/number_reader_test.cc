// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/memory/number_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/with_type.h"
#include "envpool/core/isa.h"

namespace envpool {
namespace {

/// Reads numbers for an entry, and returns the error's text, if any.
template <typename T, typename From>
std::string Refusal(const Spec<T>& spec, const std::vector<From>& numbers,
                    std::vector<T>* copies = nullptr) {
  const Column column = MakeColumn("key", spec);
  const NumberReader reader(column);
  std::vector<T> own(numbers.size());
  if (reader.Read(numbers.data(), DTypeOf<From>(), numbers.size(),
                  own.data())) {
    if (copies != nullptr) {
      *copies = own;
    }
    return "";
  }
  try {
    reader.Refuse(numbers.data(), DTypeOf<From>(), numbers.size());
  } catch (const Error& error) {
    return error.what();
  }
}

template <typename T>
std::string Outside(const T& low, const T& high, const std::string& got,
                    std::size_t row) {
  return "key: expected values in [" + std::to_string(low) + ", " +
         std::to_string(high) + "], got " + got + " in row " +
         std::to_string(row);
}

constexpr std::size_t kRows = 70;  // not a multiple of a vector

template <typename T, typename From>
void ExpectScalarBounds(T low, T high) {
  using Limits = std::numeric_limits<From>;
  const Spec<T> spec({}, {low, high});
  for (const From number :
       {Limits::min(), Limits::max(), From{0}, From{1}, static_cast<From>(low),
        static_cast<From>(high), static_cast<From>(low - 1),
        static_cast<From>(high + 1)}) {
    std::vector<From> numbers(kRows, From{1});
    numbers[kRows - 2] = number;
    const bool is_inside = std::cmp_greater_equal(number, low) &&
                           std::cmp_less_equal(number, high);
    std::vector<T> copies;
    EXPECT_EQ(
        Refusal(spec, numbers, &copies),
        is_inside ? "" : Outside(low, high, std::to_string(number), kRows - 2));
    if (is_inside) {
      EXPECT_EQ(copies[kRows - 2], static_cast<T>(number));
      EXPECT_EQ(copies[0], T{1});
    }
  }
}

template <typename T, typename From>
void ExpectElementBounds() {
  const std::vector<T> lows = {0, 1, 2};
  const std::vector<T> highs = {5, 5, 9};
  const Spec<T> spec({3}, {lows, highs});
  std::vector<From> numbers;
  for (std::size_t row = 0; row < kRows; ++row) {
    numbers.insert(numbers.end(), {0, 5, 9});
  }
  EXPECT_EQ(Refusal(spec, numbers), "");
  for (const std::size_t row : {std::size_t{0}, std::size_t{21}, kRows - 1}) {
    for (const int i : {0, 1, 2}) {
      From* wrong = &numbers[3 * row + i];
      const From good = *wrong;
      *wrong = static_cast<From>(highs[i] + 1);
      EXPECT_EQ(Refusal(spec, numbers),
                Outside(lows[i], highs[i], std::to_string(*wrong), row));
      *wrong = good;
    }
  }
}

template <typename T, typename From>
void ExpectBounds() {
  using Limits = std::numeric_limits<T>;
  ExpectScalarBounds<T, From>(0, 5);
  ExpectScalarBounds<T, From>(1, 1);
  ExpectScalarBounds<T, From>(Limits::min(), Limits::max());
  ExpectScalarBounds<T, From>(0, Limits::max() - 1);
  ExpectElementBounds<T, From>();
}

void ExpectBoundsOfAllTypes() {
  for (int to = 0; to < kNumDTypes; ++to) {
    WithInteger(static_cast<DType>(to), []<typename T>(T /*zero*/) {
      for (int from = 0; from < kNumDTypes; ++from) {
        WithInteger(static_cast<DType>(from), []<typename From>(From /*zero*/) {
          ExpectBounds<T, From>();
        });
      }
    });
  }
}

TEST(NumberReader, IntegersOfAnyTypeForIntegersOfAnyType) {
  for (const Isa isa : {Isa::kBaseline, Isa::kAvx512}) {
    SetIsa(isa);
    ExpectBoundsOfAllTypes();
  }
}

// Converted to doubles, these bounds and numbers would be equal.
TEST(NumberReader, LargeBoundsAreExact) {
  const std::int64_t high = (std::int64_t{1} << 53) + 1;
  const Spec<std::int64_t> spec({}, {-high, high});
  EXPECT_EQ(Refusal(spec, std::vector{high, -high}), "");
  EXPECT_EQ(Refusal(spec, std::vector{high + 1}),
            Outside(-high, high, "9007199254740994", 0));
  EXPECT_EQ(Refusal(spec, std::vector{high, -high - 1}),
            Outside(-high, high, "-9007199254740994", 1));
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const Spec<std::uint64_t> wide({}, {most - 2, most - 1});
  EXPECT_EQ(Refusal(wide, std::vector{most - 2, most - 1}), "");
  EXPECT_EQ(Refusal(wide, std::vector{most}),
            Outside(most - 2, most - 1, "18446744073709551615", 0));
  EXPECT_EQ(Refusal(wide, std::vector{most - 3}),
            Outside(most - 2, most - 1, "18446744073709551612", 0));
}

TEST(NumberReader, BoolsAreIntegersAndIntegersMayBeBools) {
  const char bytes[] = {0, 1, 6};  // bytes of a user's bools may have any value
  for (int to = 0; to < kNumDTypes; ++to) {
    WithType(static_cast<DType>(to), [&bytes]<typename T>(T /*zero*/) {
      const Column column = MakeColumn("key", Spec<T>(std::vector<int>{}));
      T copies[3];
      EXPECT_TRUE(NumberReader(column).Read(bytes, DType::kBool, 3, copies));
      EXPECT_EQ(copies[0], T{0});
      EXPECT_EQ(copies[1], T{1});
      EXPECT_EQ(copies[2], T{1});
    });
  }
  const Column column = MakeColumn("on", Spec<bool>({2}));
  const NumberReader reader(column);
  bool copies[4];
  const std::int64_t good[] = {0, 1, 1, 0};
  EXPECT_TRUE(reader.Read(good, DType::kInt64, 4, copies));
  EXPECT_TRUE(std::equal(copies, copies + 4, good));
  const std::int8_t wrong[] = {0, 1, 1, -1};
  EXPECT_FALSE(reader.Read(wrong, DType::kInt8, 4, copies));
  try {
    reader.Refuse(wrong, DType::kInt8, 4);
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "on: expected bools, got -1 in row 1");
  }
}

TEST(NumberReader, FloatsAreNoIntegers) {
  for (int to = 0; to < kNumDTypes; ++to) {
    WithType(static_cast<DType>(to), []<typename T>(T /*zero*/) {
      const Column column = MakeColumn("key", Spec<T>(std::vector<int>{}));
      const NumberReader reader(column);
      for (int from = 0; from < kNumDTypes; ++from) {
        const auto dtype = static_cast<DType>(from);
        EXPECT_EQ(reader.Takes(dtype),
                  std::is_floating_point_v<T> || dtype < DType::kFloat32);
      }
    });
  }
}

TEST(NumberReader, FloatsMayHaveAnyValue) {
  const Spec<float> spec({}, {-1, 1});
  std::vector<float> copies;
  EXPECT_EQ(Refusal(spec, std::vector<double>{1e300, -7, 0.1}, &copies), "");
  EXPECT_EQ(copies, (std::vector<float>{HUGE_VALF, -7, 0.1F}));
  EXPECT_EQ(Refusal(spec, std::vector<std::int64_t>{1 << 30}, &copies), "");
  EXPECT_EQ(copies[0], 1073741824.0F);
  const Column column = MakeColumn("key", spec);
  EXPECT_TRUE(NumberReader(column).IsFree(DType::kFloat64));
}

template <typename T>
void ExpectChoices() {
  const Spec<T> spec = MarkDiscrete(Spec<T>({}, {-1, 2}));
  EXPECT_EQ(Refusal(spec, std::vector<double>{-1, 0, 2}), "");
  EXPECT_EQ(Refusal(spec, std::vector<float>{-1, 0, 2}), "");
  EXPECT_EQ(Refusal(spec, std::vector<std::int8_t>{-1, 0, 2}), "");
  for (const auto& [wrong, text] : std::vector<std::pair<double, std::string>>{
           {0.5, "0.5"}, {3, "3"}, {-2, "-2"}, {HUGE_VAL, "inf"}}) {
    EXPECT_EQ(
        Refusal(spec, std::vector<double>{0, wrong}),
        "key: expected whole numbers in [-1, 2], got " + text + " in row 1");
  }
  EXPECT_NE(Refusal(spec, std::vector<double>{std::nan("")}), "");
  EXPECT_NE(Refusal(spec, std::vector<std::uint64_t>{3}), "");
}

TEST(NumberReader, ChoicesThatAreFloats) {
  ExpectChoices<float>();
  ExpectChoices<double>();
}

}  // namespace
}  // namespace envpool
