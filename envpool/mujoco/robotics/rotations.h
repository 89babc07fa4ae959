// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Rotations as gymnasium_robotics.utils.rotations computes them: quaternions
// are w, x, y, z; Euler angles are relative rotations about x, y and z.
//
// Threads: none of its own. Errors: none.

#ifndef ENVPOOL_MUJOCO_ROBOTICS_ROTATIONS_H_
#define ENVPOOL_MUJOCO_ROBOTICS_ROTATIONS_H_

#include <array>

namespace envpool::mujoco::robotics {

using Vector3 = std::array<double, 3>;
using Quaternion = std::array<double, 4>;

/// mat2euler; the matrix has its rows one after another.
Vector3 MatrixToEuler(const double* matrix);

}  // namespace envpool::mujoco::robotics

#endif  // ENVPOOL_MUJOCO_ROBOTICS_ROTATIONS_H_
