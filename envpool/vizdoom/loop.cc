// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A benchmark of ViZDoom's engines alone: a scenario with random buttons, four
// tics per step. The screen is read, but not resized. Resets count as steps.

#include "benchmark/loop.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "envpool/vizdoom/game.h"
#include "envpool/vizdoom/scenario.h"

namespace {

using envpool::vizdoom::Game;
using envpool::vizdoom::Region;
using envpool::vizdoom::Scenario;

class Player {
 public:
  Player(const std::string& engine, const Scenario& scenario, int seed)
      : buttons_(static_cast<int>(scenario.buttons.size())),
        screen_(static_cast<std::size_t>(scenario.width) * scenario.height *
                scenario.Channels()),
        game_({.engine = engine,
               .scenario = scenario,
               .seed = static_cast<std::uint32_t>(seed),
               .recordings = "",
               .cancelled = std::make_shared<std::atomic<bool>>(false)}) {}

  /// The first step waits for the engine.
  void Step(std::mt19937* actions) {
    if (!game_.is_open()) {
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

}  // namespace

/// Arguments: the paths of the engine, the iwad, the scenario's .cfg and its
/// .wad.
std::unique_ptr<benchmark::Loop> benchmark::MakeLoop(const Arguments& arguments,
                                                     int envs, int threads) {
  Scenario scenario = envpool::vizdoom::ReadScenario(arguments.at(2));
  scenario.iwad = arguments.at(1);
  scenario.wad = arguments.at(3);
  scenario.timeout = 4 * 525;
  scenario.width = std::max(scenario.width, 320);
  scenario.height = std::max(scenario.height, 240);
  scenario.depth = scenario.labels = scenario.automap = false;
  scenario.objects = scenario.sectors = false;
  scenario.audio = scenario.notifications = false;
  auto loop = std::make_unique<LoopOf<Player>>(envs, threads, [&](int seed) {
    return std::make_unique<Player>(arguments[0], scenario, seed);
  });
  // The engines load concurrently; the first step of each player waits for its
  // engine.
  return loop->Play(1) ? std::move(loop) : nullptr;
}
