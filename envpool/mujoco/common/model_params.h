// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The parameters of a model: the real-valued fields of mjModel and mjOption, by
// their names there, and the numbers of iterations. They are taken from
// MuJoCo's own list of fields. Left out are fields that follow from others,
// assets that all envs share, fields on which sizes of buffers depend, and
// fields that no env reads (see IsParam in the source file).
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_MUJOCO_COMMON_MODEL_PARAMS_H_
#define ENVPOOL_MUJOCO_COMMON_MODEL_PARAMS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/mujoco/common/own_model.h"
#include "mujoco/mujoco.h"

namespace envpool::mujoco {

/// The quantities to recompute after a change of a field.
enum class Derives {
  kNothing,
  kConstants,  // the results of mj_setConst
  kFrames,     // constants, and the frames and bounds from the compiler
};

enum class NumberType { kInt, kFloat, kDouble };

/// A field of mjModel.
struct ModelField {
  std::string_view name;
  std::string_view rows_name;  // such as "nbody"; empty for one value or vector
  std::size_t offset;          // of the array's pointer, or of the value
  bool is_array;
  NumberType number;
  int (*rows)(const mjModel& model);
  int (*columns)(const mjModel& model);
};

/// The fields of this model that are parameters; models of equal sizes have the
/// same. Fields without values are left out.
std::vector<const ModelField*> ParamFields(const mjModel& model);

/// The quantities that depend on the field.
Derives DerivesOf(const ModelField& field);

/// The parameter's description. Its range contains the model's own values.
Param Describe(const ModelField& field, const mjModel& model);

void GetField(const ModelField& field, const mjModel& model, double* values);
void SetField(const ModelField& field, const double* values, OwnModel* own);

/// A row of an array in the notation of parameters, such as "body_mass[torso]".
std::string RowName(std::string_view field, const mjModel& model, int row);

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_MODEL_PARAMS_H_
