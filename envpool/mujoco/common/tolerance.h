// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The suite's reward functions: 1 in an interval, and less with the distance
// from it (Tassa et al., DeepMind Control Suite, 2018, section 2).
//
// Threads, errors: none of their own.

#ifndef ENVPOOL_MUJOCO_COMMON_TOLERANCE_H_
#define ENVPOOL_MUJOCO_COMMON_TOLERANCE_H_

#include <cmath>
#include <limits>

namespace envpool::mujoco {

/// The shape of a reward's decrease outside its interval.
enum class Slope { kGaussian, kLongTail, kReciprocal, kLinear, kQuadratic };

struct Interval {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  double low{0};
  double high{0};
  double margin{0};  // 0: the reward is 0 outside the interval
  Slope slope{Slope::kGaussian};
  double at_margin{0.1};  // the reward at a distance of `margin`
};

/// The factor of distances for which the reward is `at_margin` at distance 1.
inline double FallFactor(Slope slope, double at_margin) {
  switch (slope) {
    case Slope::kGaussian:
      return std::sqrt(-2 * std::log(at_margin));
    case Slope::kLongTail:
      return std::sqrt(1 / at_margin - 1);
    case Slope::kReciprocal:
      return 1 / at_margin - 1;
    case Slope::kLinear:
      return 1 - at_margin;
    case Slope::kQuadratic:
      break;
  }
  return std::sqrt(1 - at_margin);
}

/// The reward at a distance from the interval, in units of the margin.
inline double Fall(double distance, Slope slope, double factor) {
  if (slope == Slope::kReciprocal) {
    return 1 / (std::fabs(distance) * factor + 1);
  }
  const double scaled = distance * factor;
  switch (slope) {
    case Slope::kGaussian:
      return std::exp(-0.5 * (scaled * scaled));
    case Slope::kLongTail:
      return 1 / (scaled * scaled + 1);
    case Slope::kLinear:
      return std::fabs(scaled) < 1 ? 1 - scaled : 0;
    default:
      return std::fabs(scaled) < 1 ? 1 - scaled * scaled : 0;
  }
}

inline double Tolerance(double value, const Interval& interval) {
  if (interval.low <= value && value <= interval.high) {
    return 1;
  }
  if (interval.margin == 0) {
    return 0;
  }
  const double beside =
      value < interval.low ? interval.low - value : value - interval.high;
  return Fall(beside / interval.margin, interval.slope,
              FallFactor(interval.slope, interval.at_margin));
}

/// The mean reward of the controls: 1 if all are 0, and 0 if all are 1.
inline double SmallControl(const double* control, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += Tolerance(control[i],
                     {.margin = 1, .slope = Slope::kQuadratic, .at_margin = 0});
  }
  return sum / count;
}

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_TOLERANCE_H_
