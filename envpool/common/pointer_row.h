// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// PointerRow: the row that Env::Observe must write, with the interface of
// Env::Row, so that one function writes both.
//
// Threads: one at a time. Ownership: the memory is the engine's. Errors: none.

#ifndef ENVPOOL_COMMON_POINTER_ROW_H_
#define ENVPOOL_COMMON_POINTER_ROW_H_

#include <type_traits>
#include <utility>

#include "envpool/core/dict.h"

namespace envpool {

template <typename State>
class PointerRow {
 public:
  /// `state`: what Env::StateAt returns.
  explicit PointerRow(State state) : state_(std::move(state)) {}

  template <FixedString S>
  [[nodiscard]] auto* operator[](Key<S> key) const {
    const auto& entry = state_[key];
    using Number = typename std::remove_cvref_t<decltype(entry)>::dtype;
    return static_cast<Number*>(entry.Data());
  }

 private:
  State state_;
};

}  // namespace envpool

#endif  // ENVPOOL_COMMON_POINTER_ROW_H_
