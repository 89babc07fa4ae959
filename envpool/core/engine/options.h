// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// EngineOptions: options of running a pool; the config describes the
// simulation. Only the autoreset mode changes trajectories.
//
// Results may have additional columns. The engine allocates them, but only the
// receiver of a result writes them.

#ifndef ENVPOOL_CORE_ENGINE_OPTIONS_H_
#define ENVPOOL_CORE_ENGINE_OPTIONS_H_

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "envpool/core/engine/memory/layout.h"

namespace envpool {

enum class AutoresetMode { kNextStep, kSameStep, kDisabled };
enum class Numa { kAuto, kOff };  // kAuto keeps envs and workers on one node

/// The names of an option's values, in the order of the enum.
inline constexpr std::array<std::string_view, 3> kAutoresetNames = {
    "next_step", "same_step", "disabled"};
inline constexpr std::array<std::string_view, 2> kNumaNames = {"auto", "off"};

/// A row for each option: its type, name and default. The descriptions for
/// Python are in envpool/python/config/keywords.py.
#define ENVPOOL_ENGINE_OPTIONS(OPTION)                       \
  OPTION(AutoresetMode, autoreset, AutoresetMode::kNextStep) \
  OPTION(bool, episode_stats, false)                         \
  OPTION(bool, caller_helps, true)                           \
  OPTION(bool, shared_threads, false)                        \
  OPTION(Numa, numa, Numa::kAuto)                            \
  OPTION(int, chunk, 0)                                      \
  OPTION(int, spare_resets, 0)

/// A column that shows the values of another one in a different form.
struct ShownColumn {
  std::string of;  // the key of a state column
  DType dtype;
  std::vector<int> shape;  // shape of an item
};

struct EngineOptions {
  std::vector<ShownColumn> shown = {};
#define ENVPOOL_FIELD(type, name, value) type name = value;
  ENVPOOL_ENGINE_OPTIONS(ENVPOOL_FIELD)
#undef ENVPOOL_FIELD
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_OPTIONS_H_
