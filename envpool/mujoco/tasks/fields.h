// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The arrays of mjData and mjModel that programs read and write, by number.
//
// Threads: constant data. Errors: none.

#ifndef ENVPOOL_MUJOCO_TASKS_FIELDS_H_
#define ENVPOOL_MUJOCO_TASKS_FIELDS_H_

#include <cstdint>
#include <span>

#include "mujoco/mujoco.h"

namespace envpool::mujoco::tasks {

/// An array of doubles.
struct Field {
  const char* name;
  double* (*array)(const mjModel& model, mjData& data);
  std::int64_t (*size)(const mjModel& model);
  bool is_writable;             // by programs
  double* mjModel::* of_model;  // to copy before writing; null for mjData
  bool is_late{false};          // MuJoCo computes it with accelerations
};

/// All fields. Programs refer to them by their index.
std::span<const Field> Fields();

}  // namespace envpool::mujoco::tasks

#endif  // ENVPOOL_MUJOCO_TASKS_FIELDS_H_
