// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Atan2 of floats. That of the C library has other last bits on ARM64, and in
// newer versions: this one has those of fdlibm's method without fused
// operations, as glibc before 2.41 on x86-64.
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_PLANNING_ARCTANGENT_H_
#define ENVPOOL_PLANNING_ARCTANGENT_H_

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace envpool::planning {

namespace internal {

/// A float, and a smaller one: their sum is more precise than a float.
struct TwoFloats {
  float high;
  float low;
};

/// The value of a polynomial, given its coefficients from the highest power
/// down.
template <std::size_t kSize>
float Polynomial(float x, const std::array<float, kSize>& coefficients) {
  float sum = coefficients[0];
  for (std::size_t i = 1; i < kSize; ++i) {
    sum = coefficients[i] + x * sum;
  }
  return sum;
}

/// The arctangent of a number that is not negative.
inline float Atan(float x) {
  constexpr float kTiny = 0x1p-29F;
  constexpr float kHuge = 0x1p25F;
  // The arctangents of 1/2, 1, 3/2 and infinity.
  constexpr std::array<TwoFloats, 4> kKnown = {
      TwoFloats{4.6364760399e-01F, 5.0121582440e-09F},
      TwoFloats{7.8539812565e-01F, 3.7748947079e-08F},
      TwoFloats{9.8279368877e-01F, 3.4473217170e-08F},
      TwoFloats{1.5707962513e+00F, 7.5497894159e-08F},
  };
  // Of x^3, x^7, ..., and of x^5, x^9, ...: about 1/3, 1/7, ..., and -1/5,
  // -1/9, ...
  constexpr std::array kOdd = {1.6285819933e-02F, 4.9768779427e-02F,
                               6.6610731184e-02F, 9.0908870101e-02F,
                               1.4285714924e-01F, 3.3333334327e-01F};
  constexpr std::array kEven = {-3.6531571299e-02F, -5.8335702866e-02F,
                                -7.6918758452e-02F, -1.1111110449e-01F,
                                -2.0000000298e-01F};
  if (x < kTiny) {
    return x;
  }
  if (x >= kHuge) {
    return kKnown[3].high + kKnown[3].low;
  }
  // The result is that of a known number plus the arctangent of a small one.
  const TwoFloats* known = nullptr;
  if (x >= 2.4375F) {
    known = &kKnown[3];
    x = -1 / x;
  } else if (x >= 1.1875F) {
    known = &kKnown[2];
    x = (x - 1.5F) / (1 + 1.5F * x);
  } else if (x >= 0.6875F) {
    known = &kKnown[1];
    x = (x - 1) / (x + 1);
  } else if (x >= 0.4375F) {
    known = &kKnown[0];
    x = (2 * x - 1) / (2 + x);
  }
  const float square = x * x;
  const float fourth = square * square;
  const float odd = square * Polynomial(fourth, kOdd);
  const float even = fourth * Polynomial(fourth, kEven);
  const float rest = x * (odd + even);
  return known == nullptr ? x - rest : known->high - ((rest - known->low) - x);
}

}  // namespace internal

/// The angle of the vector (x, y), in [-pi, pi]; both are finite.
inline float Atan2(float y, float x) {
  constexpr float kPi = std::numbers::pi_v<float>;
  constexpr float kRest = -8.7422776573e-08F;  // of pi
  // Of the vector (|x|, |y|).
  const float angle = y == 0 ? 0 : internal::Atan(std::abs(y / x));
  const bool is_left = std::signbit(x) && (x != 0 || y == 0);
  return std::copysign(is_left ? kPi - (angle - kRest) : angle, y);
}

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_ARCTANGENT_H_
