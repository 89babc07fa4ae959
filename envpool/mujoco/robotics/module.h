// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the files of the Python module use. Each file adds one group of tasks.

#ifndef ENVPOOL_MUJOCO_ROBOTICS_MODULE_H_
#define ENVPOOL_MUJOCO_ROBOTICS_MODULE_H_

#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/mujoco/robotics/groups.h"
#include "envpool/mujoco/robotics/robotics_env.h"

/// The types of a task's spec and pool, without and with pixels.
#define ENVPOOL_TASK(name)                                               \
  using name##EnvSpec = PyEnvSpec<EnvSpec<RoboticsEnvFns<name>>>;        \
  using name##EnvPool = PyEnvPool<AsyncEnvPool<RoboticsEnv<name>>>;      \
  using name##PixelEnvSpec = PyEnvSpec<EnvSpec<RoboticsPixelFns<name>>>; \
  using name##PixelEnvPool = PyEnvPool<AsyncEnvPool<RoboticsPixelEnv<name>>>;

#define ENVPOOL_REGISTER(name)                   \
  REGISTER(module, name##EnvSpec, name##EnvPool) \
  REGISTER(module, name##PixelEnvSpec, name##PixelEnvPool)

#endif  // ENVPOOL_MUJOCO_ROBOTICS_MODULE_H_
