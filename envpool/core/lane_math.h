// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Purpose: the transcendental functions of the batch kernels, written so that a
// plain counted loop around them vectorises and so that SSE2, AVX2 and AVX-512
// builds, vector bodies and scalar remainders all give the same bits. The C
// library's sine cannot be used: its bits depend on the CPU, and calls of it
// cannot be vectorised.
//
// Method: every operation is one IEEE double operation in a fixed order (build
// with -ffp-contract=off, round to nearest), there are no branches and no
// tables. An argument is reduced to [-pi/4, pi/4] as an unevaluated sum of two
// doubles; the leading terms of the series are then added without error. The
// rounded part is small, so the result is almost always the correctly rounded
// one (measured: lane_math_test.cc).
//
// Threads: pure functions. Errors: none; for infinities, NaNs and arguments
// beyond 2^51, sine and cosine return an arbitrary value or NaN.

#ifndef ENVPOOL_CORE_LANE_MATH_H_
#define ENVPOOL_CORE_LANE_MATH_H_

#include <bit>
#include <cstdint>

#include "envpool/core/export.h"

// A kernel is compiled once per instruction set; only an inlined callee is
// compiled with it.
#define ENVPOOL_LANE_INLINE [[gnu::always_inline]] inline

// Goes before a loop over lanes: lanes do not access each other's data, so the
// compiler need not check whether columns overlap.
#if defined(__clang__)
#define ENVPOOL_LANE_LOOP _Pragma("clang loop vectorize(assume_safety)")
#else
#define ENVPOOL_LANE_LOOP _Pragma("GCC ivdep")
#endif

