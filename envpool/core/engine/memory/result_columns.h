// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ResultColumns: the indices of the engine's columns within a result. The state
// keys come first (common ones, then the family's), followed by the columns
// that only the engine writes, and by columns that show other columns in a
// different form.

#ifndef ENVPOOL_CORE_ENGINE_MEMORY_RESULT_COLUMNS_H_
#define ENVPOOL_CORE_ENGINE_MEMORY_RESULT_COLUMNS_H_

#include <utility>
#include <vector>

#include "envpool/core/engine/memory/layout.h"
#include "envpool/core/engine/options.h"
#include "envpool/core/export.h"

namespace envpool {

struct ENVPOOL_EXPORT ResultColumns {
  // The common state keys, in the order of common_state_spec.
  static constexpr int kEnvId = 0;
  static constexpr int kPlayersEnvId = 1;
  static constexpr int kElapsedStep = 2;
  static constexpr int kDone = 3;
  static constexpr int kReward = 4;
  static constexpr int kDiscount = 5;
  static constexpr int kStepType = 6;
  static constexpr int kTrunc = 7;
  static constexpr int kFirstFamily = 8;

  int num_state = 0;  // number of columns that are state keys
  int terminated = -1;
  int ones = -1;
  int final_mask = -1;                      // only with autoreset same_step
  std::vector<std::pair<int, int>> finals;  // (column, its final column)
  int episode_mask = -1;                    // only with episode_stats
  int episode_return = -1;
  int episode_length = -1;
  int episode_time = -1;
  // (column, the column that shows it), final columns included.
  std::vector<std::pair<int, int>> shown;

  /// Appends the engine's columns to the state columns. Throws Error(kArgument)
  /// for an option that names a column without numbers or no column.
  static ResultColumns Append(const EngineOptions& options,
                              std::vector<Column>* columns);
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_MEMORY_RESULT_COLUMNS_H_
