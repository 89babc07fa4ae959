// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MuJoCo's models: read once per process, shared by all envs.
//
// Threads: all functions may be called by many at once; a model is constant.
// Errors: std::invalid_argument, with MuJoCo's own text; std::bad_alloc where a
// model needs more memory than there is.
// From the first LoadModel on, what MuJoCo would end the process for is a
// std::runtime_error, and what it would warn of on the terminal goes unsaid.

#ifndef ENVPOOL_MUJOCO_COMMON_MODEL_H_
#define ENVPOOL_MUJOCO_COMMON_MODEL_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/spec.h"
#include "mujoco/mujoco.h"

namespace envpool::mujoco {

using Model = std::shared_ptr<const mjModel>;

/// The model of an XML file; the same one as before unless the file, or one
/// that it refers to, has changed. `argument` is what the user has to change if
/// there is none.
Model LoadModel(const std::string& path,
                const std::string& argument = "xml_file");

/// A number that differs where the contents of a loaded model's files do,
/// wherever they are.
std::uint64_t ContentOf(const Model& model);

/// The number of a body; a number as text stands for itself. `argument` is what
/// the user has to change if there is none.
int BodyOf(const mjModel& model, const std::string& name,
           const std::string& argument = "xml_file");

/// Throws unless the model has at least so many of them: a task reads these.
void RequireSizes(const mjModel& model, int positions, int velocities);

using ControlBounds = std::pair<std::vector<double>, std::vector<double>>;

/// The lowest and the highest of each control, as the model has them.
ControlBounds ControlBoundsOf(const mjModel& model);

/// The spec of a player's controls within bounds.
Spec<double> ControlSpec(ControlBounds bounds);

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_MODEL_H_
