// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/robotics/rotations.h"

#include <cmath>
#include <limits>

namespace envpool::mujoco::robotics {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

}  // namespace

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
