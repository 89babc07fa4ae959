// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// BatchRows: writes the common columns of the rows of a batch kernel, and keeps
// the state that all envs have: elapsed steps, time limit, flags.
//
// Threads: lanes are disjoint between threads. Errors: none.

#ifndef ENVPOOL_CORE_ENGINE_KERNEL_BATCH_ROWS_H_
#define ENVPOOL_CORE_ENGINE_KERNEL_BATCH_ROWS_H_

#include <cstdint>
#include <vector>

#include "envpool/core/engine/kernel/state_io.h"
#include "envpool/core/engine/memory/result_columns.h"
#include "envpool/core/engine/memory/state_block.h"
#include "envpool/core/engine/options.h"
#include "envpool/core/export.h"

namespace envpool {

class ENVPOOL_EXPORT BatchRows {
 public:
  /// Lanes handled at once; their rows and state fit the first-level cache.
  static constexpr int kLanes = 128;

  BatchRows(const ResultColumns& columns, int num_envs, int max_episode_steps,
            bool episode_stats);

  /// Writes the indices (0 .. count-1) of lanes with ended episodes to `found`,
  /// and returns their number.
  int FindEnded(int lane, int count, int* found) const;
  /// After StepLanes: advances the counters, writes all common columns.
  void Finish(const StateBlock& block, int row, int lane, int count);
  /// Writes the row of a lane that has been reset instead of stepped.
  void Restart(const StateBlock& block, int row, int lane);
  /// Writes the rows of an explicit reset: ids, and a restart of each lane.
  void RestartAll(const StateBlock& block, int row, int lane, int count);
  /// Episode statistics of stepped rows (a no-op without episode_stats).
  void CountEpisodes(const StateBlock& block, int row, int lane, int count,
                     const int* reset, int num_reset);
  /// Autoreset same_step: keeps the row's final observation and infos.
  void KeepFinal(const StateBlock& block, int row) const;
  void ClearFinals(StateBlock* block, int row, int count) const;
  /// Called after KeepFinal: restarts the lane; the row keeps the flags of the
  /// finished episode.
  void RestartSameStep(const StateBlock& block, int row, int lane);

  /// Whether the lane's episode has had a step.
  [[nodiscard]] bool stepped(int lane) const { return elapsed_[lane] != 0; }
  /// Whether the lane has ever been reset. After its first reset, a lane ends
  /// only by a step.
  [[nodiscard]] bool started(int lane) const {
    return !ended(lane) || stepped(lane);
  }
  [[nodiscard]] bool ended(int lane) const { return ended_[lane] != 0; }
  void Save(int lane, StateWriter* writer) const;
  void Load(int lane, StateReader* reader);

 private:
  void WriteIds(const StateBlock& block, int row, int lane, int count) const;
  void FinishRows(const StateBlock& block, int row, int lane, int count);
  void StartLane(int lane);

  const ResultColumns& columns_;
  const int max_episode_steps_;
  std::vector<std::int32_t> elapsed_;
  std::vector<std::uint8_t> ended_;  // 1 also for a lane before its first reset
  std::vector<double> returns_;      // with episode_stats only
  std::vector<double> starts_;       // seconds; with episode_stats only
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_KERNEL_BATCH_ROWS_H_
