// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Small vectors. Dot products equal those of NumPy with OpenBLAS's fused
// kernels bit for bit: products are added in order, with one rounding each.
//
// Threads, errors: none of their own.

#ifndef ENVPOOL_MUJOCO_COMMON_VECTORS_H_
#define ENVPOOL_MUJOCO_COMMON_VECTORS_H_

#include <array>
#include <cmath>

namespace envpool::mujoco {

using Vector3 = std::array<double, 3>;

inline double Dot(const double* a, const double* b, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    sum = std::fma(a[i], b[i], sum);
  }
  return sum;
}

inline double Norm(const double* values, int count) {
  return std::sqrt(Dot(values, values, count));
}
inline double Norm(const Vector3& vector) { return Norm(vector.data(), 3); }

/// a - b.
inline Vector3 Difference(const double* a, const double* b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

inline double Distance(const double* a, const double* b) {
  return Norm(Difference(a, b));
}

/// Converts a vector from world coordinates to a frame, a rotation matrix that
/// is stored row by row.
inline Vector3 InFrame(const Vector3& vector, const double* frame) {
  Vector3 local{};
  for (int row = 0; row < 3; ++row) {
    for (int i = 0; i < 3; ++i) {
      local[i] = std::fma(vector[row], frame[3 * row + i], local[i]);
    }
  }
  return local;
}

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_VECTORS_H_
