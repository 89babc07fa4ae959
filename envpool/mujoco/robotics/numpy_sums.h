// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Sums and products in the order, and with the roundings, of NumPy on x86 CPUs
// with AVX2: of its own loops, and of the kernels of OpenBLAS.
//
// Threads: none of its own. Errors: none.

#ifndef ENVPOOL_MUJOCO_ROBOTICS_NUMPY_SUMS_H_
#define ENVPOOL_MUJOCO_ROBOTICS_NUMPY_SUMS_H_

#include <array>
#include <cmath>

namespace envpool::mujoco::robotics {

/// np.linalg.norm(a - b, axis=-1) of vectors with fewer than 128 values.
inline double GoalDistance(const double* a, const double* b, int count) {
  constexpr int kLanes = 8;
  const auto square = [&](int i) { return (a[i] - b[i]) * (a[i] - b[i]); };
  double sum = 0;
  int done = 0;
  if (count >= kLanes) {
    std::array<double, kLanes> lane{};
    for (; done + kLanes <= count; done += kLanes) {
      for (int i = 0; i < kLanes; ++i) {
        lane[i] += square(done + i);
      }
    }
    sum = ((lane[0] + lane[1]) + (lane[2] + lane[3])) +
          ((lane[4] + lane[5]) + (lane[6] + lane[7]));
  }
  for (; done < count; ++done) {
    sum += square(done);
  }
  return std::sqrt(sum);
}

/// np.linalg.norm(a) of a vector with fewer than 32 values.
inline double Norm(const double* a, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += a[i] * a[i];
  }
  return std::sqrt(sum);
}

/// matrix @ vector of a matrix with three rows, each of `columns` values.
void ThreeRowsTimes(const double* matrix, int columns, const double* vector,
                    double* out);

}  // namespace envpool::mujoco::robotics

#endif  // ENVPOOL_MUJOCO_ROBOTICS_NUMPY_SUMS_H_
