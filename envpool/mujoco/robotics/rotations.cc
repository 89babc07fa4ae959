// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/robotics/rotations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "envpool/mujoco/robotics/numpy_sums.h"

namespace envpool::mujoco::robotics {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kQuarter = std::numbers::pi / 2;

using Matrix = std::array<double, 9>;

/// euler2mat.
Matrix EulerToMatrix(const Vector3& euler) {
  const Vector3 angle{-euler[2], -euler[1], -euler[0]};
  const double si = std::sin(angle[0]);
  const double sj = std::sin(angle[1]);
  const double sk = std::sin(angle[2]);
  const double ci = std::cos(angle[0]);
  const double cj = std::cos(angle[1]);
  const double ck = std::cos(angle[2]);
  const double cc = ci * ck;
  const double cs = ci * sk;
  const double sc = si * ck;
  const double ss = si * sk;
  return {cj * ci,      cj * si,      -sj,      //
          sj * cs - sc, sj * ss + cc, cj * sk,  //
          sj * cc + ss, sj * sc - cs, cj * ck};
}

/// quat2mat.
Matrix QuaternionToMatrix(const Quaternion& quaternion) {
  const auto [w, x, y, z] = quaternion;
  const double norm = ((w * w + x * x) + y * y) + z * z;
  if (!(norm > kEpsilon)) {
    return {1, 0, 0, 0, 1, 0, 0, 0, 1};
  }
  const double s = 2.0 / norm;
  const double xs = x * s;
  const double ys = y * s;
  const double zs = z * s;
  return {1.0 - (y * ys + z * zs), x * ys - w * zs,
          x * zs + w * ys,         x * ys + w * zs,
          1.0 - (x * xs + z * zs), y * zs - w * xs,
          x * zs - w * ys,         y * zs + w * xs,
          1.0 - (x * xs + y * ys)};
}

std::vector<Quaternion> MakeParallelRotations() {
  constexpr std::array<double, 4> kAngles{0, kQuarter, -kQuarter, 2 * kQuarter};
  std::vector<Vector3> found;
  for (int i = 0; i < 64; ++i) {
    const Vector3 euler{kAngles[i / 16], kAngles[i / 4 % 4], kAngles[i % 4]};
    Vector3 canonical = MatrixToEuler(EulerToMatrix(euler).data());
    for (double& angle : canonical) {
      angle = std::nearbyint(angle / kQuarter);
    }
    for (const int axis : {0, 2}) {
      if (canonical[axis] == -2) {
        canonical[axis] = 2;
      }
    }
    for (double& angle : canonical) {
      angle *= kQuarter;
    }
    if (std::ranges::find(found, canonical) == found.end()) {
      found.push_back(canonical);
    }
  }
  std::vector<Quaternion> rotations(found.size());
  std::ranges::transform(found, rotations.begin(), EulerToQuaternion);
  return rotations;
}

}  // namespace

Quaternion Rotation(double angle, Vector3 axis) {
  const double length = Norm(axis.data(), 3);
  const double sine = std::sin(angle / 2.0);
  Quaternion quaternion{std::cos(angle / 2.0), sine * (axis[0] / length),
                        sine * (axis[1] / length), sine * (axis[2] / length)};
  Normalize(&quaternion);
  return quaternion;
}

void Normalize(Quaternion* quaternion) {
  const double length = Norm(quaternion->data(), 4);
  for (double& value : *quaternion) {
    value /= length;
  }
}

Quaternion Multiply(const Quaternion& a, const Quaternion& b) {
  const auto [w0, x0, y0, z0] = a;
  const auto [w1, x1, y1, z1] = b;
  return {w0 * w1 - x0 * x1 - y0 * y1 - z0 * z1,
          w0 * x1 + x0 * w1 + y0 * z1 - z0 * y1,
          w0 * y1 + y0 * w1 + z0 * x1 - x0 * z1,
          w0 * z1 + z0 * w1 + x0 * y1 - y0 * x1};
}

Quaternion EulerToQuaternion(const Vector3& euler) {
  const double ai = euler[2] / 2;
  const double aj = -euler[1] / 2;
  const double ak = euler[0] / 2;
  const double si = std::sin(ai);
  const double sj = std::sin(aj);
  const double sk = std::sin(ak);
  const double ci = std::cos(ai);
  const double cj = std::cos(aj);
  const double ck = std::cos(ak);
  const double cc = ci * ck;
  const double cs = ci * sk;
  const double sc = si * ck;
  const double ss = si * sk;
  return {cj * cc + sj * ss, cj * cs - sj * sc, -(cj * ss + sj * cc),
          cj * sc - sj * cs};
}

Vector3 QuaternionToEuler(const Quaternion& quaternion) {
  return MatrixToEuler(QuaternionToMatrix(quaternion).data());
}

const std::vector<Quaternion>& ParallelRotations() {
  // Never destroyed, because threads may use it until the process ends.
  static const auto& rotations =
      *new std::vector<Quaternion>(MakeParallelRotations());
  return rotations;
}

Vector3 MatrixToEuler(const double* matrix) {
  const double cosine =
      std::sqrt(matrix[8] * matrix[8] + matrix[5] * matrix[5]);
  const bool is_regular = cosine > 4 * kEpsilon;
  return {is_regular ? -std::atan2(matrix[5], matrix[8]) : 0.0,
          -std::atan2(-matrix[2], cosine),
          is_regular ? -std::atan2(matrix[1], matrix[0])
                     : -std::atan2(-matrix[3], matrix[4])};
}

}  // namespace envpool::mujoco::robotics
