// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Facts about a game that need no emulator, and the bytes of its ROM.
//
// Threads: all functions may be called concurrently. Errors:
// std::invalid_argument for an unknown game, std::runtime_error for a ROM file
// that is missing or not the expected one.

#ifndef ENVPOOL_ATARI_GAMES_H_
#define ENVPOOL_ATARI_GAMES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace envpool::atari {

struct Game {
  std::vector<int> minimal_actions;  // ALE's action numbers
  std::vector<int> legal_actions;
  std::vector<int> modes;
  int default_mode;
  std::vector<int> difficulties;
  std::string md5;  // of the ROM
};

/// Looks up a game by its snake-case name, such as "pong".
const Game& GameOf(const std::string& name);

using Rom = std::shared_ptr<const std::vector<std::uint8_t>>;

/// The bytes of `<folder>/<name>.bin`, read once per process.
Rom LoadRom(const std::string& folder, const std::string& name);

}  // namespace envpool::atari

#endif  // ENVPOOL_ATARI_GAMES_H_
