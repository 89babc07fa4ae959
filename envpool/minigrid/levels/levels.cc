// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/minigrid/levels/levels.h"

#include <memory>
#include <stdexcept>

#include "envpool/minigrid/babyai/tasks.h"

namespace envpool::minigrid {

std::unique_ptr<Level> MakeLevel(const LevelOptions& options) {
  for (const auto tasks :
       {GoalTasks(), ObjectTasks(), DoorTasks(), RoomGridTasks(),
        babyai::GoToTasks(), babyai::LevelGenTasks(), babyai::OpenTasks(),
        babyai::OtherTasks(), babyai::PickupTasks(), babyai::PutNextTasks(),
        babyai::UnlockTasks(), WfcTasks()}) {
    for (const Task& task : tasks) {
      if (task.name == options.env_name) {
        return task.make(options);
      }
    }
  }
  throw std::invalid_argument("env_name: expected a task, got \"" +
                              options.env_name + "\"");
}

}  // namespace envpool::minigrid
