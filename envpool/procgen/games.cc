// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/procgen/games.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace envpool::procgen {
namespace {

struct Game {
  const char* name;
  ImageSet images;
  int steps;  // per level
  bool is_extreme = false;
  bool has_memory = false;
  int exploration_level = 0;
};

using enum ImageSet;

constexpr std::array<Game, 16> kGames{{
    {"bigfish", kWater, 6000},
    {"bossfight", kOthers, 4000},
    {"caveflyer", kOthers, 1000, false, true, 1259048185},
    {"chaser", kOthers, 1000, true},
    {"climber", kPlatforms, 1000, false, false, 1561126160},
    {"coinrun", kPlatforms, 1000, false, false, 1949448038},
    {"dodgeball", kOthers, 1000, true, true},
    {"fruitbot", kOthers, 1000},
    {"heist", kOthers, 1000, false, true, 876640971},
    {"jumper", kPlatforms, 1000, false, true, 1434825276},
    {"leaper", kOthers, 500, true, false, 1318677581},
    {"maze", kOthers, 500, false, true, 158988835},
    {"miner", kPlatforms, 1000, false, true},
    {"ninja", kPlatforms, 1000, false, false, 1123500215},
    {"plunder", kWater, 4000},
    {"starpilot", kOthers, 1000, true},
}};

const Game& Find(const std::string& name) {
  const auto* game =
      std::find_if(kGames.begin(), kGames.end(),
                   [&](const Game& each) { return each.name == name; });
  if (game == kGames.end()) {
    throw std::invalid_argument("env_name: expected a game of Procgen, got " +
                                name);
  }
  return *game;
}

void CheckMode(const Game& game, int mode) {
  std::string expected = "0 (easy), 1 (hard)";
  bool known = mode == kEasy || mode == kHard;
  const auto allow = [&](bool allowed, int value, const char* name) {
    if (allowed) {
      expected += ", " + std::to_string(value) + " (" + name + ")";
      known = known || mode == value;
    }
  };
  allow(game.is_extreme, kExtreme, "extreme");
  allow(game.has_memory, kMemory, "memory");
  allow(game.exploration_level != 0, kExploration, "exploration");
  if (!known) {
    throw std::invalid_argument("distribution_mode: expected one of " +
                                expected + " for " + game.name + ", got " +
                                std::to_string(mode));
  }
}

void CheckLevels(const char* key, int value) {
  if (value < 0) {
    throw std::invalid_argument(std::string(key) +
                                ": expected an integer >= 0, got " +
                                std::to_string(value));
  }
}

}  // namespace

GameOptions Resolve(GameOptions options) {
  const Game& game = Find(options.game);
  CheckMode(game, options.distribution_mode);
  CheckLevels("num_levels", options.num_levels);
  CheckLevels("start_level", options.start_level);
  if (options.distribution_mode == kExploration) {
    if (options.num_levels != 0 || options.start_level != 0) {
      throw std::invalid_argument(
          "num_levels, start_level: expected 0 with distribution_mode 20 "
          "(exploration), which is a single level, got " +
          std::to_string(options.num_levels) + " and " +
          std::to_string(options.start_level));
    }
    options.distribution_mode = kHard;
    options.num_levels = 1;
    options.start_level = game.exploration_level;
  }
  return options;
}

ImageSet ImagesOf(const std::string& game) { return Find(game).images; }

int StepsPerLevel(const GameOptions& options) {
  if (options.game == "jumper" && options.distribution_mode == kMemory) {
    return 2000;
  }
  return Find(options.game).steps;
}

}  // namespace envpool::procgen
