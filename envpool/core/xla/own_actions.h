// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// OwnActions: the actions of a call, of which all that has to be checked has
// been copied and then checked. A program's buffers may be a NumPy array's
// memory, to which others can write meanwhile; see engine/read_once.h.
//
// What needs no check, such as floats, is still in the program's buffers.
//
// Threads: none. Errors: Error(kArgument) from the constructor. Env ids and
// players are checked by whoever uses them.

#ifndef ENVPOOL_CORE_XLA_OWN_ACTIONS_H_
#define ENVPOOL_CORE_XLA_OWN_ACTIONS_H_

#include <cstddef>
#include <memory>
#include <vector>

#include "envpool/core/engine/memory/action_store.h"
#include "envpool/core/xla/transfer.h"

namespace envpool {

class OwnActions {
 public:
  OwnActions(const ActionStore& store, const Actions& actions);
  OwnActions(const OwnActions&) = delete;
  OwnActions& operator=(const OwnActions&) = delete;

  /// Buffers of what was checked have the columns' dtypes.
  [[nodiscard]] const Actions& get() const { return actions_; }
  /// Whether the actions were float32 where their columns are double.
  [[nodiscard]] bool float32() const { return float32_; }

 private:
  void OwnIds();
  void Own(const NumberReader& reader, const Column& column, Buffer* buffer,
           const int* owners);

  Actions actions_;  // which views what follows
  bool float32_{true};
  std::vector<int> ids_;
  std::vector<int> owners_;
  std::vector<std::unique_ptr<char[]>> copies_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_XLA_OWN_ACTIONS_H_
