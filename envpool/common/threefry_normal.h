// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// jax.random.normal, bit for bit as XLA computes it on CPUs with fused
// multiply-add. The inverse of the error function is Giles's approximation: M.
// Giles, "Approximating the erfinv function", 2010. log1p and log are those of
// the Cephes library, with XLA's order of operations.
//
// Threads: pure functions. Errors: none; arguments are not checked.

#ifndef ENVPOOL_COMMON_THREEFRY_NORMAL_H_
#define ENVPOOL_COMMON_THREEFRY_NORMAL_H_

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "envpool/common/threefry.h"

namespace envpool::threefry {

namespace internal {

/// A polynomial, whose first coefficient is that of the highest power.
template <std::size_t kSize>
float Polynomial(float x, const std::array<float, kSize>& coefficients) {
  float sum = coefficients[0];
  for (std::size_t i = 1; i < kSize; ++i) {
    sum = std::fma(sum, x, coefficients[i]);
  }
  return sum;
}

/// The logarithm of a positive normal number.
inline float Log(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  auto exponent = static_cast<float>(static_cast<int>(bits >> 23) - 126);
  // At least 0.5 and below 1.
  const auto part = std::bit_cast<float>((bits & 0x807FFFFF) | 0x3F000000);
  float rest = part - 1;
  if (part < std::numbers::sqrt2_v<float> / 2) {
    exponent -= 1;
    rest += part;
  }
  const float square = rest * rest;
  const float cube = square * rest;
  float sum =
      Polynomial<3>(rest, {0.070376836292F, -0.11514610310F, 0.11676998740F});
  sum = std::fma(
      sum, cube,
      Polynomial<3>(rest, {-0.12420140846F, 0.14249322787F, -0.16668057665F}));
  sum = std::fma(
      sum, cube,
      Polynomial<3>(rest, {0.20000714765F, -0.24999993993F, 0.33333331174F}));
  // The logarithm of 2 in two parts.
  sum = std::fma(sum, cube, -2.12194440e-4F * exponent);
  return std::fma(0.693359375F, exponent, std::fma(-0.5F, square, rest) + sum);
}

/// log(1 + x) for x above -1.
inline float Log1p(float x) {
  if (std::abs(x) >= std::numbers::sqrt2_v<float> - 1) {
    return Log(x + 1);
  }
  const float above = Polynomial<7>(
      x, {4.5270000862445199e-5F, 0.49854102823193375F, 6.5787325942061045F,
          29.911919328553073F, 60.949667980987787F, 57.112963590585538F,
          20.039553499201281F});
  const float below = Polynomial<7>(
      x, {1, 15.062909083469192F, 83.047565967967209F, 221.76239823732857F,
          309.09872225312060F, 216.42788614495948F, 60.118660497603844F});
  const float square = x * x;
  return x + std::fma(square, -0.5F, x * square * (above / below));
}

/// The inverse of the error function, for x between -1 and 1.
inline float InverseErf(float x) {
  const float w = -Log1p(-(x * x));
  if (w < 5) {
    return x * Polynomial<9>(w - 2.5F,
                             {2.81022636e-08F, 3.43273939e-07F, -3.5233877e-06F,
                              -4.39150654e-06F, 0.00021858087F, -0.00125372503F,
                              -0.00417768164F, 0.246640727F, 1.50140941F});
  }
  return x * Polynomial<9>(std::sqrt(w) - 3,
                           {-0.000200214257F, 0.000100950558F, 0.00134934322F,
                            -0.00367342844F, 0.00573950773F, -0.0076224613F,
                            0.00943887047F, 1.00167406F, 2.83297682F});
}

}  // namespace internal

/// Element `index` of jax.random.normal(key, shape), of float32.
inline float Normal(const Key& key, std::uint32_t index = 0) {
  const float above_minus_1 = std::nextafter(-1.0F, 0.0F);
  return std::numbers::sqrt2_v<float> *
         internal::InverseErf(Uniform(key, above_minus_1, 1, index));
}

}  // namespace envpool::threefry

#endif  // ENVPOOL_COMMON_THREEFRY_NORMAL_H_