namespace envpool::lane_math {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kHalfPi = kPi / 2;

// Conditions are masks of all ones or zeros, computed from sign bits. The
// compiler may turn a plain condition into a branch, which prevents
// vectorisation.

// Whether x is negative (or -0, or a NaN with that sign).
ENVPOOL_LANE_INLINE std::uint64_t Negative(double x) {
  return 0 - (std::bit_cast<std::uint64_t>(x) >> 63);
}

// Whether x < y.
ENVPOOL_LANE_INLINE std::uint64_t Less(double x, double y) {
  return Negative(x - y);
}

ENVPOOL_LANE_INLINE double Select(std::uint64_t mask, double yes, double no) {
  const auto y = std::bit_cast<std::uint64_t>(yes);
  const auto n = std::bit_cast<std::uint64_t>(no);
  return std::bit_cast<double>((y & mask) | (n & ~mask));
}

namespace internal {

// (x + kRoundInt) - kRoundInt is x rounded to an integer for |x| < 2^51, and
// the low bits of the sum hold that integer in two's complement.
inline constexpr double kRoundInt = 0x1.8p52;
// The same for multiples of 2^-12.
inline constexpr double kRound12 = 0x1.8p40;

// pi/2 = kHalfPi1 + kHalfPi2 + kHalfPi3; the first two have 36 bits, hence
// n * kHalfPi1 and n * kHalfPi2 are exact for |n| < 2^17.
inline constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
inline constexpr double kHalfPi1 = 0x1.921fb54440000p+0;
inline constexpr double kHalfPi2 = 0x1.68c234c4c0000p-39;
inline constexpr double kHalfPi3 = 0x1.98a2e03707345p-77;
// pi/2 = kHalfPi + kHalfPiError
inline constexpr double kHalfPiError = 0x1.1a62633145c07p-54;

// 1/6 = kSixthHigh + kSixthLow; kSixthHigh has 17 bits.
inline constexpr double kSixth = 0x1.5555555555555p-3;
inline constexpr double kSixthHigh = 0x1.5555p-3;
inline constexpr double kSixthLow = 0x1.5555555555555p-21;

// 2 pi (the double nearest to it) = kTwoPi1 + kTwoPi2 with 30 and 23 bits.
inline constexpr double kTwoPi = 2 * kPi;
inline constexpr double kOverTwoPi = 0x1.45f306dc9c883p-3;
inline constexpr double kTwoPi1 = 0x1.921fb54000000p+2;
inline constexpr double kTwoPi2 = 0x1.10b4600000000p-28;

struct Reduced {
  double high;             // x - n pi/2 = high + low
  double low;              // |low| <= about ulp(high)
  std::uint64_t quadrant;  // n in the low bits
};

// Cody and Waite's reduction, for |x| up to 2^17. Beyond that precision is lost
// gradually (error about ulp(x)), and from 2^51 on the value is meaningless.
ENVPOOL_LANE_INLINE Reduced Reduce(double x) {
  const double shifted = x * kTwoOverPi + kRoundInt;
  const double n = shifted - kRoundInt;
  const double r = x - n * kHalfPi1;  // exact
  const double p = n * kHalfPi2;
  const double high = r - p;
  const double low = ((r - high) - p) - n * kHalfPi3;
  return {high, low, std::bit_cast<std::uint64_t>(shifted)};
}

// Powers shared by the sine and cosine of r = r1 + r2; r1 has few enough bits
// that its square and cube are exact.
struct Powers {
  double r, r2, a, b, d, z, zz;  // a = r1^2, b = r1^3, d = r^2 - r1^2, z = r^2
};

ENVPOOL_LANE_INLINE Powers MakePowers(double r) {
  const double r1 = (r + kRound12) - kRound12;
  const double r2 = r - r1;
  const double a = r1 * r1;
  const double z = r * r;
  return {r, r2, a, a * r1, r2 * (r + r1), z, z * z};
}

// sin(r) = w + tail, where w = r - r1^3/6 up to an error that the tail
// corrects; the rounding error of the tail is below 2^-59.
ENVPOOL_LANE_INLINE void SinParts(const Powers& k, double* w, double* tail) {
  const double p = 0x1.111111111110fp-7 +
                   k.z * (-0x1.a01a01a019340p-13 +
                          k.z * (0x1.71de3a53c9c9cp-19 +
                                 k.z * (-0x1.ae645339bf199p-26 +
                                        k.z * (0x1.6120ed135da8fp-33 +
                                               k.z * -0x1.aacd4de025369p-41))));
  const double t = k.b * kSixthHigh;
  const double cube_rest = k.b * kSixthLow + (k.r * k.d + k.a * k.r2) * kSixth;
  *w = k.r - t;
  *tail = ((k.r * k.zz) * p - cube_rest) + ((k.r - *w) - t);
}

// cos(r) = w + tail, where w = 1 - r1^2/2 is exact.
ENVPOOL_LANE_INLINE void CosParts(const Powers& k, double* w, double* tail) {
  const double q = 0x1.555555555554bp-5 +
                   k.z * (-0x1.6c16c16c14f6cp-10 +
                          k.z * (0x1.a01a019c80960p-16 +
                                 k.z * (-0x1.27e4f7e80235fp-22 +
                                        k.z * (0x1.1ee9d5c8f69e0p-29 +
                                               k.z * -0x1.8fa395793ca00p-37))));
  *w = 1.0 - 0.5 * k.a;
  *tail = k.zz * q - 0.5 * k.d;
}

// The parts of the sine and cosine of x = n pi/2 + r + low.
struct Parts {
  double sin_w, sin_tail, cos_w, cos_tail;  // parts of sin(r) and cos(r)
  double low;
  std::uint64_t quadrant;  // n in the low bits
};

ENVPOOL_LANE_INLINE Parts MakeParts(double x) {
  const Reduced reduced = Reduce(x);
  const Powers k = MakePowers(reduced.high);
  Parts parts;
  SinParts(k, &parts.sin_w, &parts.sin_tail);
  CosParts(k, &parts.cos_w, &parts.cos_tail);
  parts.low = reduced.low;
  parts.quadrant = reduced.quadrant;
  return parts;
}

// sin(n pi/2 + r + low), to first order in low; the factors of low need only a
// few bits. For the cosine, pass the next quadrant.
ENVPOOL_LANE_INLINE double Join(const Parts& p, double low,
                                std::uint64_t quadrant) {
  const double s = p.sin_w + (p.sin_tail + low * p.cos_w);
  const double c = p.cos_w + (p.cos_tail - low * p.sin_w);
  const std::uint64_t odd = 0 - (quadrant & 1);
  const std::uint64_t sign = (quadrant & 2) << 62;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(Select(odd, c, s)) ^
                               sign);
}

}  // namespace internal

