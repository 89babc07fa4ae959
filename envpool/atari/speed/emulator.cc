// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The emulators of Atari games without a pool, with random actions: what a
// rollout is compared with. A step is four frames, and the screens of the last
// two are drawn; perhaps, an image is made of them. A thread takes a game
// through all steps, which suits the caches. A reset counts as a step.
//
// Threads, errors: as benchmark/loop.h.

#include <atomic>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "benchmark/loop.h"
#include "envpool/atari/console.h"
#include "envpool/atari/games.h"

namespace {

using envpool::atari::Console;
using envpool::atari::Emulator;
using envpool::atari::GameOf;
using envpool::atari::LoadRom;

constexpr int kFrames = 4;

class Machine {
 public:
  Machine(const std::string& roms, const std::string& game, bool has_images,
          int seed)
      : has_images_(has_images),
        actions_(GameOf(game).minimal_actions),
        random_(seed),
        console_({.game = game, .rom = LoadRom(roms, game), .seed = seed},
                 {.size = {84, 84}, .stack_num = 1}) {
    console_.emulator().ResetGame();
  }

  void Step() {
    Emulator& emulator = console_.emulator();
    if (emulator.IsTerminal()) {
      emulator.ResetGame();
      return;
    }
    const int action = actions_[random_() % actions_.size()];
    for (int left = kFrames; left > 0 && !emulator.IsTerminal(); --left) {
      emulator.Act(action, left <= 2);
      if (has_images_ && left == 2) {
        console_.Keep(0);
      }
    }
    if (has_images_ && console_.HasKept(0)) {
      console_.PushScreens(0);
    }
  }

 private:
  const bool has_images_;
  const std::vector<int>& actions_;
  std::mt19937 random_;
  Console console_;
};

class Machines : public benchmark::Loop {
 public:
  Machines(const benchmark::Arguments& arguments, int count, int threads)
      : threads_(threads) {
    for (int i = 0; i < count; ++i) {
      machines_.push_back(std::make_unique<Machine>(
          arguments.at(0), arguments.at(1), arguments.at(2) == "images", i));
    }
  }

  bool Play(int steps) override {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t i = next++; i < machines_.size(); i = next++) {
        for (int step = 0; step < steps; ++step) {
          machines_[i]->Step();
        }
      }
    };
    std::vector<std::thread> others;
    for (int i = 1; i < threads_; ++i) {
      others.emplace_back(work);
    }
    work();
    for (std::thread& other : others) {
      other.join();
    }
    return true;
  }

 private:
  const int threads_;
  std::vector<std::unique_ptr<Machine>> machines_;
};

}  // namespace

/// Arguments: the folder of the ROMs, the game, "screens" or "images".
std::unique_ptr<benchmark::Loop> benchmark::MakeLoop(const Arguments& arguments,
                                                     int envs, int threads) {
  return std::make_unique<Machines>(arguments, envs, threads);
}
