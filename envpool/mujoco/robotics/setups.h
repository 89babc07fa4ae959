// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// SharedSetup: what official envs compute once when they are made, such as the
// start of all episodes. Envs with the same model and config share it.
//
// Threads: any. Errors: those of the function that makes it.

#ifndef ENVPOOL_MUJOCO_ROBOTICS_SETUPS_H_
#define ENVPOOL_MUJOCO_ROBOTICS_SETUPS_H_

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "envpool/core/process_mutex.h"
#include "envpool/mujoco/common/model.h"

namespace envpool::mujoco::robotics {

/// Returns the setup of a model and of the numbers `key`, all that it depends
/// on; make() makes it if no env has it.
template <typename Setup, typename Make>
std::shared_ptr<const Setup> SharedSetup(const Model& model,
                                         const std::vector<double>& key,
                                         const Make& make) {
  struct Entry {
    std::weak_ptr<const mjModel> model;
    std::vector<double> key;
    std::weak_ptr<const Setup> setup;
  };
  const std::lock_guard<std::mutex> lock(ProcessMutex("robotics setups"));
  // Never destroyed, because threads may use it until the process ends.
  static std::vector<Entry>& entries = *new std::vector<Entry>;
  std::erase_if(entries,
                [](const Entry& entry) { return entry.setup.expired(); });
  for (const Entry& entry : entries) {
    std::shared_ptr<const Setup> setup = entry.setup.lock();
    if (setup != nullptr && entry.model.lock() == model && entry.key == key) {
      return setup;
    }
  }
  auto setup = std::make_shared<const Setup>(make());
  entries.push_back({model, key, setup});
  return setup;
}

}  // namespace envpool::mujoco::robotics

#endif  // ENVPOOL_MUJOCO_ROBOTICS_SETUPS_H_
