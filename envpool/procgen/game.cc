// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/procgen/game.h"

#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace envpool::procgen {
namespace {

// Larger than any state. Only the pages that the state fills are touched.
constexpr int kMaxStateBytes = 1 << 23;

constexpr int kMakeSeed = 0;

// Collects options in the library's format.
class OptionList {
 public:
  void Add(const char* name, int value) {
    Add(name, OptionType::kInt32, &value, 1, sizeof(value));
  }
  void Add(const char* name, bool value) {
    const std::uint8_t byte = value ? 1 : 0;
    Add(name, OptionType::kUint8, &byte, 1, 1);
  }
  void Add(const char* name, const std::string& value) {
    const auto size = static_cast<int>(value.size());
    Add(name, OptionType::kUint8, value.data(), size, value.size());
  }
  LibraryOptions Get() {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      items_[i].data = values_[i].data();
    }
    return {items_.data(), static_cast<int>(items_.size())};
  }

 private:
  void Add(const char* name, OptionType type, const void* data, int count,
           std::size_t bytes) {
    LibraryOption& item = items_.emplace_back();
    std::strncpy(item.name, name, sizeof(item.name) - 1);
    item.type = type;
    item.count = count;
    const auto* first = static_cast<const char*>(data);
    values_.emplace_back(first, first + bytes);
  }

  std::vector<LibraryOption> items_;
  std::vector<std::vector<char>> values_;
};

int Draw(std::mt19937* random, int index) {
  random->discard(index);
  return static_cast<int>((*random)());
}

// The generator of level seeds for env `index` of a vector env.
std::mt19937 LevelSeeds(int seed, int index) {
  std::mt19937 envs(static_cast<std::uint32_t>(seed));
  return std::mt19937(static_cast<std::uint32_t>(Draw(&envs, index)));
}

// Finds the level-seed generator of an env's only game in the library's memory,
// because the library's interface cannot set it without playing a level. The
// offsets are those of the library's build: kGames leads to the env's vector of
// pointers to games, kGenerator to the generator within a game.
std::mt19937* FindLevelSeeds(void* env) {
  constexpr std::ptrdiff_t kGames = 0x58, kGenerator = 0x70;
  const auto at = [](void* base, std::ptrdiff_t offset) {
    return static_cast<char*>(base) + offset;
  };
  void* games;
  void* game;
  std::memcpy(&games, at(env, kGames), sizeof(games));
  std::memcpy(&game, games, sizeof(game));
  return reinterpret_cast<std::mt19937*>(at(game, kGenerator));
}

}  // namespace

Game::Game(const std::string& folder, const GameOptions& options, int seed,
           int index)
    : library_(Library::Get(folder, ImagesOf(options.game))),
      rendered_(std::make_unique_for_overwrite<std::uint8_t[]>(
          kRenderSide * kRenderSide * 3)) {
  Make(Resolve(options));
  try {
    SetLevelSeeds(seed, index);
  } catch (...) {
    library_.close(env_);
    throw;
  }
  SetBuffers();
}

Game::~Game() { library_.close(env_); }

void Game::Make(const GameOptions& options) {
  OptionList list;
  list.Add("env_name", options.game);
  list.Add("num_levels", options.num_levels);
  list.Add("start_level", options.start_level);
  list.Add("num_actions", kNumActions);
  list.Add("use_sequential_levels", options.use_sequential_levels);
  list.Add("rand_seed", kMakeSeed);
  list.Add("num_threads", 0);  // steps in the caller's thread
  list.Add("render_human", true);
  list.Add("resource_root", library_.images);
  list.Add("distribution_mode", options.distribution_mode);
  list.Add("center_agent", options.center_agent);
  list.Add("use_backgrounds", options.use_backgrounds);
  list.Add("use_monochrome_assets", options.use_monochrome_assets);
  list.Add("restrict_themes", options.restrict_themes);
  list.Add("use_generated_assets", options.use_generated_assets);
  list.Add("paint_vel_info", options.paint_vel_info);
  list.Add("use_easy_jump", options.use_easy_jump);
  env_ = library_.Make(list.Get());
}

void Game::SetLevelSeeds(int seed, int index) {
  static_assert(std::is_trivially_copyable_v<std::mt19937>);
  std::mt19937* generator = FindLevelSeeds(env_);
  if (*generator != LevelSeeds(kMakeSeed, 0)) {
    throw std::runtime_error(
        "Procgen: expected the library of procgen 0.10.7, got another one");
  }
  *generator = LevelSeeds(seed, index);
}

void Game::SetBuffers() {
  void* observations[] = {frame_.data()};
  // In the order of the library's info spaces.
  void* infos[] = {&infos_.prev_level_seed, &infos_.prev_level_complete,
                   &infos_.level_seed, rendered_.get()};
  void* actions[] = {&action_};
  LibraryBuffers buffers{observations, &infos_.reward, &infos_.ended, infos,
                         actions};
  library_.set_buffers(env_, &buffers);  // also starts the first level
}

void Game::Act(int action) {
  action_ = action;
  library_.act(env_);
}

const std::uint8_t* Game::Render() {
  library_.observe(env_);
  return rendered_.get();
}

std::string Game::Save() const {
  const auto bytes = std::make_unique_for_overwrite<char[]>(kMaxStateBytes);
  const int size = library_.get_state(env_, 0, bytes.get(), kMaxStateBytes);
  return {bytes.get(), static_cast<std::size_t>(size)};
}

void Game::Load(std::string state) {
  library_.set_state(env_, 0, state.data(), static_cast<int>(state.size()));
}

}  // namespace envpool::procgen
