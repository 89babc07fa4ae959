// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/atari/gymnasium_rules.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace envpool::atari {

int GymnasiumRules::Seed(std::int64_t seed) {
  SeedSequence(EntropyOf(seed)).GenerateState(seeds_);
  generator_ = Generator(seeds_[0]);
  return static_cast<int>(seeds_[1]);
}

int GymnasiumRules::MaxFrames() const {
  constexpr std::int64_t kFramesPerStep = 4;  // 108,000 for 27,000 steps
  return static_cast<int>(std::min<std::int64_t>(
      kFramesPerStep * options_.max_steps, std::numeric_limits<int>::max()));
}

void GymnasiumRules::Reset(Console* console, Episode* episode,
                           std::int64_t seed, bool /*forced*/) {
  Emulator& emulator = console->emulator();
  if (episode->must_reload) {
    emulator.Reload(Seed(seed));
    episode->must_reload = false;
  }
  emulator.ResetGame();
  episode->elapsed = 0;
  const auto noops =
      options_.noop_max > 0 ? generator_.Integers(1, options_.noop_max + 1) : 0;
  for (int i = 0; i < noops; ++i) {
    console->Act(Emulator::kNoop, i == noops - 1);
    if (emulator.IsTerminal() || emulator.IsTruncated()) {
      if (episode->is_new) {  // the official reset passes its seed again
        emulator.Reload(Seed(seed));
      }
      emulator.ResetGame();
    }
  }
  console->Keep(Console::kLast);
  pooled_ = {Console::kLast, Console::kNone};
  Push(console, Console::kNone);
  console->stack().Fill();
}

float GymnasiumRules::Step(Console* console, Episode* episode, int action) {
  const Emulator& emulator = console->emulator();
  double reward = 0;
  int lives = episode->lives;
  // The second last screen must not overwrite the one in pooled_.
  const int second_last = pooled_[1] == 0 ? 1 : 0;
  bool kept = false;
  for (int left = options_.frame_skip; left > 0; --left) {
    reward += console->Act(action, left <= 2);
    episode->ended = emulator.IsTerminal();
    episode->truncated = emulator.IsTruncated();
    if (options_.episodic_life) {
      episode->ended = episode->ended || emulator.Lives() < lives;
      lives = emulator.Lives();
    }
    if (episode->ended || episode->truncated) {
      // The official wrapper shows the earlier screens, not the current one.
      Push(console, kept ? second_last : Console::kNone);
      return static_cast<float>(reward);
    }
    if (left == 2) {
      console->Keep(second_last);
      kept = true;
    }
  }
  console->Keep(Console::kLast);
  pooled_ = {Console::kLast, kept ? second_last : Console::kNone};
  Push(console, Console::kNone);
  return static_cast<float>(reward);
}

void GymnasiumRules::Push(Console* console, int further) const {
  const std::array<int, 3> indices{pooled_[0], pooled_[1], further};
  console->PushKept(indices);
}

void GymnasiumRules::Save(StateWriter* writer, const Console& console) const {
  console.SaveKept(writer);
  writer->Write(pooled_);
  writer->Write(seeds_);
  writer->Write(generator_);
}

void GymnasiumRules::Load(StateReader* reader, Console* console,
                          const Episode& episode) {
  console->LoadKept(reader);
  for (int& index : pooled_) {
    reader->Read(&index, Console::kNone, Console::kLast);
  }
  reader->Read(&seeds_);
  reader->Read(&generator_);
  if (console->has_images()) {
    // A step may use these screens for an image.
    for (const int index : pooled_) {
      reader->Require(index == Console::kNone || console->HasKept(index));
    }
    reader->Require(episode.done || pooled_[0] != Console::kNone);
  }
}

}  // namespace envpool::atari
