// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/atari/envpool_rules.h"

#include <cstdint>
#include <random>

namespace envpool::atari {

void EnvPoolRules::Reset(Console* console, Episode* episode, std::int64_t seed,
                         bool forced) {
  Emulator& emulator = console->emulator();
  const bool fires = options_.fire_on_reset;
  const int noops = DrawNoops();
  if (episode->must_reload) {
    emulator.Reload(Seed(seed));
    episode->must_reload = false;
  }
  // Otherwise the game goes on after a lost life.
  bool is_new_game = episode->is_new || forced || !options_.episodic_life ||
                     emulator.IsTerminal() ||
                     episode->elapsed >= options_.max_steps;
  if (is_new_game) {
    emulator.ResetGame();
    episode->elapsed = 0;
  }
  for (int i = 0; i < noops; ++i) {
    console->Act(Emulator::kNoop, !fires && i == noops - 1);
    if (emulator.IsTerminal()) {
      emulator.ResetGame();
      is_new_game = true;
    }
  }
  if (fires) {
    console->Act(Emulator::kFire, true);
  }
  console->PushScreens(Console::kNone);
  if (is_new_game) {
    console->stack().Fill();
  }
}

int EnvPoolRules::DrawNoops() {
  if (options_.noop_max == 0) {
    return 0;
  }
  const int drawn =
      std::uniform_int_distribution<>(0, options_.noop_max - 1)(*generator_);
  return options_.fire_on_reset ? drawn : drawn + 1;
}

float EnvPoolRules::Step(Console* console, Episode* episode, int action) {
  const float reward = RunFrames(console, action);
  const Emulator& emulator = console->emulator();
  const int lives = emulator.Lives();
  episode->truncated = episode->elapsed >= options_.max_steps;
  episode->ended =
      emulator.IsTerminal() ||
      (options_.episodic_life && 0 < lives && lives < episode->lives);
  return reward;
}

float EnvPoolRules::RunFrames(Console* console, int action) const {
  float reward = 0;
  int left = options_.frame_skip;
  bool over = false;
  while (left > 0 && !over) {
    const bool needs_screen = left <= 2;
    reward += static_cast<float>(console->Act(action, needs_screen));
    over = console->emulator().IsTerminal();
    --left;
    if (left == 1 && !over) {
      console->Keep(0);
    }
  }
  if (left <= 1) {
    const bool pools = left == 0 && options_.frame_skip > 1;
    console->PushScreens(pools ? 0 : Console::kNone);
  } else {
    console->stack().PushAgain();  // the game ended before the last two frames
  }
  return reward;
}

}  // namespace envpool::atari
