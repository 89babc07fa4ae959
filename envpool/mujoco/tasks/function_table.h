// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// C functions in programs. Only this process knows their addresses: a config
// names a function by a text that KeepFunction has returned, so that no file
// can make a program call something else.
//
// Threads: all functions are thread-safe. Errors: std::invalid_argument, which
// names the config key.

#ifndef ENVPOOL_MUJOCO_TASKS_FUNCTION_TABLE_H_
#define ENVPOOL_MUJOCO_TASKS_FUNCTION_TABLE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "envpool/mujoco/tasks/term.h"

namespace envpool::mujoco::tasks {

using NativeFunction = EnvPoolTerm*;

struct Function {
  std::string name;
  NativeFunction call;
};

/// Returns a text that stands for a function in this process.
std::string KeepFunction(std::uint64_t address);

/// Returns the functions of texts `name=<text of KeepFunction>`.
std::vector<Function> FunctionsOf(const std::vector<std::string>& texts);

}  // namespace envpool::mujoco::tasks

#endif  // ENVPOOL_MUJOCO_TASKS_FUNCTION_TABLE_H_
