// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Lean models that were compiled when EnvPool was built. MuJoCo needs half a
// second for a model with many meshes, and a hundredth of it to read the
// result. LoadModel returns the lean model of a file with a compiled form.
//
// A compiled model is used only if it equals what MuJoCo would compile here: if
// the files of the model have the same contents, MuJoCo and the processor's
// architecture are the same, and the functions of the C library that MuJoCo's
// compiler calls return the same bits.
//
// Threads: one thread at a time, as for ModelFiles. Errors: std::bad_alloc;
// std::runtime_error from ModelFiles.

#ifndef ENVPOOL_MUJOCO_COMMON_COMPILED_MODEL_H_
#define ENVPOOL_MUJOCO_COMMON_COMPILED_MODEL_H_

#include <map>
#include <string>
#include <vector>

#include "envpool/mujoco/common/model_files.h"
#include "mujoco/mujoco.h"

namespace envpool::mujoco {

/// The file of the compiled form of a model's file, whether it exists or not:
/// `compiled/NAME.xml.bin` for `assets/NAME.xml`. Empty if there is no folder
/// `assets`.
std::string CompiledPath(const std::string& path);

/// Whether that file exists, for this release of MuJoCo.
bool IsCompiled(const std::string& path);

/// A compiled model: the content of its file, and by name those of files beside
/// it. Large arrays have files of their own, which similar models share.
struct PackedModel {
  std::string content;
  std::map<std::string, std::string> arrays;
};

/// Packs a lean model. `files` are the files that MuJoCo compiled; the first
/// one is the model's own.
PackedModel PackModel(const mjModel& lean, const std::vector<ModelFile>& files);

/// Compiles and packs the lean model of a file.
PackedModel PackLeanModel(const std::string& path);

/// Returns the lean model of a model's file from its compiled form, or null if
/// there is none that can be used. Adds its files to `files`. DeleteLean frees
/// it.
mjModel* UnpackModel(const std::string& path, ModelFiles* files);

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_COMPILED_MODEL_H_
