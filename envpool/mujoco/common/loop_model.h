// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Models and states for the loops of benchmarks, which use MuJoCo alone.
//
// Threads: as MuJoCo's. Ownership: a pointer frees what it points to. Errors:
// std::runtime_error for a model that MuJoCo cannot load.

#ifndef ENVPOOL_MUJOCO_COMMON_LOOP_MODEL_H_
#define ENVPOOL_MUJOCO_COMMON_LOOP_MODEL_H_

#include <memory>
#include <stdexcept>
#include <string>

#include "mujoco/mujoco.h"

namespace envpool::mujoco {

struct DeleteLoopData {
  void operator()(mjData* data) const { mj_deleteData(data); }
};
using LoopData = std::unique_ptr<mjData, DeleteLoopData>;

inline std::shared_ptr<mjModel> LoadLoopModel(const std::string& path) {
  std::shared_ptr<mjModel> model(
      mj_loadXML(path.c_str(), nullptr, nullptr, 0),
      [](mjModel* loaded) { mj_deleteModel(loaded); });
  if (model == nullptr) {
    throw std::runtime_error("no model: " + path);
  }
  return model;
}

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_LOOP_MODEL_H_
