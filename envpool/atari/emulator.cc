// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/atari/emulator.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "ale/ale_interface.hpp"
#include "ale/emucore/Random.hxx"
#include "ale/emucore/Serializer.hxx"
#include "envpool/atari/games.h"
#include "envpool/core/process_mutex.h"

namespace envpool::atari {
namespace {

using ale::stella::Random;

bool AreEqual(Random* a, Random* b) {
  const auto text = [](Random* random) {
    ale::stella::Serializer serializer;
    random->saveState(serializer);
    return serializer.get_str();
  };
  return text(a) == text(b);
}

/// Loads a game. The frames in which the console finds out about the television
/// and starts take most of the time, and nearly always depend on the game
/// alone, so they are emulated once per process. Some games play actions in
/// them, which may stick: these starts draw random numbers, and are emulated
/// each time.
void LoadGame(const std::string& name, const Rom& rom, std::uint32_t seed,
              ale::ALEInterface* ale) {
  // By name, and empty for starts that draw. Never destroyed, since threads may
  // use it until the process ends.
  static auto& starts = *new std::map<std::string, ale::ALEInterface::Start>;
  const ale::ALEInterface::Start* start;
  {
    const std::lock_guard<std::mutex> lock(ProcessMutex("atari starts"));
    const auto found = starts.find(name);
    if (found == starts.end()) {
      ale->loadROM(name, rom);
      Random before;
      before.seed(seed);
      const bool draws =
          !AreEqual(&before, &ale->environment->getEnvironmentRNG());
      starts[name] = draws ? ale::ALEInterface::Start() : ale->start();
      return;
    }
    start = &found->second;
  }
  ale->loadROM(name, rom, *start);
  if (!start->state.empty()) {
    ale->environment->getEnvironmentRNG().seed(seed);
  }
}

}  // namespace

Emulator::Emulator(EmulatorOptions options) : options_(std::move(options)) {
  Reload(options_.seed);
}

Emulator::~Emulator() = default;

void Emulator::Reload(int seed) {
  auto ale = std::make_unique<ale::ALEInterface>();
  ale->setFloat("repeat_action_probability",
                options_.repeat_action_probability);
  ale->setInt("max_num_frames_per_episode", options_.max_frames);
  // Set before the game is loaded, since some starts draw random numbers.
  constexpr int kTimeOfDay = -1;
  const int first_seed = seed == kTimeOfDay ? 0 : seed;
  ale->setInt("random_seed", first_seed);
  LoadGame(options_.game, options_.rom, static_cast<std::uint32_t>(first_seed),
           ale.get());
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
