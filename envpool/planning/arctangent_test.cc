// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/planning/arctangent.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace envpool::planning {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;

/// Numbers of both signs and of many sizes, the same on every machine.
class Numbers {
 public:
  float Next() {
    const auto whole = static_cast<std::int32_t>(bits_());
    const auto powers = static_cast<int>(bits_() % 64);
    return std::ldexp(static_cast<float>(whole), -powers);
  }

 private:
  std::mt19937 bits_{1};
};

TEST(ArctangentTest, IsCloseToTheAngle) {
  Numbers numbers;
  for (int i = 0; i < 100'000; ++i) {
    const double y = numbers.Next();
    const double x = numbers.Next();
    const double angle = std::atan2(y, x);
    EXPECT_NEAR(Atan2(static_cast<float>(y), static_cast<float>(x)), angle,
                1.5e-7 * std::abs(angle))
        << y << ' ' << x;
  }
}

TEST(ArctangentTest, HasTheSameBitsOnEveryProcessor) {
  Numbers numbers;
  std::uint64_t digest = 0;
  for (int i = 0; i < 100'000; ++i) {
    const float y = numbers.Next();
    const float x = numbers.Next();
    digest =
        digest * 1'099'511'628'211 + std::bit_cast<std::uint32_t>(Atan2(y, x));
  }
  EXPECT_EQ(digest, 3290961779166071684U);
}

TEST(ArctangentTest, KnowsZeros) {
  struct Case {
    float y;
    float x;
    float angle;
  };
  constexpr std::array kCases = {
      Case{0, 1, 0},         Case{-0.0F, 1, -0.0F},   Case{0, -1, kPi},
      Case{-0.0F, -1, -kPi}, Case{0, 0, 0},           Case{0, -0.0F, kPi},
      Case{1, 0, kPi / 2},   Case{1, -0.0F, kPi / 2}, Case{-1, 0, -kPi / 2},
  };
  for (const Case& each : kCases) {
    EXPECT_EQ(std::bit_cast<std::uint32_t>(Atan2(each.y, each.x)),
              std::bit_cast<std::uint32_t>(each.angle))
        << each.y << ' ' << each.x;
  }
}

}  // namespace
}  // namespace envpool::planning
