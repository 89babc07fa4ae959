// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Functions for loops over vehicles, in the style of lane_math.h: without
// branches and tables, of the same bits on every machine.
//
// Threads: pure functions. Errors: none; arguments that are not finite, or
// beyond the stated range, give an arbitrary value.

#ifndef ENVPOOL_HIGHWAY_LANE_FUNCTIONS_H_
#define ENVPOOL_HIGHWAY_LANE_FUNCTIONS_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "envpool/core/lane_math.h"

namespace envpool::highway {

using lane_math::Less;
using lane_math::Negative;
using lane_math::Select;

ENVPOOL_LANE_INLINE double LaneAbs(double x) { return __builtin_fabs(x); }
// Plain conditions may become branches, which are not vectorised. Numbers that
// are equal to, or not a number, are `x`.
ENVPOOL_LANE_INLINE double LaneMax(double x, double y) {
  return Select(Less(x, y), y, x);
}
ENVPOOL_LANE_INLINE double LaneMin(double x, double y) {
  return Select(Less(y, x), y, x);
}

/// c[0] + c[1] x + ..., in pairs of terms, then pairs of those, and so on: the
/// processor can compute many of them at a time.
template <std::size_t kSize>
ENVPOOL_LANE_INLINE double Polynomial(const std::array<double, kSize>& c,
                                      double x) {
  if constexpr (kSize == 1) {
    return c[0];
  } else {
    std::array<double, (kSize + 1) / 2> pairs;
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kSize / 2; ++i) {
      pairs[i] = c[2 * i] + c[2 * i + 1] * x;
    }
    if constexpr (kSize % 2 == 1) {
      pairs.back() = c.back();
    }
    return Polynomial(pairs, x * x);
  }
}

namespace internal {

// log((1 + f) / (1 - f)) = 2 f + f^3 (2/3 + 2/5 f^2 + ...)
inline constexpr auto kLogSeries = [] {
  std::array<double, 10> c{};
  for (std::size_t i = 0; i < c.size(); ++i) {
    c[i] = 2.0 / (2.0 * static_cast<double>(i) + 3.0);
  }
  return c;
}();

// exp(x) = 1 + x + x^2 (1/2 + x/6 + ...)
inline constexpr auto kExpSeries = [] {
  std::array<double, 12> c{};
  double factorial = 1;
  for (std::size_t i = 0; i < c.size(); ++i) {
    factorial *= static_cast<double>(i) + 2;
    c[i] = 1 / factorial;
  }
  return c;
}();

// Starts of arc functions, with relative errors below 2^-31:
// asin(x) = x + x^3 (...) for |x| <= 0.7072, and
// atan(x) = x + x^3 (...) for |x| <= 0.3536.
inline constexpr std::array<double, 9> kAsinStart{
    0x1.55555ff9df0a6p-3, 0x1.332cd4c28e1d9p-4,  0x1.6f051e54dd92cp-5,
    0x1.d075caf4ddefbp-6, 0x1.2def4f5872415p-5,  -0x1.659a9ddb47750p-5,
    0x1.5508b9a775b98p-3, -0x1.9de798c617555p-3, 0x1.2b80d3806b141p-3};
inline constexpr std::array<double, 5> kAtanStart{
    -0x1.55555284f0c91p-2, 0x1.999712bceea96p-3, -0x1.24335e2c052f2p-3,
    0x1.bacadb6b65ea5p-4, -0x1.1457833e05624p-4};

}  // namespace internal

/// A number as the sum of two. The first one has 26 bits.
struct Halves {
  double high;
  double low;
};
ENVPOOL_LANE_INLINE Halves Split(double x) {
  const double big = x * 0x1.000002p27;
  const double high = big - (big - x);
  return {high, x - high};
}

/// The rounding error of p = x y.
ENVPOOL_LANE_INLINE double ProductError(double x, double y, double p) {
  const Halves a = Split(x);
  const Halves b = Split(y);
  return ((a.high * b.high - p) + a.high * b.low + a.low * b.high) +
         a.low * b.low;
}

/// x to the power y for x >= 0 and y > 0, with an error below 0.7 ulp where the
/// result is in [1e-10, 1e10]. Numbers x below 1e-30 count as 1e-30.
ENVPOOL_LANE_INLINE double LanePow(double x, double y) {
  constexpr double kLeast = 1e-30;
  constexpr double kLog2High = 0x1.62e42fefa3800p-1;  // 42 bits
  constexpr double kLog2Low = 0x1.ef35793c76730p-45;
  constexpr double kOverLog2 = 0x1.71547652b82fep+0;
  constexpr double kRound = 0x1.8p52;
  constexpr std::int64_t kHalf = 0x3fe6a09e667f3bcd;  // sqrt(0.5)
  constexpr double kMaxLog = 708;
  const auto bits = std::bit_cast<std::int64_t>(LaneMax(x, kLeast));
  // x = m 2^e with m in [sqrt(0.5), sqrt(2))
  const std::int64_t shift = (bits - kHalf) & ~0xfffffffffffffLL;
  const double m = std::bit_cast<double>(bits - shift);
  // An integer to a double, by the low bits of a big number.
  const double e = std::bit_cast<double>(std::bit_cast<std::int64_t>(kRound) +
                                         (shift >> 52)) -
                   kRound;
  // (m - 1) / (m + 1) = f + f_low
  const double d = m + 1;
  const double inverse = 1 / d;
  const double f = (m - 1) * inverse;
  const double p = f * d;
  const double rest = ((m - 1) - p) - ProductError(f, d, p) - f * (m - (d - 1));
  const double f_low = rest * inverse;
  const double f2 = f * f;
  // log(x) = log + log_low
  const double high = e * kLog2High;  // exact
  const double sum = high + 2 * f;
  const double tail = (2 * f - (sum - high)) + 2 * f_low + e * kLog2Low +
                      f * f2 * Polynomial(internal::kLogSeries, f2);
  const double log = sum + tail;
  const double log_low = tail - (log - sum);
  // y log(x) = z + z_low
  const double z = lane_math::Clamp(y * log, -kMaxLog, kMaxLog);
  const double z_low = ProductError(y, log, y * log) + y * log_low;
  const double shifted = z * kOverLog2 + kRound;
  const double k = shifted - kRound;
  const double r_high = z - k * kLog2High;
  const double r_low = z_low - k * kLog2Low;
  const double r = r_high + r_low;
  const double error = r_low - (r - r_high);
  const double one = 1 + r;
  const double exp = one + ((r - (one - 1)) + error +
                            r * r * Polynomial(internal::kExpSeries, r));
  // Unsigned, as the sum for arguments that are not finite overflows.
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(exp) +
                               (std::bit_cast<std::uint64_t>(shifted) << 52));
}

