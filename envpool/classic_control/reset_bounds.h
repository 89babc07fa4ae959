// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The reset options `low` and `high` of Gymnasium's classic control: the bounds
// of the first state, which is drawn uniformly.
//
// Threads: pure functions. Errors: std::invalid_argument if low > high, or if a
// bound exceeds the env's limit, by default kLargestBound.

#ifndef ENVPOOL_CLASSIC_CONTROL_RESET_BOUNDS_H_
#define ENVPOOL_CLASSIC_CONTROL_RESET_BOUNDS_H_

#include <stdexcept>
#include <string>

#include "envpool/core/dict.h"

namespace envpool::classic_control {

/// Sines and cosines are exact up to three times this value; see lane_math.h.
inline constexpr double kLargestBound = 10'000;

/// Throws unless |value| <= largest; also throws for NaN.
inline void CheckBound(const char* name, double value,
                       double largest = kLargestBound) {
  if (!(value >= -largest && value <= largest)) {
    const std::string limit = std::to_string(static_cast<int>(largest));
    throw std::invalid_argument("options['" + std::string(name) +
                                "']: expected a number in [-" + limit + ", " +
                                limit + "], got " + std::to_string(value));
  }
}

/// Returns the two options with these defaults.
inline auto ResetBounds(double low, double high) {
  return MakeDict("low"_.Bind(low), "high"_.Bind(high));
}

template <typename Options>
void CheckResetBounds(const Options& options, double largest = kLargestBound) {
  const double low = options["low"_];
  const double high = options["high"_];
  CheckBound("low", low, largest);
  CheckBound("high", high, largest);
  if (low > high) {
    throw std::invalid_argument(
        "options['low']: expected at most options['high']=" +
        std::to_string(high) + ", got " + std::to_string(low));
  }
}

}  // namespace envpool::classic_control

#endif  // ENVPOOL_CLASSIC_CONTROL_RESET_BOUNDS_H_
