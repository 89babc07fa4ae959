// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A benchmark of the levels of MiniGrid and BabyAI without a pool, with random
// actions. A reset counts as a step.

#include "benchmark/loop.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>

#include "envpool/minigrid/levels/levels.h"
#include "envpool/minigrid/view.h"

namespace {

using envpool::minigrid::Action;
using envpool::minigrid::Level;
using envpool::minigrid::LevelOptions;
using envpool::minigrid::MakeLevel;
using envpool::minigrid::Outcome;
using envpool::minigrid::WriteView;

/// The options of a task id. Only the ids below are supported.
LevelOptions OptionsOf(const std::string& task) {
  LevelOptions options;
  if (task == "MiniGrid-Empty-8x8-v0") {
    options.size = 8;
    options.see_through_walls = true;
  } else if (task == "MiniGrid-Empty-Random-6x6-v0") {
    options.size = 6;
    options.see_through_walls = true;
    options.agent_start_pos = {-1, -1};
    options.agent_start_dir = -1;
  } else if (task == "MiniGrid-DoorKey-8x8-v0") {
    options.env_name = "doorkey";
  } else if (task == "MiniGrid-MultiRoom-N6-v0") {
    options.env_name = "multi_room";
    options.width = options.height = 25;
    options.min_num_rooms = options.max_num_rooms = 6;
  } else if (task == "BabyAI-GoToLocal-v0") {
    options.env_name = "babyai_goto_local";
    options.room_size = 8;
    options.num_dists = 8;
  } else if (task == "BabyAI-PutNextLocal-v0") {
    options.env_name = "babyai_put_next_local";
    options.room_size = 8;
    options.num_objs = 8;
  } else if (task == "BabyAI-BossLevel-v0") {
    options.env_name = "babyai_boss_level";
    options.room_size = 8;
  } else {
    throw std::invalid_argument("no loop over " + task);
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

/// Arguments: a task id; the limit of episode steps, 0 for the task's default.
std::unique_ptr<benchmark::Loop> benchmark::MakeLoop(const Arguments& arguments,
                                                     int envs, int threads) {
  LevelOptions options = OptionsOf(arguments.at(0));
  options.max_episode_steps = std::stoi(arguments.at(1));
  return std::make_unique<LoopOf<World>>(envs, threads, [&options](int seed) {
    return std::make_unique<World>(options, seed);
  });
}
