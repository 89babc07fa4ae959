// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/robotics/maze_agents.h"
#include "envpool/mujoco/robotics/module.h"

namespace envpool::mujoco::robotics {
namespace {

using PointMaze = MazeTask<Point>;
using AntMaze = MazeTask<MazeAnt>;

ENVPOOL_TASK(PointMaze)
ENVPOOL_TASK(AntMaze)

}  // namespace

void AddMazes(const pybind11::module_& module) {
  ENVPOOL_REGISTER(PointMaze)
  ENVPOOL_REGISTER(AntMaze)
}

}  // namespace envpool::mujoco::robotics
