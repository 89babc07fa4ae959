// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Vectors as NumPy computes them: a norm is the root of a sum that rounds
// after each product and each sum, in order.
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_MUJOCO_METAWORLD_VECTORS_H_
#define ENVPOOL_MUJOCO_METAWORLD_VECTORS_H_

#include <array>
#include <cmath>
#include <cstddef>

namespace envpool::mujoco::metaworld {

template <std::size_t size>
using Vector = std::array<double, size>;
using Vector3 = Vector<3>;

template <std::size_t size>
constexpr Vector<size> operator+(Vector<size> a, const Vector<size>& b) {
  for (std::size_t i = 0; i < size; ++i) {
    a[i] += b[i];
  }
  return a;
}
template <std::size_t size>
constexpr Vector<size> operator-(Vector<size> a, const Vector<size>& b) {
  for (std::size_t i = 0; i < size; ++i) {
    a[i] -= b[i];
  }
  return a;
}
/// The products of the elements.
template <std::size_t size>
constexpr Vector<size> operator*(Vector<size> a, const Vector<size>& b) {
  for (std::size_t i = 0; i < size; ++i) {
    a[i] *= b[i];
  }
  return a;
}

inline Vector3 VectorAt(const double* values) {
  return {values[0], values[1], values[2]};
}

template <std::size_t size>
double Norm(const Vector<size>& vector) {
  double sum = 0;
  for (const double value : vector) {
    sum += value * value;
  }
  return std::sqrt(sum);
}

/// The distance in the plane of the table.
inline double PlaneDistance(const double* a, const double* b) {
  return Norm(Vector<2>{a[0] - b[0], a[1] - b[1]});
}
inline double PlaneDistance(const Vector3& a, const Vector3& b) {
  return PlaneDistance(a.data(), b.data());
}

/// numpy.float32(value).
constexpr double Float32(double value) { return static_cast<float>(value); }

}  // namespace envpool::mujoco::metaworld

#endif  // ENVPOOL_MUJOCO_METAWORLD_VECTORS_H_
