// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The operations that only read and write memory. Sums have the order of
// NumPy's, and dot products that of OpenBLAS.
//
// Threads, errors: none of their own.

#ifndef ENVPOOL_MUJOCO_TASKS_ARITHMETIC_H_
#define ENVPOOL_MUJOCO_TASKS_ARITHMETIC_H_

#include "envpool/mujoco/tasks/program.h"

namespace envpool::mujoco::tasks {

/// Returns what runs an operation that has been checked; null if the operation
/// does more than calculate.
Kernel KernelOf(const Instruction& it);

}  // namespace envpool::mujoco::tasks

#endif  // ENVPOOL_MUJOCO_TASKS_ARITHMETIC_H_
