// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MuJoCo's models: read once per process, shared by all envs.
//
// Threads: all functions are thread-safe; models are constant.
// Errors: std::invalid_argument with MuJoCo's text; std::bad_alloc if a model
// needs more memory than is available.
// After the first LoadModel, errors for which MuJoCo would end the process are
// thrown as std::runtime_error, and MuJoCo's warnings are not printed.

#ifndef ENVPOOL_MUJOCO_COMMON_MODEL_H_
#define ENVPOOL_MUJOCO_COMMON_MODEL_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/spec.h"
#include "mujoco/mujoco.h"

namespace envpool::mujoco {

using Model = std::shared_ptr<const mjModel>;

/// Returns the model of an XML file: the same object as before unless the file
/// or a file that it refers to has changed. Errors name `argument`.
Model LoadModel(const std::string& path,
                const std::string& argument = "xml_file");

/// A change of a model before it is compiled.
struct ModelEdit {
  std::string name;  // equal names stand for equal changes
  std::function<void(mjSpec*)> apply;
  bool is_lean{false};  // see LoadLeanModel; part of the name
};

/// Returns the model of an XML file with a change.
Model LoadModel(const std::string& path, const ModelEdit& edit,
                const std::string& argument = "xml_file");

/// Returns the model without textures and other things that only pictures need.
/// Simulations are equal in each bit.
Model LoadLeanModel(const std::string& path, const std::string& argument);

/// Returns the model that pictures need: for a lean model, that of its file
/// with everything, which is loaded if necessary; otherwise `model`.
Model WholeModel(const Model& model);

/// A hash of the contents of a loaded model's files and of the name of its
/// change; it ignores paths.
std::uint64_t ContentHash(const Model& model);

/// Returns the id of a body by its name, or by its id as text. Errors name
/// `argument`.
int BodyOf(const mjModel& model, const std::string& name,
           const std::string& argument = "xml_file");

/// Throws unless the model has at least as many positions and velocities as a
/// task reads.
void RequireSizes(const mjModel& model, int positions, int velocities);

using ControlBounds = std::pair<std::vector<double>, std::vector<double>>;

/// Returns the lower and upper bounds of the model's controls.
ControlBounds ControlBoundsOf(const mjModel& model);

/// The spec of a player's controls within bounds.
Spec<double> ControlSpec(ControlBounds bounds);

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_MODEL_H_
