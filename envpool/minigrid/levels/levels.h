// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The tasks of MiniGrid by name.
//
// Threads: any. Errors: std::invalid_argument for an unknown name.

#ifndef ENVPOOL_MINIGRID_LEVELS_LEVELS_H_
#define ENVPOOL_MINIGRID_LEVELS_LEVELS_H_

#include <memory>
#include <span>
#include <string_view>

#include "envpool/minigrid/level.h"

namespace envpool::minigrid {

/// Makes the level of the task `options.env_name`.
std::unique_ptr<Level> MakeLevel(const LevelOptions& options);

struct Task {
  std::string_view name;
  std::unique_ptr<Level> (*make)(const LevelOptions& options);
};

template <typename T>
std::unique_ptr<Level> Make(const LevelOptions& options) {
  return std::make_unique<T>(options);
}

// Each of these functions has its own file.
std::span<const Task> GoalTasks();      // reach the goal
std::span<const Task> ObjectTasks();    // do something with objects
std::span<const Task> DoorTasks();      // get through doors
std::span<const Task> RoomGridTasks();  // tasks in a RoomGrid
std::span<const Task> WfcTasks();       // wave function collapse

}  // namespace envpool::minigrid

#endif  // ENVPOOL_MINIGRID_LEVELS_LEVELS_H_
