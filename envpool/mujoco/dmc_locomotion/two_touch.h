// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The task to touch a sphere with a hand, to wait, and to touch it again.
//
// Source: dm_control.locomotion.tasks.reach.
//
// Threads, errors: as Task.

#ifndef ENVPOOL_MUJOCO_DMC_LOCOMOTION_TWO_TOUCH_H_
#define ENVPOOL_MUJOCO_DMC_LOCOMOTION_TWO_TOUCH_H_

#include <memory>

#include "envpool/mujoco/dmc_locomotion/task.h"

namespace envpool::mujoco::dmc_locomotion {

std::unique_ptr<Task> MakeTwoTouch(World* world, Walker* walker);

}  // namespace envpool::mujoco::dmc_locomotion

#endif  // ENVPOOL_MUJOCO_DMC_LOCOMOTION_TWO_TOUCH_H_
