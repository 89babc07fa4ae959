// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The structure of the mass matrix. For some bodies, called simple, the matrix
// has diagonal entries only, and MuJoCo's compiler stores no others. So the
// number of entries depends on values of the model.
//
// Threads: one per model. Errors: none.

#ifndef ENVPOOL_MUJOCO_COMMON_MASS_STRUCTURE_H_
#define ENVPOOL_MUJOCO_COMMON_MASS_STRUCTURE_H_

#include "mujoco/mujoco.h"

namespace envpool::mujoco {

/// Recomputes the structure of an env's changed model as the compiler does,
/// except that no body becomes simple that is not simple in the shared model:
/// an equal matrix, with zeros that are stored. The arrays with nC numbers must
/// have room for nM. If nC changes, the model needs another mjData.
void DeriveMassStructure(const mjModel& shared, mjModel* model);

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_MASS_STRUCTURE_H_
