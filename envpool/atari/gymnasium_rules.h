// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// GymnasiumRules: the rules of Gymnasium's AtariPreprocessing and
// FrameStackObservation over ale-py's environment. The emulator counts frames
// and truncates.
//
// Threads, ownership, errors: as Rules.

#ifndef ENVPOOL_ATARI_GYMNASIUM_RULES_H_
#define ENVPOOL_ATARI_GYMNASIUM_RULES_H_

#include <array>
#include <cstdint>
#include <limits>

#include "envpool/atari/console.h"
#include "envpool/atari/rules.h"
#include "envpool/core/random/rng.h"

namespace envpool::atari {

class GymnasiumRules : public Rules {
 public:
  using Rules::Rules;

  int Seed(std::int64_t seed) override;
  [[nodiscard]] int MaxFrames() const override;
  [[nodiscard]] int MaxSteps() const override {
    return std::numeric_limits<int>::max();
  }
  [[nodiscard]] bool ShowFullHeight() const override { return true; }

  void Reset(Console* console, Episode* episode, std::int64_t seed,
             bool forced) override;
  float Step(Console* console, Episode* episode, int action) override;
  void Save(StateWriter* writer, const Console& console) const override;
  void Load(StateReader* reader, Console* console,
            const Episode& episode) override;

 private:
  /// Pushes one image of the screens in pooled_ and in slot `further`.
  void Push(Console* console, int further) const;

  Generator generator_;
  // Slots of the screens in the last image of a complete step.
  std::array<int, 2> pooled_{Console::kNone, Console::kNone};
};

}  // namespace envpool::atari

#endif  // ENVPOOL_ATARI_GYMNASIUM_RULES_H_
