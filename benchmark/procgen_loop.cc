// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the official library of Procgen itself takes: a game with random
// actions, in plain threads, with no pool around it.
//
//   procgen_loop FOLDER [game] [envs] [threads] [seconds]
//
// FOLDER is bazel-bin/envpool/procgen, with libenv.so and assets. Prints the
// steps of all envs a second.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "benchmark/loop.h"
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

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr,
                 "usage: procgen_loop FOLDER [game] [envs] [threads] "
                 "[seconds]\n");
    return 1;
  }
  const std::string game = argc > 2 ? argv[2] : "coinrun";
  const int envs = argc > 3 ? std::atoi(argv[3]) : 64;
  const int threads = argc > 4 ? std::max(std::atoi(argv[4]), 1) : 2;
  const double seconds = argc > 5 ? std::atof(argv[5]) : 3;
  const GameOptions options{.game = game,
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
  std::vector<std::unique_ptr<Player>> players;
  for (int i = 0; i < envs; ++i) {
    players.push_back(std::make_unique<Player>(argv[1], options, i));
  }
  const double speed = benchmark::StepsPerSecond(
      envs, threads, seconds, [&](int i) { return players[i].get(); });
  std::printf("%s, %d envs, %d threads: %.0f steps/s\n", game.c_str(), envs,
              threads, speed);
  return 0;
}
