// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Derives the dependent values of an env's changed model, as MuJoCo's compiler
// does when it reads XML: unit vectors, coinciding frames, bounds of geoms, the
// structure of the mass matrix, and the constants of mj_setConst.
//
// Threads: one per model. Errors: std::invalid_argument, which names the
// parameter, for values that do not fit together; the model is then as before,
// except for the constants.

#ifndef ENVPOOL_MUJOCO_COMMON_DERIVE_H_
#define ENVPOOL_MUJOCO_COMMON_DERIVE_H_

#include "envpool/mujoco/common/model_params.h"
#include "envpool/mujoco/common/own_model.h"
#include "mujoco/mujoco.h"

namespace envpool::mujoco {

/// Throws unless the model's values fit together.
void CheckValues(const mjModel& model, const mjModel& shared);

/// The statistic that mj_setConst computes for a model. It differs from the
/// model's own where the XML file states a value.
mjStatistic ComputedStatistic(const mjModel& shared);

/// Recomputes everything of this kind. CheckValues must have accepted the
/// model, and `computed` must be the shared model's ComputedStatistic. The size
/// and scale that the XML file states stay unchanged. If nC changes, the model
/// needs another mjData.
void Derive(Derives kind, const mjModel& shared, const mjStatistic& computed,
            OwnModel* own);

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_DERIVE_H_
