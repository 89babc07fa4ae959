// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The size of a parameter, and checks and comparisons of its values.
//
// Threads: none. Errors: none.

#ifndef ENVPOOL_CORE_ENGINE_PARAMS_PARAM_VALUES_H_
#define ENVPOOL_CORE_ENGINE_PARAMS_PARAM_VALUES_H_

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "envpool/core/engine/kernel/params.h"

namespace envpool {

inline std::size_t SizeOf(const Param& param) {
  std::size_t size = 1;
  for (const int extent : param.shape) {
    size *= extent;
  }
  return size;
}

inline bool IsAllowed(const Param& param, double value) {
  return std::isfinite(value) && param.low <= value && value <= param.high &&
         (!param.is_integer || std::trunc(value) == value);
}

inline bool SameBits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

inline bool SameBits(const std::vector<double>& a,
                     const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return SameBits(x, y); });
}

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_PARAMS_PARAM_VALUES_H_
