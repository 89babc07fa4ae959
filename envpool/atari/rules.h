// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Rules: how an episode of an Atari game begins, what a step is, and when the
// episode ends. EnvPoolRules and GymnasiumRules implement them on a Console.
//
// Threads: one at a time. Ownership: an AtariEnv owns its rules, and passes
// them its console and its episode. Errors: Load rejects invalid states.

#ifndef ENVPOOL_ATARI_RULES_H_
#define ENVPOOL_ATARI_RULES_H_

#include <array>
#include <cstdint>

#include "envpool/atari/console.h"
#include "envpool/core/env.h"

namespace envpool::atari {

struct RuleOptions {
  int frame_skip;
  int noop_max;
  bool episodic_life;
  bool fire_on_reset;
  int max_steps;
};

/// The progress of an env's episode.
struct Episode {
  int elapsed{0};  // steps; not reset when only a life was lost
  int lives{0};
  bool is_new{true};  // no reset since the seed was set
  bool must_reload{false};
  bool done{true};
  bool ended{false};  // by the game or, with episodic_life, by a lost life
  bool truncated{false};
};

class Rules {
 public:
  using Seeds = std::array<std::uint32_t, 2>;

  explicit Rules(const RuleOptions& options) : options_(options) {}
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;
  virtual ~Rules() = default;

  /// Seeds the generator of no-ops and returns the emulator's seed.
  virtual int Seed(std::int64_t seed) = 0;
  /// The seeds of the generator of no-ops and of the emulator.
  [[nodiscard]] const Seeds& seeds() const { return seeds_; }
  /// The emulator's limit on the frames of an episode; 0 for none.
  [[nodiscard]] virtual int MaxFrames() const = 0;
  /// The engine's limit on the steps of an episode.
  [[nodiscard]] virtual int MaxSteps() const = 0;
  /// Whether images show all rows of tall screens even without `full_height`.
  [[nodiscard]] virtual bool ShowFullHeight() const = 0;

  /// Begins an episode and pushes its first image. `forced` is true if the user
  /// asked for the reset.
  virtual void Reset(Console* console, Episode* episode, std::int64_t seed,
                     bool forced) = 0;
  /// Runs one step and returns its reward. `episode->elapsed` already counts
  /// it; sets `ended` and `truncated`.
  virtual float Step(Console* console, Episode* episode, int action) = 0;

  virtual void Save(StateWriter* writer, const Console& console) const = 0;
  /// `episode` is loaded before.
  virtual void Load(StateReader* reader, Console* console,
                    const Episode& episode) = 0;

 protected:
  const RuleOptions options_;
  Seeds seeds_{};
};

}  // namespace envpool::atari

#endif  // ENVPOOL_ATARI_RULES_H_
