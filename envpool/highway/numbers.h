// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Points and the functions of highway-env's `utils`, in the official order of
// operations. Angles of zero are frequent (a car in the middle of a straight
// lane), and skip the computation of sines.
//
// Threads: pure functions. Errors: none.

#ifndef ENVPOOL_HIGHWAY_NUMBERS_H_
#define ENVPOOL_HIGHWAY_NUMBERS_H_

#include <algorithm>
#include <cmath>

#include "envpool/core/lane_math.h"

namespace envpool::highway {

inline constexpr double kPi = lane_math::kPi;

struct Vec {
  double x{0};
  double y{0};

  friend Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y}; }
  friend Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y}; }
  friend Vec operator*(double k, Vec a) { return {k * a.x, k * a.y}; }
  friend bool operator==(Vec a, Vec b) = default;
};

inline double Dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y; }
inline double Norm(Vec a) { return std::sqrt(Dot(a, a)); }

inline double Sin(double x) { return x == 0 ? x : lane_math::Sin(x); }
inline double Cos(double x) { return x == 0 ? 1.0 : lane_math::Cos(x); }
inline double Tan(double x) { return x == 0 ? x : std::tan(x); }
inline double Atan(double x) { return x == 0 ? x : std::atan(x); }

/// The unit vector of a heading.
inline Vec Direction(double heading) { return {Cos(heading), Sin(heading)}; }

/// Python's x % y, for a positive y.
inline double FloorMod(double x, double y) {
  if (x >= 0 && x < y) {
    return x;
  }
  const double rest = std::fmod(x, y);
  return rest < 0 ? rest + y : rest;
}

inline double WrapToPi(double x) { return FloorMod(x + kPi, 2 * kPi) - kPi; }

inline double NotZero(double x) {
  constexpr double kLeast = 1e-2;
  if (std::abs(x) > kLeast) {
    return x;
  }
  return x >= 0 ? kLeast : -kLeast;
}

struct Range {
  double low;
  double high;
};

/// Maps `from` linearly to `to`.
inline double Map(double v, Range from, Range to) {
  return to.low + (v - from.low) * (to.high - to.low) / (from.high - from.low);
}

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_NUMBERS_H_
