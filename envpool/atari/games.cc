// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/atari/games.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "ale/ale_interface.hpp"
#include "ale/emucore/MD5.hxx"

namespace envpool::atari {
namespace {

constexpr int kNumActions = 18;  // of one player

Game Describe(const std::string& name) {
  const std::unique_ptr<ale::RomSettings> settings(
      ale::buildRomRLWrapper(std::filesystem::path(name + ".bin"), ""));
  if (settings == nullptr) {
    throw std::invalid_argument(
        "task: expected the name of an Atari game, got \"" + name + "\"");
  }
  Game game;
  for (int i = 0; i < kNumActions; ++i) {
    const auto action = static_cast<ale::Action>(i);
    if (settings->isLegal(action)) {
      game.legal_actions.push_back(i);
    }
    if (settings->isMinimal(action)) {
      game.minimal_actions.push_back(i);
    }
  }
  for (const ale::game_mode_t mode : settings->getAvailableModes()) {
    game.modes.push_back(static_cast<int>(mode));
  }
  for (const ale::difficulty_t level : settings->getAvailableDifficulties()) {
    game.difficulties.push_back(static_cast<int>(level));
  }
  game.md5 = settings->md5();
  return game;
}

std::vector<std::uint8_t> ReadRom(const std::string& path,
                                  const std::string& name) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file),
                                        std::istreambuf_iterator<char>()};
  if (bytes.empty()) {
    throw std::runtime_error("rom_dir: expected the ROM file " + path +
                             ", which is missing or cannot be read; it is in "
                             "the package ale-py (pip install ale-py)");
  }
  const std::string md5 =
      ale::stella::MD5(bytes.data(), static_cast<std::uint32_t>(bytes.size()));
  if (md5 != GameOf(name).md5) {
    throw std::runtime_error("rom_dir: expected the ROM of " + name +
                             " with MD5 " + GameOf(name).md5 + ", got " + path +
                             " with MD5 " + md5);
  }
  return bytes;
}

}  // namespace

const Game& GameOf(const std::string& name) {
  static std::mutex mutex;
  static std::map<std::string, Game> games;
  const std::lock_guard<std::mutex> lock(mutex);
  auto found = games.find(name);
  if (found == games.end()) {
    found = games.emplace(name, Describe(name)).first;
  }
  return found->second;
}

Rom LoadRom(const std::string& folder, const std::string& name) {
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<const std::vector<std::uint8_t>>>
      roms;
  const std::string path = folder + "/" + name + ".bin";
  const std::lock_guard<std::mutex> lock(mutex);
  Rom rom = roms[path].lock();
  if (rom == nullptr) {
    rom =
        std::make_shared<const std::vector<std::uint8_t>>(ReadRom(path, name));
    roms[path] = rom;
  }
  return rom;
}

}  // namespace envpool::atari
