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

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "envpool/procgen/game.h"

namespace {

using envpool::procgen::Game;
using Clock = std::chrono::steady_clock;

double Seconds(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

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
  const int threads = argc > 4 ? std::atoi(argv[4]) : 2;
  const double seconds = argc > 5 ? std::atof(argv[5]) : 3;
  const envpool::procgen::GameOptions options{
      .game = game,
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
  // Every thread has games of its own, and steps all of them over and over.
  std::vector<std::vector<std::unique_ptr<Game>>> games(threads);
  for (int i = 0; i < envs; ++i) {
    games[i % threads].push_back(
        std::make_unique<Game>(argv[1], options, 42, i));
  }
  std::atomic<std::int64_t> steps{0};
  std::vector<std::thread> workers;
  const Clock::time_point start = Clock::now();
  for (int thread = 0; thread < threads; ++thread) {
    workers.emplace_back([&, thread] {
      std::mt19937 actions(thread);
      while (Seconds(start) < seconds) {
        for (const auto& each : games[thread]) {
          each->Act(static_cast<int>(actions() % Game::kNumActions));
        }
        steps += static_cast<std::int64_t>(games[thread].size());
      }
    });
  }
  for (std::thread& worker : workers) {
    worker.join();
  }
  std::printf("%s, %d envs, %d threads: %.0f steps/s\n", game.c_str(), envs,
              threads, static_cast<double>(steps) / Seconds(start));
  return 0;
}
