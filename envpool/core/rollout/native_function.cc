// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/native_function.h"

namespace envpool {

void NativeFunction::Act(const Turn& turn) const {
  constexpr std::size_t kAction = ActionStore::kFirstColumn;
  const std::size_t size = turn.actions->layout().columns()[kAction].ItemSize();
  for (int i = 0; i < turn.count; ++i) {
    const int rows = turn.RowsOf(kAction);
    for (int actor = 0; actor < rows; ++actor) {
      char* action = turn.Action(kAction, i, actor);
      function_(turn.Seen(observation_, i, actor), action,
                (turn.first_env + i) * rows + actor, turn.step);
      CheckActions(*turn.actions, kAction, size, action);
    }
  }
}

}  // namespace envpool
