// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The tasks of BabyAI by name. Each function is in a file of that name.
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_MINIGRID_BABYAI_TASKS_H_
#define ENVPOOL_MINIGRID_BABYAI_TASKS_H_

#include <span>

#include "envpool/minigrid/levels/levels.h"

namespace envpool::minigrid::babyai {

std::span<const Task> GoToTasks();
std::span<const Task> LevelGenTasks();
std::span<const Task> OpenTasks();
std::span<const Task> OtherTasks();
std::span<const Task> PickupTasks();
std::span<const Task> PutNextTasks();
std::span<const Task> UnlockTasks();

}  // namespace envpool::minigrid::babyai

#endif  // ENVPOOL_MINIGRID_BABYAI_TASKS_H_
