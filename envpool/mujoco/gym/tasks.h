// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// All tasks, and ENVPOOL_GYM_TASKS(F): F(Ant) F(HalfCheetah) ...
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_GYM_TASKS_H_
#define ENVPOOL_MUJOCO_GYM_TASKS_H_

#include "envpool/mujoco/common/ant.h"
#include "envpool/mujoco/gym/half_cheetah.h"
#include "envpool/mujoco/gym/hopper.h"
#include "envpool/mujoco/gym/humanoid.h"
#include "envpool/mujoco/gym/humanoid_standup.h"
#include "envpool/mujoco/gym/inverted_double_pendulum.h"
#include "envpool/mujoco/gym/inverted_pendulum.h"
#include "envpool/mujoco/gym/pusher.h"
#include "envpool/mujoco/gym/reacher.h"
#include "envpool/mujoco/gym/swimmer.h"
#include "envpool/mujoco/gym/walker2d.h"

#define ENVPOOL_GYM_TASKS(F) \
  F(Ant)                     \
  F(HalfCheetah)             \
  F(Hopper)                  \
  F(Humanoid)                \
  F(HumanoidStandup)         \
  F(InvertedDoublePendulum)  \
  F(InvertedPendulum)        \
  F(Pusher)                  \
  F(Reacher)                 \
  F(Swimmer)                 \
  F(Walker2d)

#endif  // ENVPOOL_MUJOCO_GYM_TASKS_H_
