// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Models from a file, from XML text or from MuJoCo's binary format.
//
// Threads: thread-safe; models are constant. Errors: as LoadModel, with the
// config key `model`. A binary model is trusted, as MuJoCo hardly checks it.

#ifndef ENVPOOL_MUJOCO_TASKS_MODEL_SOURCE_H_
#define ENVPOOL_MUJOCO_TASKS_MODEL_SOURCE_H_

#include <string>
#include <vector>

#include "envpool/mujoco/common/model.h"

namespace envpool::mujoco::tasks {

/// Returns the model of a source: a path; a text that begins with "<"; or
/// "mjb:" and the bytes of a binary model, in hexadecimal. Adds a terrain,
/// which `ground` describes as Terrain says. Equal arguments give the same
/// object.
Model ModelOf(const std::string& source, const std::vector<double>& ground);

/// Bytes on which a model depends; they ignore the paths of files.
std::string FingerprintOf(const std::string& source,
                          const std::vector<double>& ground);

}  // namespace envpool::mujoco::tasks

#endif  // ENVPOOL_MUJOCO_TASKS_MODEL_SOURCE_H_
