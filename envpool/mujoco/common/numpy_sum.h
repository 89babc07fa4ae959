// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Sums with the roundings of NumPy's own loops.
//
// Threads, errors: none of their own.

#ifndef ENVPOOL_MUJOCO_COMMON_NUMPY_SUM_H_
#define ENVPOOL_MUJOCO_COMMON_NUMPY_SUM_H_

#include <array>

namespace envpool::mujoco {

/// The sum of at(first), ..., at(first + count - 1), in the order of NumPy's
/// pairwise summation.
template <typename At>
auto Sum(const At& at, int first, int count) -> decltype(at(0)) {
  constexpr int kLanes = 8;
  constexpr int kBlock = 128;
  using Number = decltype(at(0));
  if (count > kBlock) {
    const int half = count / 2 - count / 2 % kLanes;
    return Sum(at, first, half) + Sum(at, first + half, count - half);
  }
  Number sum = 0;
  int done = 0;
  if (count >= kLanes) {
    std::array<Number, kLanes> lane{};
    for (; done + kLanes <= count; done += kLanes) {
      for (int i = 0; i < kLanes; ++i) {
        lane[i] += at(first + done + i);
      }
    }
    sum = ((lane[0] + lane[1]) + (lane[2] + lane[3])) +
          ((lane[4] + lane[5]) + (lane[6] + lane[7]));
  }
  for (; done < count; ++done) {
    sum += at(first + done);
  }
  return sum;
}

inline double SumOfSquares(const double* values, int count) {
  return Sum([&](int i) { return values[i] * values[i]; }, 0, count);
}

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_NUMPY_SUM_H_
