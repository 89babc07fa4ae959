// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The few compile-time helpers on type packs that Dict and EnvSpec share.

#ifndef ENVPOOL_CORE_TYPE_LIST_H_
#define ENVPOOL_CORE_TYPE_LIST_H_

#include <cstddef>
#include <type_traits>
#include <utility>

#include "envpool/core/export.h"

namespace envpool {

/// Index of the first T that is Wanted; does not compile if there is none.
template <typename Wanted, typename... T>
consteval std::size_t FirstIndexOf() {
  static_assert((std::is_same_v<Wanted, T> || ...), "no such key in this Dict");
  constexpr bool kMatches[] = {std::is_same_v<Wanted, T>..., true};
  std::size_t i = 0;
  while (!kMatches[i]) {
    ++i;
  }
  return i < sizeof...(T) ? i : 0;  // avoids a second error without a match
}

/// Calls f(std::integral_constant<size_t, I>) for I = 0 .. N-1.
template <std::size_t N, typename F>
constexpr void ForIndex(F&& f) {
  [&f]<std::size_t... I>(std::index_sequence<I...>) {
    (f(std::integral_constant<std::size_t, I>()), ...);
  }(std::make_index_sequence<N>());
}

}  // namespace envpool

#endif  // ENVPOOL_CORE_TYPE_LIST_H_
