// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ForEachArray: visits the arrays of an mjModel, for copies of models that do
// not own their arrays, or own them otherwise than MuJoCo's.
//
// Threads: any. Errors: none of its own.

#ifndef ENVPOOL_MUJOCO_COMMON_MODEL_ARRAYS_H_
#define ENVPOOL_MUJOCO_COMMON_MODEL_ARRAYS_H_

#include <cstddef>

#include "mujoco/mjxmacro.h"
#include "mujoco/mujoco.h"

namespace envpool::mujoco {

/// Calls visit(name, pointer to the array's pointer, bytes) for all arrays.
template <typename Visit>
void ForEachArray(mjModel* model, const Visit& visit) {
#undef MJ_M
#define MJ_M(n) model->n
#define X(type, name, rows, columns)                   \
  visit(#name, reinterpret_cast<void**>(&model->name), \
        sizeof(type) * static_cast<std::size_t>(model->rows) * (columns));
  MJMODEL_POINTERS
#undef X
}

/// The number of std::max_align_t that these bytes need.
constexpr std::size_t InUnits(std::size_t bytes) {
  return (bytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t);
}

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_MODEL_ARRAYS_H_
