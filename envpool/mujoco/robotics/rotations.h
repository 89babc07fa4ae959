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
#include <vector>

namespace envpool::mujoco::robotics {

using Vector3 = std::array<double, 3>;
using Quaternion = std::array<double, 4>;

/// The quaternion of a rotation, of norm 1 as NumPy rounds it.
Quaternion Rotation(double angle, Vector3 axis);

/// Divides a quaternion by its norm.
void Normalize(Quaternion* quaternion);

/// quat_mul: the rotation `b` and then `a`.
Quaternion Multiply(const Quaternion& a, const Quaternion& b);

/// euler2quat.
Quaternion EulerToQuaternion(const Vector3& euler);

/// quat2euler.
Vector3 QuaternionToEuler(const Quaternion& quaternion);

/// get_parallel_rotations: the 24 rotations of a cube onto itself.
const std::vector<Quaternion>& ParallelRotations();

/// mat2euler; the matrix has its rows one after another.
Vector3 MatrixToEuler(const double* matrix);

}  // namespace envpool::mujoco::robotics

#endif  // ENVPOOL_MUJOCO_ROBOTICS_ROTATIONS_H_
