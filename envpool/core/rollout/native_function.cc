// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/native_function.h"

namespace envpool {

void NativeFunction::Act(const Turn& turn) const {
  constexpr std::size_t kAction = ActionStore::kFirstColumn;
  const std::size_t size = turn.actions->layout().columns()[kAction].ItemSize();
  for (int i = 0; i < turn.count; ++i) {
    char* action = turn.actions->Item(kAction, turn.first_env + i);
    function_(turn.last->Item(observation_, turn.first_row + i), action,
              turn.first_env + i, turn.step);
    CheckActions(*turn.actions, kAction, size, action);
  }
}

}  // namespace envpool
