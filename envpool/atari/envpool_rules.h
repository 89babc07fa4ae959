// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// EnvPoolRules: fire on reset, soft resets after a lost life, a limit of agent
// steps.
//
// Threads, ownership, errors: as Rules. The random generator is the env's.

#ifndef ENVPOOL_ATARI_ENVPOOL_RULES_H_
#define ENVPOOL_ATARI_ENVPOOL_RULES_H_

#include <cstdint>
#include <random>

#include "envpool/atari/console.h"
#include "envpool/atari/rules.h"

namespace envpool::atari {

class EnvPoolRules : public Rules {
 public:
  EnvPoolRules(const RuleOptions& options, std::mt19937* generator)
      : Rules(options), generator_(generator) {}

  // The env seeds its own generator, which draws the no-ops.
  int Seed(std::int64_t seed) override {
    seeds_.fill(static_cast<std::uint32_t>(seed));
    return static_cast<int>(seed);
  }
  [[nodiscard]] int MaxFrames() const override { return 0; }
  [[nodiscard]] int MaxSteps() const override { return options_.max_steps; }
  [[nodiscard]] bool ShowFullHeight() const override { return false; }

  void Reset(Console* console, Episode* episode, std::int64_t seed,
             bool forced) override;
  float Step(Console* console, Episode* episode, int action) override;
  void Save(StateWriter* writer, const Console& /*console*/) const override {
    writer->Write(seeds_);
  }
  void Load(StateReader* reader, Console* /*console*/,
            const Episode& /*episode*/) override {
    reader->Read(&seeds_);
  }

 private:
  [[nodiscard]] int DrawNoops();
  float RunFrames(Console* console, int action) const;

  std::mt19937* const generator_;
};

}  // namespace envpool::atari

#endif  // ENVPOOL_ATARI_ENVPOOL_RULES_H_