/// Numbers below this do not differ from their sines, tangents and so on, and
/// their cosines are 1, as they are rounded.
inline constexpr double kTinyAngle = 0x1p-27;

/// The sine and the cosine of an angle as sums of two numbers: exact to 2^-58.
struct Sines {
  double sin;
  double sin_rest;
  double cos;
  double cos_rest;
};
/// For |x| < pi.
ENVPOOL_LANE_INLINE Sines SinesOf(double x) {
  const lane_math::internal::Parts p = lane_math::internal::MakeParts(x);
  const double sin_rest = p.sin_tail + p.low * p.cos_w;
  const double cos_rest = p.cos_tail - p.low * p.sin_w;
  // x is r plus a number of quarter turns.
  const std::uint64_t odd = 0 - (p.quadrant & 1);
  const auto flip = [](double number, std::uint64_t quadrant) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(number) ^
                                 (quadrant & 2) << 62);
  };
  return {flip(Select(odd, p.cos_w, p.sin_w), p.quadrant),
          flip(Select(odd, cos_rest, sin_rest), p.quadrant),
          flip(Select(odd, p.sin_w, p.cos_w), p.quadrant + 1),
          flip(Select(odd, sin_rest, cos_rest), p.quadrant + 1)};
}
/// The sines of an angle that differs by less than 2^-30 of itself.
ENVPOOL_LANE_INLINE Sines Turned(const Sines& s, double by) {
  return {s.sin, s.sin_rest + by * (s.cos + s.cos_rest), s.cos,
          s.cos_rest - by * (s.sin + s.sin_rest)};
}

/// The arc sine of x for |x| <= 0.7072, almost always rounded correctly, and
/// the sines of that.
struct ArcSine {
  double angle;
  Sines sines;
};
ENVPOOL_LANE_INLINE ArcSine LaneArcSine(double x) {
  const double z = x * x;
  const double start = x + x * z * Polynomial(internal::kAsinStart, z);
  const Sines s = SinesOf(start);
  const double angle =
      start + ((x - s.sin) - s.sin_rest) / (s.cos + s.cos_rest);
  return {angle, Turned(s, angle - start)};
}

/// A tangent, and what was lost when it was rounded.
struct Tangent {
  double value;
  double rest;
};
ENVPOOL_LANE_INLINE Tangent TangentOf(const Sines& s) {
  const double cosine = s.cos + s.cos_rest;
  const double q = (s.sin + s.sin_rest) / cosine;
  const double p = q * s.cos;
  const double rest = (((s.sin - p) - ProductError(q, s.cos, p)) +
                       (s.sin_rest - q * s.cos_rest)) /
                      cosine;
  const double value = q + rest;
  return {value, (q - value) + rest};
}

/// How a vehicle moves when it steers.
struct Slip {
  double angle;
  double sine;
};
/// A controller wants a slip angle with the sine x. It sets the steering angle
/// w = atan(2 tan(asin(x))), limited to pi / 3, and the slip angle becomes
/// atan(tan(w) / 2). Each function is almost always rounded correctly, so the
/// result is the official env's.
ENVPOOL_LANE_INLINE Slip SlipOf(double x) {
  // The limits: tan^2 is 3 / 4 where w is pi / 3.
  constexpr double kMaxSine = 0.65465367070797714;
  const double limited = lane_math::Clamp(x, -kMaxSine, kMaxSine);
  const ArcSine slip = LaneArcSine(limited);
  const Tangent tangent = TangentOf(slip.sines);
  // w = slip + atan(a)
  const double t = tangent.value;
  const double a = t / (1 + 2 * t * t);
  const double z = a * a;
  const double start =
      slip.angle + (a + a * z * Polynomial(internal::kAtanStart, z));
  const Sines s = SinesOf(start);
  const double u = 2 * t;
  const double p = u * s.cos;
  const double off =
      ((p - s.sin) + ProductError(u, s.cos, p)) + (u * s.cos_rest - s.sin_rest);
  const double w =
      start + off / ((s.cos + s.cos_rest) + u * (s.sin + s.sin_rest));
  const double half = TangentOf(Turned(s, w - start)).value * 0.5;
  // Back to the slip angle, from which rounding has moved it a bit.
  const double cosine = slip.sines.cos + slip.sines.cos_rest;
  const double change = ((half - t) - tangent.rest) * (cosine * cosine);
  const double angle = slip.angle + change;
  const Sines turned = Turned(slip.sines, angle - slip.angle);
  return {angle, turned.sin + turned.sin_rest};
}

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_LANE_FUNCTIONS_H_
