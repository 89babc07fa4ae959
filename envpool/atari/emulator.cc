// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/atari/emulator.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "ale/ale_interface.hpp"
#include "envpool/atari/games.h"

namespace envpool::atari {

Emulator::Emulator(EmulatorOptions options) : options_(std::move(options)) {
  Reload(options_.seed);
}

Emulator::~Emulator() = default;

void Emulator::Reload(int seed) {
  auto ale = std::make_unique<ale::ALEInterface>();
  ale->setFloat("repeat_action_probability",
                options_.repeat_action_probability);
  ale->setInt("max_num_frames_per_episode", options_.max_frames);
  // Set before loadROM, in which some games play actions that may stick.
  constexpr int kTimeOfDay = -1;
  ale->setInt("random_seed", seed == kTimeOfDay ? 0 : seed);
  ale->loadROM(options_.game, options_.rom);
  if (seed == kTimeOfDay) {
    ale->environment->getEnvironmentRNG().seed(
        static_cast<std::uint32_t>(seed));
  }
  ale_ = std::move(ale);
  SetSwitches();
  options_.seed = seed;
  height_ = ale_->screenHeight();
}

void Emulator::Choose(int mode, int difficulty) {
  options_.mode = mode;
  options_.difficulty = difficulty;
}

/// Sets both switches, even those left at the default (-1), since a loaded
/// state may have changed them. ALE's default difficulty is 0.
void Emulator::SetSwitches() {
  const int default_mode = GameOf(options_.game).default_mode;
  ale_->environment->setMode(options_.mode < 0 ? default_mode : options_.mode);
  ale_->environment->setDifficulty(std::max(options_.difficulty, 0));
}

void Emulator::ResetGame() {
  SetSwitches();
  ale_->reset_game();
}

int Emulator::Act(int action, bool needs_screen) {
  return ale_->act(static_cast<ale::Action>(action), 1.0f, needs_screen);
}

bool Emulator::IsTerminal() const { return ale_->game_over(false); }
bool Emulator::IsTruncated() const { return ale_->game_truncated(); }
int Emulator::Lives() const { return ale_->lives(); }
int Emulator::FrameNumber() const { return ale_->getFrameNumber(); }
int Emulator::EpisodeFrameNumber() const {
  return ale_->getEpisodeFrameNumber();
}
const std::uint8_t* Emulator::Screen() const { return ale_->screenIndices(); }
const std::uint8_t* Emulator::Ram() const { return ale_->ramBytes(); }
void Emulator::GrayPalette(std::uint8_t (&table)[256]) const {
  ale_->grayPalette(table);
  // For this index ALE reads one entry past the end of the palette: the black
  // that begins the next palette. Air Raid shows it.
  table[255] = 0;
}
void Emulator::RgbPalette(std::uint8_t (&table)[256][3]) const {
  ale_->rgbPalette(table);
}
std::string Emulator::Save() const { return ale_->saveState(); }
void Emulator::Load(const std::string& state) { ale_->loadState(state); }

}  // namespace envpool::atari
