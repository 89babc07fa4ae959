// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests promises of our additions to ALE that :traces_test does not cover.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "ale/ale_interface.hpp"
#include "ale/vcs/vcs.hxx"
#include "envpool/atari/vcs/image.h"

namespace {

using ale::ALEInterface;
using Bytes = std::vector<uint8_t>;

const char kRoms[] = "../ale/src/ale/python/roms";

std::vector<std::string> Games() {
  std::vector<std::string> games;
  std::ifstream file("third_party/ale/traces.txt");
  for (std::string line; std::getline(file, line);) {
    games.push_back(line.substr(0, line.find(' ')));
  }
  return games;
}

std::shared_ptr<const Bytes> Rom(const std::string& game) {
  std::ifstream file(std::string(kRoms) + "/" + game + ".bin",
                     std::ios::binary);
  return std::make_shared<Bytes>(std::istreambuf_iterator<char>(file),
                                 std::istreambuf_iterator<char>());
}

std::unique_ptr<ALEInterface> Make(const std::string& game, int seed,
                                   const ALEInterface::Start& start = {}) {
  auto ale = std::make_unique<ALEInterface>();
  ale->setInt("random_seed", seed);
  ale->setFloat("repeat_action_probability", 0.25);
  ale->loadROM(game, Rom(game), start);
  return ale;
}

Bytes Screen(ALEInterface* ale) {
  const uint8_t* pixels = ale->screenIndices();
  return Bytes(pixels, pixels + ale->screenHeight() * 160);
}

// Plays frames, renders some of them, and returns all observations.
Bytes Play(ALEInterface* ale, int frames, uint32_t seed) {
  Bytes seen;
  const auto actions = ale->getLegalActionSet();
  for (int i = 0; i < frames; ++i) {
    if (ale->game_over()) ale->reset_game();
    seed = seed * 1664525 + 1013904223;
    const bool look = seed >> 28 < 6;
    const int reward =
        ale->act(actions[(seed >> 16) % actions.size()], 1.0, look);
    seen.push_back(reward);
    seen.push_back(ale->lives());
    seen.insert(seen.end(), ale->ramBytes(), ale->ramBytes() + 128);
    if (look) {
      const Bytes screen = Screen(ale);
      seen.insert(seen.end(), screen.begin(), screen.end());
    }
  }
  return seen;
}

class Game : public testing::TestWithParam<std::string> {};

TEST_P(Game, GoesOnFromASavedState) {
  auto ale = Make(GetParam(), 1);
  for (int i = 1; i <= 4; ++i) {
    Play(ale.get(), 37 * i * i, i);
    const std::string state = ale->saveState();
    const Bytes screen = Screen(ale.get());
    const Bytes expected = Play(ale.get(), 60, 10 + i);

    auto fresh = Make(GetParam(), 2);
    Play(fresh.get(), 11, 99);
    fresh->loadState(state);
    EXPECT_EQ(Screen(fresh.get()), screen);
    EXPECT_EQ(Play(fresh.get(), 60, 10 + i), expected);
    EXPECT_EQ(fresh->saveState(), ale->saveState());
  }
}

TEST_P(Game, StartsAsAnotherOne) {
  auto ale = Make(GetParam(), 1);
  const ALEInterface::Start start = ale->start();
  auto other = Make(GetParam(), 2, start);
  EXPECT_EQ(other->saveState(), start.state);
  EXPECT_EQ(Screen(other.get()), Screen(ale.get()));
  EXPECT_EQ(Play(other.get(), 60, 1), Play(ale.get(), 60, 1));
  ale->reset_game();
  other->reset_game();
  EXPECT_EQ(Play(other.get(), 60, 2), Play(ale.get(), 60, 2));
  EXPECT_EQ(other->saveState(), ale->saveState());
}

// The interpreter, for other processors, does what translated code does.
TEST_P(Game, IsTheSameInterpreted) {
  using envpool::atari::vcs::CartridgeImage;
  auto translated = Make(GetParam(), 4);
  CartridgeImage::SetTranslating(false);
  auto interpreted = Make(GetParam(), 4);
  CartridgeImage::SetTranslating(true);
  EXPECT_EQ(Play(interpreted.get(), 300, 1), Play(translated.get(), 300, 1));
  EXPECT_EQ(interpreted->saveState(), translated->saveState());
}

// Reading the screen of a skipped frame changes nothing.
TEST_P(Game, ShowsUnseenFramesToo) {
  auto drawn = Make(GetParam(), 3);
  auto hidden = Make(GetParam(), 3);
  uint32_t seed = 5;
  const auto actions = drawn->getMinimalActionSet();
  for (int i = 0; i < 200; ++i) {
    seed = seed * 1664525 + 1013904223;
    const auto action = actions[(seed >> 16) % actions.size()];
    drawn->act(action, 1.0, true);
    hidden->act(action, 1.0, false);
    if (seed >> 29 == 0) {
      EXPECT_EQ(Screen(hidden.get()), Screen(drawn.get()));
    }
  }
  EXPECT_EQ(hidden->saveState(), drawn->saveState());
}

std::string IntText(size_t value) {
  std::string text;
  for (int shift = 0; shift < 32; shift += 8) {
    text += static_cast<char>(value >> shift & 0xff);
  }
  return text;
}

// saveState() returns a head with the cartridge's hash, the state and its
// checksum.
constexpr size_t kHead = 4 + 32 + 4;

std::string WithSum(std::string state) {
  state.resize(state.size() - 4);
  uint32_t sum = 2166136261;
  for (size_t i = kHead; i < state.size(); ++i) {
    sum = (sum ^ static_cast<uint8_t>(state[i])) * 16777619;
  }
  return state + IntText(sum);
}

// The range of a state's bytes that holds the machine's registers, without
// screens and random generators.
struct Range {
  size_t begin, end;
};
Range Registers(const std::string& state) {
  const size_t begin = state.find("vcs 3") + 6;
  return {begin, begin + sizeof(envpool::atari::vcs::MachineState)};
}

// A forged state with a valid checksum is refused, or the game continues.
TEST_P(Game, SurvivesForgedStates) {
  auto ale = Make(GetParam(), 1);
  Play(ale.get(), 200, 1);
  const std::string state = ale->saveState();
  ASSERT_EQ(WithSum(state), state);
  const Range range = Registers(state);
  ASSERT_NE(state.find("vcs 3"), std::string::npos);
  uint32_t random = 1;
  for (int i = 0; i < 60; ++i) {
    random = random * 1664525 + 1013904223;
    std::string forged = state;
    const size_t at = range.begin + (random >> 8) % (range.end - range.begin);
    const size_t count = size_t{1} << (i / 4 % 7);
    for (size_t j = at; j < std::min(at + count, range.end); ++j) {
      const char kinds[] = {0, '\xff', '\x7f', static_cast<char>(random >> 24)};
      forged[j] = kinds[i % 4];
    }
    try {
      ale->loadState(WithSum(forged));
      Play(ale.get(), 6, i);
      ale->saveState();
    } catch (const std::runtime_error&) {
    }
    ale->loadState(state);
  }
  EXPECT_EQ(ale->saveState(), state);
}

// Corrupts ALE's own numbers, around the machine's state.
TEST_P(Game, RefusesNumbersOutOfRange) {
  auto ale = Make(GetParam(), 1);
  Play(ale.get(), 50, 1);
  const std::string state = ale->saveState();
  const size_t first = kHead + 4;
  size_t length = 0;
  for (int i = 0; i < 4; ++i) {
    length |= size_t{static_cast<uint8_t>(state[kHead + i])} << (8 * i);
  }
  const size_t after = first + length;
  const struct {
    const char* what;
    size_t at;
    int value;
  } kForged[] = {{"left paddle", first, -1},
                 {"right paddle", first + 4, 1 << 30},
                 {"mode", first + 16, 12345},
                 {"difficulty", first + 20, 4},
                 {"action", after, 99},
                 {"action of player B", after + 4, 0},
                 {"strength, not a number", after + 8, 0x7fc00000}};
  for (const auto& field : kForged) {
    std::string forged = state;
    forged.replace(field.at, 4, IntText(static_cast<uint32_t>(field.value)));
    EXPECT_THROW(ale->loadState(WithSum(forged)), std::runtime_error)
        << field.what;
  }
  ale->loadState(state);
  EXPECT_EQ(ale->saveState(), state);
}

INSTANTIATE_TEST_SUITE_P(All, Game, testing::ValuesIn(Games()),
                         [](const auto& info) { return info.param; });

TEST(Errors, AreExceptions) {
  ALEInterface ale;
  EXPECT_THROW(ale.loadROM("/no/such/file.bin"), std::runtime_error);
  EXPECT_THROW(ale.loadROM("pong", nullptr), std::runtime_error);
  EXPECT_THROW(ale.loadROM("pong", std::make_shared<Bytes>()),
               std::runtime_error);
  EXPECT_THROW(ale.loadROM("pong", std::make_shared<Bytes>(2048, 0xea)),
               std::runtime_error);
  EXPECT_THROW(ale.loadROM("nothing", std::make_shared<Bytes>(4096, 1)),
               std::runtime_error);
  EXPECT_THROW(ale.loadROM("huge", std::make_shared<Bytes>(12345, 7)),
               std::runtime_error);
  EXPECT_THROW(ale.saveState(), std::runtime_error);
  EXPECT_THROW(ale.setInt("no_such_setting", 1), std::runtime_error);

  ale.loadROM("pong", Rom("pong"));
  EXPECT_THROW(ale.setMode(123), std::runtime_error);
  EXPECT_THROW(ale.setDifficulty(123), std::runtime_error);
  const std::string state = ale.saveState();
  for (const size_t size : {size_t{0}, size_t{3}, state.size() - 1}) {
    EXPECT_THROW(ale.loadState(state.substr(0, size)), std::runtime_error);
  }
  EXPECT_THROW(Make("breakout", 1)->loadState(state), std::runtime_error);
  ale.loadState(state);
}

TEST(Palettes, AreThoseOfTheScreens) {
  for (const std::string game : {"pong", "mr_do"}) {  // NTSC and PAL
    auto ale = Make(game, 1);
    Play(ale.get(), 100, 1);
    uint8_t gray[256];
    uint8_t rgb[256][3];
    ale->grayPalette(gray);
    ale->rgbPalette(rgb);
    std::vector<unsigned char> expectedGray;
    std::vector<unsigned char> expectedRgb;
    ale->getScreenGrayscale(expectedGray);
    ale->getScreenRGB(expectedRgb);
    const Bytes screen = Screen(ale.get());
    for (size_t i = 0; i < screen.size(); ++i) {
      ASSERT_EQ(gray[screen[i]], expectedGray[i]);
      ASSERT_TRUE(std::equal(rgb[screen[i]], rgb[screen[i]] + 3,
                             expectedRgb.begin() + i * 3));
    }
  }
}

}  // namespace
