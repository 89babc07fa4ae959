// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Plays cartridges of any bytes. An input begins with numbers for the game and
// for the size.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "ale/ale_interface.hpp"
#include "envpool/testing/fuzz/input.h"

using envpool::testing::FuzzInput;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  constexpr const char* kGames[] = {"pong", "montezuma_revenge", "pitfall2",
                                    "elevator_action", "asteroids"};
  constexpr std::size_t kSizes[] = {2048, 4096, 8192, 10240, 16384, 0};
  constexpr int kFrames = 12;
  FuzzInput input(data, size);
  const char* game = kGames[input.TakeIndex(std::size(kGames))];
  const std::size_t length = kSizes[input.TakeIndex(std::size(kSizes))];
  const std::string bytes = input.TakeAll();
  auto rom =
      std::make_shared<std::vector<std::uint8_t>>(bytes.begin(), bytes.end());
  for (std::size_t i = 0; length > 0 && !bytes.empty() && i < length; ++i) {
    if (i >= rom->size()) {
      rom->push_back((*rom)[i - bytes.size()]);
    }
  }
  ale::ALEInterface ale;
  try {
    ale.loadROM(game, rom);
    ale.reset_game();
    const std::string state = ale.saveState();
    const auto actions = ale.getLegalActionSet();
    for (int i = 0; i < kFrames; ++i) {
      ale.act(actions[static_cast<std::size_t>(i) % actions.size()], 1.0,
              i % 2 == 0);
    }
    ale.loadState(state);
    ale.act(actions[0], 1.0, true);
  } catch (const std::exception&) {
    // A cartridge that is refused.
  }
  return 0;
}
