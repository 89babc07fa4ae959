// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What ViZDoom's engines themselves take: a scenario with random buttons, four
// tics a step, the screen read but not resized, in plain threads, with no pool
// around them.
//
//   vizdoom_loop FOLDER [scenario] [envs] [threads] [seconds]
//
// FOLDER is that of the Python package vizdoom. `scenario` is the name of a
// file in its folder `scenarios`, or a path, without ".cfg". Prints the steps
// of all envs a second, those of resets included.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "benchmark/loop.h"
#include "envpool/vizdoom/game.h"
#include "envpool/vizdoom/scenario.h"

namespace {

using envpool::vizdoom::Game;
using envpool::vizdoom::Region;
using envpool::vizdoom::Scenario;

class Player {
 public:
  Player(const std::string& folder, const Scenario& scenario, int seed)
      : buttons_(static_cast<int>(scenario.buttons.size())),
        screen_(static_cast<std::size_t>(scenario.width) * scenario.height *
                scenario.Channels()),
        game_({.engine = folder + "/vizdoom",
               .scenario = scenario,
               .seed = static_cast<std::uint32_t>(seed),
               .recordings = ""}) {}

  /// The first step waits for the engine.
  void Step(std::mt19937* actions) {
    if (!game_.started()) {
      game_.Start();
    } else if (game_.IsFinished()) {
      game_.NewEpisode();
    } else {
      const int pressed = static_cast<int>((*actions)() % (buttons_ + 1));
      for (int i = 0; i < buttons_; ++i) {
        game_.SetButton(i, i == pressed ? 1 : 0);
      }
      game_.Advance(4);
    }
    std::copy_n(game_.At(Region::kScreen), screen_.size(), screen_.data());
  }

 private:
  const int buttons_;
  std::vector<char> screen_;
  Game game_;
};

double Run(int argc, char** argv) {
  const std::string folder = argv[1];
  const std::string name = argc > 2 ? argv[2] : "basic";
  const int envs = argc > 3 ? std::atoi(argv[3]) : 64;
  const int threads = argc > 4 ? std::max(std::atoi(argv[4]), 1) : 2;
  const double seconds = argc > 5 ? std::atof(argv[5]) : 3;
  Scenario scenario = envpool::vizdoom::ReadScenario(
      (name.find('/') == std::string::npos ? folder + "/scenarios/" + name
                                           : name) +
      ".cfg");
  scenario.iwad = folder + "/freedoom2.wad";
  scenario.timeout = 4 * 525;
  scenario.width = std::max(scenario.width, 320);
  scenario.height = std::max(scenario.height, 240);
  scenario.depth = scenario.labels = scenario.automap = false;
  scenario.objects = scenario.sectors = false;
  scenario.audio = scenario.notifications = false;
  std::vector<std::unique_ptr<Player>> players;
  std::mt19937 actions(0);
  for (int i = 0; i < envs; ++i) {  // they load side by side
    players.push_back(std::make_unique<Player>(folder, scenario, i));
  }
  for (const auto& player : players) {
    player->Step(&actions);
  }
  return benchmark::StepsPerSecond(envs, threads, seconds,
                                   [&](int i) { return players[i].get(); });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr,
                 "usage: vizdoom_loop FOLDER [scenario] [envs] [threads] "
                 "[seconds]\n");
    return 1;
  }
  try {
    std::printf("%.0f steps/s\n", Run(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vizdoom_loop: %s\n", error.what());
    return 1;
  }
  return 0;
}
