// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the levels of MiniGrid and BabyAI take by themselves: random actions in
// plain threads, with no pool around them.
//
//   minigrid_loop [task] [envs] [threads] [seconds] [steps]
//
// `steps` is the limit of an episode, by default the task's own. Prints the
// steps of all envs a second, those of resets included.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>

#include "benchmark/loop.h"
#include "envpool/minigrid/levels/levels.h"
#include "envpool/minigrid/view.h"

namespace {

using envpool::minigrid::Action;
using envpool::minigrid::Level;
using envpool::minigrid::LevelOptions;
using envpool::minigrid::MakeLevel;
using envpool::minigrid::Outcome;
using envpool::minigrid::WriteView;

/// The options of an id. The names are those of the pools in bench.py; the pool
/// empty-short is of empty-random.
LevelOptions OptionsOf(const std::string& task) {
  LevelOptions options;
  if (task == "empty" || task == "empty-random") {
    options.size = task == "empty" ? 8 : 6;
    options.see_through_walls = true;
    if (task == "empty-random") {
      options.agent_start_pos = {-1, -1};
      options.agent_start_dir = -1;
    }
  } else if (task == "doorkey") {
    options.env_name = "doorkey";
  } else if (task == "multiroom") {
    options.env_name = "multi_room";
    options.width = options.height = 25;
    options.min_num_rooms = options.max_num_rooms = 6;
  } else if (task == "babyai-gotolocal") {
    options.env_name = "babyai_goto_local";
    options.room_size = 8;
    options.num_dists = 8;
  } else if (task == "babyai-bosslevel") {
    options.env_name = "babyai_boss_level";
    options.room_size = 8;
  } else {
    std::fprintf(stderr,
                 "minigrid_loop: expected empty, empty-random, doorkey, "
                 "multiroom, babyai-gotolocal or babyai-bosslevel, got %s\n",
                 task.c_str());
    std::exit(2);
  }
  return options;
}

class World {
 public:
  World(const LevelOptions& options, int seed) : level_(MakeLevel(options)) {
    level_->Seed(seed);
    Reset();
  }

  void Step(std::mt19937* actions) {
    if (is_over_) {
      Reset();
      return;
    }
    const Outcome outcome = level_->Step(static_cast<Action>((*actions)() % 7));
    is_over_ = outcome.terminated || outcome.truncated;
    Observe();
  }

 private:
  void Reset() {
    level_->Reset();
    Observe();
    level_->AfterReset();
    is_over_ = false;
  }

  void Observe() {
    WriteView(*level_, image_.data());
    const std::string& mission = level_->mission();
    std::memcpy(mission_.data(), mission.data(),
                std::min(mission.size(), mission_.size()));
  }

  std::unique_ptr<Level> level_;
  std::array<uint8_t, 7 * 7 * 3> image_;
  std::array<char, 512> mission_;
  bool is_over_{false};
};

}  // namespace

int main(int argc, char** argv) {
  const std::string task = argc > 1 ? argv[1] : "empty";
  const int envs = argc > 2 ? std::atoi(argv[2]) : 64;
  const int threads = argc > 3 ? std::atoi(argv[3]) : 2;
  const double seconds = argc > 4 ? std::atof(argv[4]) : 3;
  LevelOptions options = OptionsOf(task);
  options.max_episode_steps = argc > 5 ? std::atoi(argv[5]) : 0;
  const double speed = benchmark::StepsPerSecond(
      envs, threads, seconds,
      [&](int i) { return std::make_unique<World>(options, i); });
  std::printf("%s, %d envs, %d threads: %.0f steps/s\n", task.c_str(), envs,
              threads, speed);
  return 0;
}
