// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RewardTransform: writes the column of shown rewards: rewards divided by the
// standard deviation of discounted returns, and clipped.
//
// As in Gymnasium's NormalizeReward, each env has a discounted sum of its
// rewards so far. Terminations reset the sum; truncations and resets do not.
// The sums of each batch are added to the statistics, except in rows of
// explicit resets and rows with a fault.
//
// Threads: one at a time. Errors: std::bad_alloc.

#ifndef ENVPOOL_CORE_ENGINE_TRANSFORMS_REWARD_TRANSFORM_H_
#define ENVPOOL_CORE_ENGINE_TRANSFORMS_REWARD_TRANSFORM_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "envpool/core/engine/memory/result_columns.h"
#include "envpool/core/engine/memory/state_block.h"
#include "envpool/core/engine/transforms/moments.h"
#include "envpool/core/export.h"
#include "envpool/core/isa.h"

namespace envpool {

struct RewardTransformOptions {
  bool normalize = false;
  double gamma = 0.99;
  double low = 0;
  double high = 0;
};

class ENVPOOL_EXPORT RewardTransform {
 public:
  /// The columns must outlive this object.
  RewardTransform(const RewardTransformOptions& options,
                  const ResultColumns& columns, int num_envs, int max_players);

  /// See ObsTransform::Apply.
  void Apply(StateBlock* block, bool update);
  /// Notes that the envs (null: all) were asked to reset.
  void NoteReset(const int* ids, int count);

  /// Null without normalization.
  [[nodiscard]] Moments* moments() {
    return moments_.has_value() ? &*moments_ : nullptr;
  }
  /// The discounted sums of an env's players, num_sums() numbers.
  [[nodiscard]] double* SumsOf(int env_id) {
    return &sums_[static_cast<std::size_t>(env_id) * max_players_];
  }
  [[nodiscard]] int num_sums() const {
    return moments_.has_value() ? max_players_ : 0;
  }

 private:
  void AddPlain(const StateBlock& block, const float* rewards, bool update);
  void AddOthers(const StateBlock& block, const float* rewards, bool update);

  const RewardTransformOptions options_;
  const ResultColumns& columns_;
  const int max_players_;
  const Isa isa_;
  int shown_{-1};
  std::optional<Moments> moments_;
  std::vector<double> sums_;         // by env and player
  std::vector<std::uint8_t> reset_;  // by env: its next row comes from a reset
  int num_reset_{0};
  std::vector<double> batch_;  // sums of one batch
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_TRANSFORMS_REWARD_TRANSFORM_H_
