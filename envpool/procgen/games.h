// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The sixteen games and their options.
//
// Threads: any. Errors: std::invalid_argument that names the option.

#ifndef ENVPOOL_PROCGEN_GAMES_H_
#define ENVPOOL_PROCGEN_GAMES_H_

#include <string>

#include "envpool/procgen/library.h"

namespace envpool::procgen {

/// The distribution of levels. The library knows all but kExploration, which is
/// a single level that is hard to explore.
enum DistributionMode {
  kEasy = 0,
  kHard = 1,
  kExtreme = 2,
  kMemory = 10,
  kExploration = 20,
};

/// The library's options of a game. Resolve() checks them, since the library
/// ends the process if an option is wrong.
struct GameOptions {
  std::string game;
  int distribution_mode;
  int num_levels;
  int start_level;
  bool use_sequential_levels;
  bool center_agent;
  bool use_backgrounds;
  bool use_monochrome_assets;
  bool restrict_themes;
  bool use_generated_assets;
  bool paint_vel_info;
  bool use_easy_jump;
};

/// Checks options and replaces the exploration mode, unknown to the library.
GameOptions Resolve(GameOptions options);

/// The images that the game draws.
ImageSet ImagesOf(const std::string& game);

/// The number of steps after which the game itself ends a level.
int StepsPerLevel(const GameOptions& options);

}  // namespace envpool::procgen

#endif  // ENVPOOL_PROCGEN_GAMES_H_
