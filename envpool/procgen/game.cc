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

// What follows is in the library's memory, because its interface cannot set it
// without playing a level, or in a step's time. The offsets are those of the
// library's build.

void* PointerAt(void* base, std::ptrdiff_t offset) {
  void* pointer;
  std::memcpy(&pointer, static_cast<char*>(base) + offset, sizeof(pointer));
  return pointer;
}

// An env has a vector of pointers to games.
void* FindOnlyGame(void* env) {
  constexpr std::ptrdiff_t kGames = 0x58;
  return PointerAt(PointerAt(env, kGames), 0);
}

// The generator of level seeds is within the game.
std::mt19937* FindLevelSeeds(void* env) {
  constexpr std::ptrdiff_t kGenerator = 0x70;
  return reinterpret_cast<std::mt19937*>(static_cast<char*>(FindOnlyGame(env)) +
                                         kGenerator);
}

// A game has a vector of pointers to observations.
void** FindFrame(void* env) {
  constexpr std::ptrdiff_t kObservations = 0x67d0;
  return static_cast<void**>(PointerAt(FindOnlyGame(env), kObservations));
}

void RequireVersion(bool is_expected) {
  if (!is_expected) {
    throw std::runtime_error(
        "Procgen: expected the library of procgen 0.10.7, got another one");
  }
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
    SetBuffers();
  } catch (...) {
    library_.close(env_);
    throw;
  }
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
  RequireVersion(*generator == LevelSeeds(kMakeSeed, 0));
  *generator = LevelSeeds(seed, index);
}

void Game::SetBuffers() {
  void* observations[] = {frames_[current_].data()};
  // In the order of the library's info spaces.
  void* infos[] = {&infos_.prev_level_seed, &infos_.prev_level_complete,
                   &infos_.level_seed, rendered_.get()};
  void* actions[] = {&action_};
  LibraryBuffers buffers{observations, &infos_.reward, &infos_.ended, infos,
                         actions};
  library_.set_buffers(env_, &buffers);  // also starts the first level
  frame_slot_ = FindFrame(env_);
  RequireVersion(*frame_slot_ == frames_[current_].data());
}

void Game::KeepFrame() {
  current_ = 1 - current_;
  *frame_slot_ = frames_[current_].data();
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
