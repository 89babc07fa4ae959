// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Translated code does what the interpreters do, for random programs of all
// opcodes. //third_party/ale:traces_test and :state_test play the games.

#include "envpool/atari/vcs/translation.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "envpool/atari/vcs/image.h"
#include "envpool/atari/vcs/machine.h"

namespace envpool::atari::vcs {
namespace {

// Bytes that often are instructions on RAM, TIA, RIOT and cartridge, and
// rarely stop the CPU.
std::vector<uint8_t> Program(uint32_t size, std::mt19937* random) {
  std::vector<uint8_t> bytes(size);
  for (size_t i = 0; i < size; ++i) {
    uint8_t byte = (*random)();
    const bool stops = (byte & 0x1f) == 0x12 || (byte & 0x9f) == 0x02;
    // Undocumented opcodes and BRK are rarer than in random bytes.
    const bool odd = (byte & 3) == 3 || byte == 0;
    if (stops || (odd && (*random)() % 8 != 0)) byte = 0xa5 + (byte & 3) * 8;
    bytes[i] = byte;
  }
  return bytes;
}

std::unique_ptr<Machine> Make(const char* kind,
                              const std::vector<uint8_t>& bytes,
                              bool translate) {
  CartridgeImage::SetTranslating(translate);
  auto machine = std::make_unique<Machine>(
      CartridgeImage::Get(kind, bytes.data(), bytes.size()));
  CartridgeImage::SetTranslating(true);
  uint32_t seed = 1;
  const auto random = [&seed] { return seed = seed * 1664525 + 1013904223; };
  machine->PowerOn(random);
  machine->Reset(
      {.first_line = 34, .height = 210, .pal = false, .hmove_blanks = true},
      random);
  return machine;
}

class Kind : public testing::TestWithParam<const char*> {};

TEST_P(Kind, RunsLikeTheInterpreter) {
  std::mt19937 random(7);
  for (int program = 0; program < 60; ++program) {
    const std::vector<uint8_t> bytes = Program(16384, &random);
    const auto translated = Make(GetParam(), bytes, true);
    const auto interpreted = Make(GetParam(), bytes, false);
    for (int frame = 0; frame < 3; ++frame) {
      Inputs inputs{};
      inputs.swcha = random();
      inputs.swchb = random();
      inputs.fire[0] = random() & 1;
      const bool seen = random() & 1;
      translated->Update(inputs, seen);
      interpreted->Update(inputs, seen);
      ASSERT_EQ(translated->Save(), interpreted->Save())
          << "program " << program << ", frame " << frame;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Kind,
                         testing::Values("Cartridge2K", "Cartridge4K",
                                         "CartridgeF8", "CartridgeF8SC",
                                         "CartridgeF6", "CartridgeF6SC",
                                         "CartridgeE0", "CartridgeFE",
                                         "CartridgeDPC"));

}  // namespace
}  // namespace envpool::atari::vcs
