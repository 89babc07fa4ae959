// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Policy: chooses the actions of a rollout. It reads the last results of some
// envs, and writes their actions into the pool's ActionStore.
//
// Threads: Act is called from several threads at once, each with other envs,
// and for each env in the order of its steps. Errors: an exception of Act ends
// the rollout.

#ifndef ENVPOOL_CORE_ROLLOUT_POLICY_H_
#define ENVPOOL_CORE_ROLLOUT_POLICY_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "envpool/core/engine/memory/action_store.h"
#include "envpool/core/engine/memory/state_block.h"
#include "envpool/core/export.h"

namespace envpool {

/// Who acts: an env's action has `rows` rows, in the columns of players. They
/// are those of its players or, if one of several players acts at a time, the
/// single one of the player that the column `current` of results names.
struct Actors {
  int rows = 1;
  int current = -1;
};

/// The envs first_env .. first_env + count - 1, before they act.
struct Turn {
  /// The item of a column of last results that a row of an env's action
  /// responds to. `index`: of the env among these envs.
  [[nodiscard]] const char* Seen(int column, int index, int actor) const;
  /// The item of an action's column for a row of an env's action.
  [[nodiscard]] char* Action(std::size_t column, int index, int actor) const;
  /// The number of such items of an env.
  [[nodiscard]] int RowsOf(std::size_t column) const {
    return actions->layout().columns()[column].per_player ? actors.rows : 1;
  }

  std::int64_t step;  // of the rollout
  int first_env;
  int count;
  const StateBlock* last;  // their last results ...
  int first_row;           // ... from this row on
  ActionStore* actions;
  Actors actors = {};
};

/// Completes `count` numbers of an action's column: bools become 0 or 1. Throws
/// Error(kArgument) for a number out of the column's range.
ENVPOOL_EXPORT void CheckActions(const ActionStore& store, std::size_t column,
                                 std::size_t count, char* numbers);

/// Copies `count` items of `bytes`, which lie at these distances.
inline void CopyItems(const char* from, std::size_t from_stride, char* to,
                      std::size_t to_stride, std::size_t bytes, int count) {
  if (from_stride == bytes && to_stride == bytes) {
    std::memcpy(to, from, count * bytes);
    return;
  }
  for (int i = 0; i < count; ++i) {
    std::memcpy(to + i * to_stride, from + i * from_stride, bytes);
  }
}

class ENVPOOL_EXPORT Policy {
 public:
  virtual ~Policy();
  /// Writes the actions of these envs. Actions are in the range of their
  /// column.
  virtual void Act(const Turn& turn) const = 0;
  /// The columns of the last results that Act reads.
  [[nodiscard]] virtual std::vector<int> Reads() const;
  /// For how many envs Act computes actions in hardly more time than for one.
  [[nodiscard]] virtual int RowsTogether() const;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ROLLOUT_POLICY_H_
