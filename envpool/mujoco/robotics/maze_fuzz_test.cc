// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes mazes of any text.

#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "envpool/mujoco/robotics/maze.h"
#include "envpool/testing/fuzz/input.h"

using envpool::mujoco::robotics::Maze;
using envpool::testing::Expect;
using envpool::testing::FuzzInput;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  FuzzInput input(data, size);
  const int row = input.TakeIn(-4, 20);
  const int column = input.TakeIn(-4, 20);
  try {
    const Maze maze(input.TakeLine(), 1, 0.5);
    Expect(!maze.goals().empty() && !maze.starts().empty(), "no places");
    static_cast<void>(maze.FreeCell("cell", row, column));
  } catch (const std::invalid_argument&) {
    // A map or a cell that is refused.
  }
  return 0;
}
