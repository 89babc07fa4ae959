// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/transforms/moments.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/isa.h"

namespace envpool {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

std::vector<double> Numbers(std::size_t count, double mean) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal(mean, 0.5);
  std::vector<double> numbers(count);
  for (double& number : numbers) {
    number = normal(random);
  }
  return numbers;
}

/// Sizes of short and long vectors, and of several tiles.
class MomentsTest : public testing::TestWithParam<std::size_t> {};

TEST_P(MomentsTest, AreThoseOfAllVectors) {
  const std::size_t size = GetParam();
  constexpr int kRows = 37;
  // A large mean would cancel all digits of a plain sum of squares.
  const std::vector<double> numbers = Numbers(size * kRows, 1e7);
  Moments moments(size);
  const double* at = numbers.data();
  for (const int rows : {1, 20, 0, 16}) {
    moments.Add(DType::kFloat64, at, rows);
    at += rows * size;
  }
  EXPECT_EQ(moments.count(), kRows);
  for (std::size_t i = 0; i < size; ++i) {
    double sum = 0;
    for (int row = 0; row < kRows; ++row) {
      sum += numbers[row * size + i] - 1e7;
    }
    const double mean = sum / kRows;
    double squares = 0;
    for (int row = 0; row < kRows; ++row) {
      squares += std::pow(numbers[row * size + i] - 1e7 - mean, 2);
    }
    EXPECT_NEAR(moments.mean()[i], mean + 1e7, 1e-7);
    EXPECT_NEAR(moments.squares()[i], squares, 1e-6 * squares);
  }
}

TEST_P(MomentsTest, AllInstructionSetsGiveTheSameBits) {
  const std::size_t size = GetParam();
  std::vector<float> numbers;
  for (const double number : Numbers(size * 33, 2)) {
    numbers.push_back(static_cast<float>(number));
  }
  std::vector<std::vector<float>> results;
  for (const Isa isa : {Isa::kBaseline, Isa::kAvx2, Isa::kAvx512}) {
    SetIsa(isa);
    Moments moments(size);
    moments.Add(DType::kFloat32, numbers.data(), 33);
    std::vector<float> out(numbers.size());
    moments.Normalize(DType::kFloat32, numbers.data(), 33, -1, 2, out.data());
    results.push_back(out);
    EXPECT_EQ(results.back(), results.front());
  }
  SetIsa(Isa::kAvx512);
}

INSTANTIATE_TEST_SUITE_P(Sizes, MomentsTest,
                         testing::Values(1, 3, 4, 63, 64, 100, 1500));

TEST(Moments, NormalizeClipsAndKeepsNan) {
  Moments moments(1);
  moments.Set(1e12, {10.0}, {4e12});
  const std::vector<float> numbers = {12, 8, 100, -100, NAN};
  std::vector<float> out(5);
  moments.Normalize(DType::kFloat32, numbers.data(), 5, -2, 3, out.data());
  EXPECT_FLOAT_EQ(out[0], 1);
  EXPECT_FLOAT_EQ(out[1], -1);
  EXPECT_FLOAT_EQ(out[2], 3);
  EXPECT_FLOAT_EQ(out[3], -2);
  EXPECT_TRUE(std::isnan(out[4]));
}

TEST(Moments, TakesIntegers) {
  Moments moments(2);
  const std::vector<std::uint8_t> pixels = {0, 255, 2, 253};
  moments.Add(DType::kUint8, pixels.data(), 2);
  EXPECT_EQ(moments.mean(), (std::vector<double>{1, 254}));
  EXPECT_EQ(moments.squares(), (std::vector<double>{2, 2}));
}

TEST(Moments, EqualNumbersHaveNoNegativeVariance) {
  Moments moments(1);
  const std::vector<double> numbers(1000, 0.1);
  for (int i = 0; i < 10; ++i) {
    moments.Add(DType::kFloat64, numbers.data(), 1000);
  }
  EXPECT_GE(moments.squares()[0], 0);
  EXPECT_LT(moments.squares()[0], 1e-20);
}

TEST(Moments, SetRefusesWhatCannotBe) {
  Moments moments(2);
  EXPECT_THROW(moments.Set(-1, {0, 0}, {0, 0}), Error);
  EXPECT_THROW(moments.Set(NAN, {0, 0}, {0, 0}), Error);
  EXPECT_THROW(moments.Set(1, {0}, {0, 0}), Error);
  EXPECT_THROW(moments.Set(1, {0, 0}, {0, 0, 0}), Error);
  EXPECT_THROW(moments.Set(1, {0, kInf}, {0, 0}), Error);
  EXPECT_THROW(moments.Set(1, {0, 0}, {0, -1e-9}), Error);
  EXPECT_EQ(moments.count(), 0);
}

}  // namespace
}  // namespace envpool
