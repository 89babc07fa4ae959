// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The tasks to find all targets in a maze.
//
// Source: dm_control.locomotion.tasks.random_goal_maze.
//
// Threads, errors: as Task.

#ifndef ENVPOOL_MUJOCO_DMC_LOCOMOTION_FORAGE_H_
#define ENVPOOL_MUJOCO_DMC_LOCOMOTION_FORAGE_H_

#include <memory>

#include "envpool/mujoco/dmc_locomotion/task.h"

namespace envpool::mujoco::dmc_locomotion {

std::unique_ptr<Task> MakeCmuMazeForage(World* world, Walker* walker);
std::unique_ptr<Task> MakeRatMazeForage(World* world, Walker* walker);
/// A room, in which some targets are good and some bad.
std::unique_ptr<Task> MakeHeterogeneousForage(World* world, Walker* walker);

}  // namespace envpool::mujoco::dmc_locomotion

#endif  // ENVPOOL_MUJOCO_DMC_LOCOMOTION_FORAGE_H_
