// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Sums and products in the order, and with the roundings, of NumPy on x86 CPUs
// with AVX2: of its own loops, and of the kernels of OpenBLAS.
//
// Threads: none of its own. Errors: none.

#ifndef ENVPOOL_MUJOCO_ROBOTICS_NUMPY_SUMS_H_
#define ENVPOOL_MUJOCO_ROBOTICS_NUMPY_SUMS_H_

#include <cmath>

#include "envpool/mujoco/common/numpy_sum.h"

namespace envpool::mujoco::robotics {

/// np.linalg.norm(a - b, axis=-1).
inline double GoalDistance(const double* a, const double* b, int count) {
  const auto square = [&](int i) { return (a[i] - b[i]) * (a[i] - b[i]); };
  return std::sqrt(Sum(square, 0, count));
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