// Sine and cosine for |x| <= pi/4; the bits are those of SinCos.
ENVPOOL_LANE_INLINE void SinCosSmall(double x, double* sine, double* cosine) {
  const internal::Powers k = internal::MakePowers(x);
  double w, tail;
  internal::SinParts(k, &w, &tail);
  *sine = w + tail;
  internal::CosParts(k, &w, &tail);
  *cosine = w + tail;
}

// Sine and cosine; |error| < 0.55 ulp for |x| <= 2^17, and almost always the
// correctly rounded value.
ENVPOOL_LANE_INLINE void SinCos(double x, double* sine, double* cosine) {
  const internal::Parts parts = internal::MakeParts(x);
  *sine = internal::Join(parts, parts.low, parts.quadrant);
  *cosine = internal::Join(parts, parts.low, parts.quadrant + 1);
}

// SinCos(x), and the cosine of the rounded x - kHalfPi, equally exact for
// |x| < 8. The latter is sin(x) corrected for the rounding errors of the
// difference and of kHalfPi, so it costs little more.
ENVPOOL_LANE_INLINE void SinCosAndBehind(double x, double* sine, double* cosine,
                                         double* behind) {
  const double y = x - kHalfPi;
  const double back = y - x;
  const double error = (x - (y - back)) - (kHalfPi + back);
  const internal::Parts parts = internal::MakeParts(x);
  *sine = internal::Join(parts, parts.low, parts.quadrant);
  *cosine = internal::Join(parts, parts.low, parts.quadrant + 1);
  *behind = internal::Join(parts, parts.low + (internal::kHalfPiError - error),
                           parts.quadrant);
}

ENVPOOL_LANE_INLINE double Sin(double x) {
  double sine, cosine;
  SinCos(x, &sine, &cosine);
  return sine;
}

ENVPOOL_LANE_INLINE double Cos(double x) {
  double sine, cosine;
  SinCos(x, &sine, &cosine);
  return cosine;
}

// x limited to [low, high]. A NaN stays NaN, but becomes low if its sign bit is
// set.
ENVPOOL_LANE_INLINE double Clamp(double x, double low, double high) {
  const double y = Select(Less(x, low), low, x);
  return Select(Less(high, y), high, y);
}

// The float nearest to x, as a double: one rounding of a float32 computation.
ENVPOOL_LANE_INLINE double RoundToFloat(double x) {
  return static_cast<double>(static_cast<float>(x));
}

// Python's x % (2 * math.pi), bit for bit for |x| < 5e7: the remainder with the
// sign of x is exact, and moving a negative one up rounds once.
ENVPOOL_LANE_INLINE double FloorModTwoPi(double x) {
  const double y = __builtin_fabs(x);
  const double n =
      (y * internal::kOverTwoPi + internal::kRoundInt) - internal::kRoundInt;
  const double m = (y - n * internal::kTwoPi1) - n * internal::kTwoPi2;
  // fmod(y, 2 pi)
  const double rest = Select(Negative(m), m + internal::kTwoPi, m);
  return Select(Negative(x) & Less(0, rest), internal::kTwoPi - rest, rest);
}

// Gymnasium's angle_normalize: ((x + pi) % (2 pi)) - pi.
ENVPOOL_LANE_INLINE double NormalizeAngle(double x) {
  return FloorModTwoPi(x + kPi) - kPi;
}

// One iteration of the loops that bring an angle into [-pi, pi] by adding or
// subtracting 2 pi with rounding; see WrapAngle.
ENVPOOL_LANE_INLINE double WrapAngleOnce(double x) {
  const double y = Select(Less(kPi, x), x - internal::kTwoPi, x);
  return Select(Less(x, -kPi), x + internal::kTwoPi, y);
}

// Repeats WrapAngleOnce until the angle is in [-pi, pi]; kMaxWraps ends the
// loop for infinities. In vector loops, repeat WrapAngleOnce over the block
// instead.
inline constexpr int kMaxWraps = 1 << 16;
inline double WrapAngle(double x) {
  for (int turn = 0; turn < kMaxWraps && (x > kPi || x < -kPi); ++turn) {
    x = WrapAngleOnce(x);
  }
  return x;
}

}  // namespace envpool::lane_math

#endif  // ENVPOOL_CORE_LANE_MATH_H_
