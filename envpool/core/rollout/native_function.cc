// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/native_function.h"

namespace envpool {

void NativeFunction::Act(const Turn& turn) const {
  constexpr std::size_t kAction = ActionStore::kFirstColumn;
  const Column& column = turn.actions->layout().columns()[kAction];
  for (int i = 0; i < turn.count; ++i) {
    char* action = turn.actions->Item(kAction, turn.first_env + i);
    function_(turn.last->Item(observation_, turn.first_row + i), action,
              turn.first_env + i, turn.step);
    if (column.dtype == DType::kBool) {
      for (std::size_t k = 0; k < column.ItemSize(); ++k) {
        action[k] = static_cast<char>(action[k] != 0);
      }
    }
    const NumberReader& reader = turn.actions->reader(kAction);
    if (column.HasRange() && !reader.Allows(action, column.ItemSize())) {
      reader.Refuse(action, column.dtype, column.ItemSize());
    }
  }
}

}  // namespace envpool
