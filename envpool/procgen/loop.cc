// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A benchmark of the official library of Procgen alone: a game with random
// actions. The library resets by itself.

#include "benchmark/loop.h"

#include <memory>
#include <random>
#include <string>

#include "envpool/procgen/game.h"

namespace {

using envpool::procgen::Game;
using envpool::procgen::GameOptions;

class Player {
 public:
  Player(const std::string& folder, const GameOptions& options, int place)
      : game_(folder, options, 42, place) {}

  void Step(std::mt19937* actions) {
    game_.Act(static_cast<int>((*actions)() % Game::kNumActions));
  }

 private:
  Game game_;
};

}  // namespace

/// Arguments: the folder with libenv.so and assets; the game.
std::unique_ptr<benchmark::Loop> benchmark::MakeLoop(const Arguments& arguments,
                                                     int envs, int threads) {
  const GameOptions options{.game = arguments.at(1),
                            .distribution_mode = envpool::procgen::kHard,
                            .num_levels = 0,
                            .start_level = 0,
                            .use_sequential_levels = false,
                            .center_agent = true,
                            .use_backgrounds = true,
                            .use_monochrome_assets = false,
                            .restrict_themes = false,
                            .use_generated_assets = false,
                            .paint_vel_info = false,
                            .use_easy_jump = false};
  return std::make_unique<LoopOf<Player>>(envs, threads, [&](int place) {
    return std::make_unique<Player>(arguments[0], options, place);
  });
}
