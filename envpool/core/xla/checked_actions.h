// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CheckedActions: copies of a call's actions, checked after copying. The copies
// are needed because a program's buffers may be a NumPy array's memory, which
// other threads can change between check and use; see
// engine/memory/read_once.h.
//
// Actions that need no check, such as floats, stay in the program's buffers.
//
// Threads: one. Errors: Error(kArgument) from the constructor. Env ids and
// players are copied here but checked by the caller.

#ifndef ENVPOOL_CORE_XLA_CHECKED_ACTIONS_H_
#define ENVPOOL_CORE_XLA_CHECKED_ACTIONS_H_

#include <cstddef>
#include <memory>
#include <vector>

#include "envpool/core/engine/memory/action_store.h"
#include "envpool/core/xla/transfer.h"

namespace envpool {

class CheckedActions {
 public:
  CheckedActions(const ActionStore& store, const Actions& actions);
  CheckedActions(const CheckedActions&) = delete;
  CheckedActions& operator=(const CheckedActions&) = delete;

  /// Checked buffers have the columns' dtypes.
  [[nodiscard]] const Actions& get() const { return actions_; }
  /// Whether the actions were float32 where their columns are double.
  [[nodiscard]] bool float32() const { return float32_; }

 private:
  void CopyIds();
  void CopyAndCheck(const NumberReader& reader, const Column& column,
                    Buffer* buffer, const int* owners);

  Actions actions_;  // views the members below
  bool float32_{true};
  std::vector<int> ids_;
  std::vector<int> owners_;
  std::vector<std::unique_ptr<char[]>> copies_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_XLA_CHECKED_ACTIONS_H_
