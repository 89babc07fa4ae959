// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/lane_math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "envpool/core/isa.h"

namespace envpool::lane_math {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::uint64_t Bits(double x) { return std::bit_cast<std::uint64_t>(x); }

double Ulp(double x) {
  return std::nextafter(std::fabs(x), kInf) - std::fabs(x);
}

// Collects errors against long double results, which have 11 more bits and are
// taken as exact.
class Errors {
 public:
  void Add(double got, long double truth) {
    const auto nearest = static_cast<double>(truth);
    const auto error = static_cast<double>(std::fabs(got - truth));
    max_ulp_ = std::max(max_ulp_, error / Ulp(nearest));
    misrounded_ += got == nearest ? 0 : 1;
    ++count_;
  }
  double max_ulp() const { return max_ulp_; }
  double misrounded() const { return misrounded_ / count_; }

 private:
  double max_ulp_ = 0;
  double misrounded_ = 0;
  double count_ = 0;
};

void AddSinCos(double x, Errors* errors) {
  double sine, cosine;
  SinCos(x, &sine, &cosine);
  errors->Add(sine, std::sin(static_cast<long double>(x)));
  errors->Add(cosine, std::cos(static_cast<long double>(x)));
}

TEST(LaneMathTest, OperationsAreNotContracted) {
  volatile double a = 1.0 + 0x1.0p-27;
  volatile double b = 1.0 - 0x1.0p-27;
  EXPECT_EQ(a * b - 1.0, 0.0) << "build with -ffp-contract=off";
}

TEST(LaneMathTest, SinCosOnGridsIsNearlyAlwaysTheNearestDouble) {
  for (const double limit : {0.01, 0.25, 0.8, 4.0, 40.0, 1000.0, 131072.0}) {
    Errors errors;
    constexpr int kSteps = 200000;
    for (int i = -kSteps; i <= kSteps; ++i) {
      AddSinCos(limit * i / kSteps, &errors);
    }
    EXPECT_LT(errors.max_ulp(), 0.57) << limit;
    EXPECT_LT(errors.misrounded(), 0.005) << limit;
  }
}

TEST(LaneMathTest, SinCosOfRandomArguments) {
  std::mt19937_64 gen(1);
  std::uniform_real_distribution<double> exponent(-60, 17);
  std::uniform_real_distribution<double> mantissa(-1, 1);
  Errors errors;
  for (int i = 0; i < 500000; ++i) {
    AddSinCos(mantissa(gen) * std::exp2(exponent(gen)), &errors);
  }
  EXPECT_LT(errors.max_ulp(), 0.57);
  EXPECT_LT(errors.misrounded(), 0.005);
}

// The leading digits cancel in the argument reduction.
TEST(LaneMathTest, SinCosNextToMultiplesOfHalfPi) {
  Errors errors;
  for (int n = 1; n < 83000; ++n) {
    const auto x = static_cast<double>(n * (std::acos(-1.0L) / 2));
    for (const double y : {std::nextafter(x, 0), x, std::nextafter(x, kInf)}) {
      AddSinCos(y, &errors);
      AddSinCos(-y, &errors);
    }
  }
  EXPECT_LT(errors.max_ulp(), 0.57);
}

TEST(LaneMathTest, SinCosOfLargeArgumentsLosesPrecisionGradually) {
  std::mt19937_64 gen(2);
  for (const double limit : {1e6, 1e9, 1e12}) {
    std::uniform_real_distribution<double> dist(-limit, limit);
    for (int i = 0; i < 20000; ++i) {
      const double x = dist(gen);
      EXPECT_NEAR(Sin(x), std::sin(x), Ulp(limit));
      EXPECT_NEAR(Cos(x), std::cos(x), Ulp(limit));
    }
  }
  for (const double x : {kInf, -kInf, kNan}) {
    EXPECT_TRUE(std::isnan(Sin(x)));
    EXPECT_TRUE(std::isnan(Cos(x)));
  }
}

TEST(LaneMathTest, Identities) {
  EXPECT_EQ(Sin(0.0), 0.0);
  EXPECT_EQ(Cos(0.0), 1.0);
  EXPECT_EQ(Sin(kPi), 0x1.1a62633145c07p-53);
  EXPECT_EQ(Cos(kHalfPi), 0x1.1a62633145c07p-54);
  EXPECT_EQ(Cos(kPi), -1.0);
  std::mt19937_64 gen(3);
  std::uniform_real_distribution<double> dist(-100, 100);
  for (int i = 0; i < 100000; ++i) {
    const double x = dist(gen);
    double sine, cosine, s, c, behind;
    SinCos(x, &sine, &cosine);
    EXPECT_EQ(Bits(Sin(x)), Bits(sine));
    EXPECT_EQ(Bits(Cos(x)), Bits(cosine));
    EXPECT_EQ(Sin(-x), -sine);
    EXPECT_EQ(Cos(-x), cosine);
    SinCosAndBehind(x, &s, &c, &behind);
    EXPECT_EQ(Bits(s), Bits(sine));
    EXPECT_EQ(Bits(c), Bits(cosine));
    const double small = x * (kPi / 4 / 100);
    SinCosSmall(small, &s, &c);
    SinCos(small, &sine, &cosine);
    EXPECT_EQ(Bits(s), Bits(sine));
    EXPECT_EQ(Bits(c), Bits(cosine));
  }
}

TEST(LaneMathTest, BehindIsTheCosineOfTheRoundedDifference) {
  std::mt19937_64 gen(4);
  for (const double limit : {1e-3, 1.0, 3.0, 8.0}) {
    std::uniform_real_distribution<double> dist(-limit, limit);
    Errors errors;
    for (int i = 0; i < 200000; ++i) {
      const double x = dist(gen);
      double sine, cosine, behind;
      SinCosAndBehind(x, &sine, &cosine, &behind);
      const double y = x - kHalfPi;
      errors.Add(behind, std::cos(static_cast<long double>(y)));
    }
    EXPECT_LT(errors.max_ulp(), 0.6) << limit;
    EXPECT_LT(errors.misrounded(), 0.01) << limit;
  }
}

TEST(LaneMathTest, Conditions) {
  EXPECT_EQ(Less(1.0, 2.0), ~std::uint64_t{0});
  EXPECT_EQ(Less(2.0, 2.0), 0U);
  EXPECT_EQ(Less(2.0, 1.0), 0U);
  const double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(Less(0.0, tiny), ~std::uint64_t{0});
  EXPECT_EQ(Less(tiny, 0.0), 0U);
  EXPECT_EQ(Negative(-tiny), ~std::uint64_t{0});
  EXPECT_EQ(Negative(0.0), 0U);
  EXPECT_EQ(Select(Less(1.0, 2.0), 3.0, 4.0), 3.0);
  EXPECT_EQ(Select(Less(2.0, 1.0), 3.0, 4.0), 4.0);
}

TEST(LaneMathTest, Clamp) {
  EXPECT_EQ(Clamp(0.5, -1.0, 2.0), 0.5);
  EXPECT_EQ(Clamp(-1.5, -1.0, 2.0), -1.0);
  EXPECT_EQ(Clamp(2.5, -1.0, 2.0), 2.0);
  EXPECT_EQ(Clamp(2.0, -1.0, 2.0), 2.0);
  EXPECT_EQ(Clamp(kInf, -1.0, 2.0), 2.0);
  EXPECT_EQ(Clamp(-kInf, -1.0, 2.0), -1.0);
  EXPECT_TRUE(std::isnan(Clamp(kNan, -1.0, 2.0)));
}

TEST(LaneMathTest, RoundToFloat) {
  EXPECT_EQ(RoundToFloat(0.1), static_cast<double>(0.1F));
  EXPECT_EQ(RoundToFloat(-3.0), -3.0);
}

// Python's % for floats.
double PythonMod(double x, double y) {
  const double rest = std::fmod(x, y);
  return rest != 0 && (rest < 0) != (y < 0) ? rest + y : std::fabs(rest);
}

TEST(LaneMathTest, FloorModTwoPiIsPythons) {
  const double two_pi = 2 * kPi;
  std::mt19937_64 gen(5);
  for (const double limit : {1e-300, 1.0, 4.0, 30.0, 1e5, 5e7}) {
    std::uniform_real_distribution<double> dist(-limit, limit);
    for (int i = 0; i < 200000; ++i) {
      const double x = dist(gen);
      ASSERT_EQ(FloorModTwoPi(x), PythonMod(x, two_pi)) << x;
      ASSERT_EQ(NormalizeAngle(x), PythonMod(x + kPi, two_pi) - kPi) << x;
    }
  }
  for (int n = -100000; n <= 100000; ++n) {
    const double x = n * kPi;
    for (const double y :
         {std::nextafter(x, -kInf), x, std::nextafter(x, kInf)}) {
      ASSERT_EQ(FloorModTwoPi(y), PythonMod(y, two_pi)) << y;
    }
  }
}

double WrapByLoops(double x) {
  while (x > kPi) x = x - 2 * kPi;
  while (x < -kPi) x = x + 2 * kPi;
  return x;
}

TEST(LaneMathTest, WrapAngleIsTheLoops) {
  std::mt19937_64 gen(6);
  std::uniform_real_distribution<double> dist(-300, 300);
  for (int i = 0; i < 200000; ++i) {
    const double x = dist(gen);
    ASSERT_EQ(WrapAngle(x), WrapByLoops(x)) << x;
  }
  for (int n = -20; n <= 20; ++n) {
    const double x = n * kPi;
    for (const double y :
         {std::nextafter(x, -kInf), x, std::nextafter(x, kInf)}) {
      ASSERT_EQ(WrapAngle(y), WrapByLoops(y)) << y;
    }
  }
  EXPECT_EQ(WrapAngle(kInf), kInf);
  EXPECT_TRUE(std::isnan(WrapAngle(kNan)));
}

// All functions in one loop, as in a kernel.
constexpr int kOutputs = 9;
using Outputs = std::array<std::vector<double>, kOutputs>;

ENVPOOL_LANE_INLINE void LaneLoop(const std::vector<double>& in, int count,
                                  Outputs* out) {
  const double* x = in.data();
  std::array<double*, kOutputs> y;
  for (int k = 0; k < kOutputs; ++k) y[k] = (*out)[k].data();
  ENVPOOL_LANE_LOOP
  for (int i = 0; i < count; ++i) {
    SinCosAndBehind(x[i], &y[0][i], &y[1][i], &y[2][i]);
    y[3][i] = Sin(x[i]);
    y[4][i] = Cos(x[i]);
    y[5][i] = Clamp(x[i], -2.0, 1.5);
    y[6][i] = NormalizeAngle(x[i]);
    y[7][i] = WrapAngleOnce(x[i]);
    y[8][i] = RoundToFloat(x[i]);
  }
}

using Loop = void (*)(const std::vector<double>&, int, Outputs*);

void Baseline(const std::vector<double>& in, int count, Outputs* out) {
  LaneLoop(in, count, out);
}
[[maybe_unused]] ENVPOOL_TARGET_AVX2 void Avx2(const std::vector<double>& in,
                                               int count, Outputs* out) {
  LaneLoop(in, count, out);
}
[[maybe_unused]] ENVPOOL_TARGET_AVX512 void Avx512(
    const std::vector<double>& in, int count, Outputs* out) {
  LaneLoop(in, count, out);
}

std::vector<Loop> LoopsOfThisCpu() {
  std::vector<Loop> loops{Baseline};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) loops.push_back(Avx2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw")) {
    loops.push_back(Avx512);
  }
#endif
  return loops;
}

