// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RolloutRows: the block into which some envs of a rollout write, step by step.
// Columns that the caller asked for lie in the caller's arrays.
//
// Threads: one thread at a time. Errors: std::bad_alloc.

#ifndef ENVPOOL_CORE_ROLLOUT_ROLLOUT_ROWS_H_
#define ENVPOOL_CORE_ROLLOUT_ROLLOUT_ROWS_H_

#include <cstdint>

#include "envpool/core/engine/memory/state_block.h"
#include "envpool/core/rollout/rollout.h"

namespace envpool {

class RolloutRows {
 public:
  /// Rows of the envs from `first_env` on. `layout` has at least `count` rows.
  RolloutRows(const Layout& layout, const RolloutRequest& request,
              std::int64_t num_envs, int first_env, int count);

  [[nodiscard]] StateBlock* block() { return &block_; }
  /// Lets the policy choose the actions of a step, from the rows of the last
  /// one.
  void Act(std::int64_t step, Engine* engine);
  /// Places the columns in the arrays, in the rows of this step.
  void Place(std::int64_t step);
  /// Throws Error(kNotSupported) if an env has less than all players.
  void CheckPlayers() const;
  /// Copies the rows after the last step.
  void CopyLast() const;

 private:
  void SetPlayers(ActionStore* store) const;

  const RolloutRequest& request_;
  const std::int64_t num_envs_;
  const int first_env_;
  const int count_;
  StateBlock block_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ROLLOUT_ROLLOUT_ROWS_H_
