// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// PoolTransforms: changes the actions that a pool was sent, and the results
// that it received. Batches enter the statistics in the order of their
// reception.
//
// Threads: any; rollouts apply transforms without the GIL, so each call takes a
// lock. Errors: Error(kArgument) for options or states that do not fit.

#ifndef ENVPOOL_CORE_ENGINE_TRANSFORMS_POOL_TRANSFORMS_H_
#define ENVPOOL_CORE_ENGINE_TRANSFORMS_POOL_TRANSFORMS_H_

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/transforms/action_rescale.h"
#include "envpool/core/engine/transforms/moments.h"
#include "envpool/core/engine/transforms/obs_transform.h"
#include "envpool/core/engine/transforms/reward_transform.h"
#include "envpool/core/export.h"

namespace envpool {

class ENVPOOL_EXPORT PoolTransforms {
 public:
  /// The engine must outlive all calls.
  PoolTransforms(Engine* engine,
                 const std::vector<ObsTransformOptions>& observations,
                 const std::optional<RewardTransformOptions>& reward,
                 const std::vector<ActionRescaleOptions>& actions);

  /// Writes the shown columns of a received block.
  void Apply(StateBlock* block);
  /// Changes the stored actions of admitted envs (null: all).
  void ChangeActions(const int* ids, int count) const;
  [[nodiscard]] bool changes_observations() const {
    return !observations_.empty();
  }
  /// Notes that these envs were asked to reset.
  void NoteReset(const int* ids, int count);

  /// The moments of observation entry i; the index after the last entry means
  /// the reward. Throws Error(kArgument) if there are none.
  [[nodiscard]] Moments ReadMoments(std::size_t i);
  void SetMoments(std::size_t i, double count, std::vector<double> mean,
                  std::vector<double> squares);

  /// The transforms' state of an env, apart from the statistics: always
  /// StateBytes() bytes.
  [[nodiscard]] std::size_t StateBytes() const;
  [[nodiscard]] std::string Save(int env_id);
  /// Throws Error(kArgument) for bytes that Load cannot take.
  void Check(const char* bytes) const;
  /// Null marks the state as unknown.
  void Load(int env_id, const char* bytes);

  std::atomic<bool> frozen{false};  // the statistics do not change

 private:
  [[nodiscard]] std::size_t NumSums() const;
  [[nodiscard]] Moments* MomentsOf(std::size_t i);

  Engine* const engine_;
  std::mutex mutex_;  // guards the states and moments of the next two
  std::vector<std::unique_ptr<ObsTransform>> observations_;
  std::optional<RewardTransform> reward_;
  std::vector<ActionRescale> actions_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_TRANSFORMS_POOL_TRANSFORMS_H_