Outputs OneByOne(const std::vector<double>& in) {
  Outputs out;
  for (const double x : in) {
    Outputs one;
    one.fill(std::vector<double>(1));
    Baseline({x}, 1, &one);
    for (int k = 0; k < kOutputs; ++k) out[k].push_back(one[k][0]);
  }
  return out;
}

TEST(LaneMathTest, LoopsOfAnyLengthOnAnyCpuGiveTheSameBits) {
  std::mt19937_64 gen(7);
  for (const double limit : {0.5, 10.0, 1e4, 1e8, 1e17}) {
    std::uniform_real_distribution<double> dist(-limit, limit);
    for (int count = 1; count <= 65; ++count) {
      std::vector<double> in(count);
      for (double& x : in) x = dist(gen);
      in[count / 2] = count % 3 == 0 ? -0.0 : in[count / 2];
      const Outputs expected = OneByOne(in);
      for (const Loop& loop : LoopsOfThisCpu()) {
        Outputs out;
        out.fill(std::vector<double>(count));
        loop(in, count, &out);
        for (int k = 0; k < kOutputs; ++k) {
          for (int i = 0; i < count; ++i) {
            ASSERT_EQ(Bits(out[k][i]), Bits(expected[k][i]))
                << "function " << k << " of " << in[i] << ", count " << count;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace envpool::lane_math
