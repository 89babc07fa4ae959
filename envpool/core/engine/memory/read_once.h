// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads numbers of the caller's memory. Another thread or process may write to
// that memory meanwhile, so each number is read once, into private memory, and
// only the copy is checked and used.
//
// Threads: none. Errors: none; functions return false.

#ifndef ENVPOOL_CORE_ENGINE_MEMORY_READ_ONCE_H_
#define ENVPOOL_CORE_ENGINE_MEMORY_READ_ONCE_H_

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "envpool/core/engine/memory/bound.h"

namespace envpool {

/// The range of the integers that both types can hold.
template <std::integral A, std::integral B>
struct CommonRange {
  using LimitsA = std::numeric_limits<A>;
  using LimitsB = std::numeric_limits<B>;
  /// Unsigned, and as wide as the wider type; small ones become 32 bits.
  using Bits = std::conditional_t<(std::max(sizeof(A), sizeof(B)) > 4),
                                  std::uint64_t, std::uint32_t>;
  static constexpr bool kHasMin =
      Bound{LimitsA::min()} >= Bound{LimitsB::min()};
  static constexpr bool kHasMax =
      Bound{LimitsA::max()} <= Bound{LimitsB::max()};
  static constexpr Bits kMin = kHasMin ? static_cast<Bits>(LimitsA::min())
                                       : static_cast<Bits>(LimitsB::min());
  static constexpr Bits kMax = kHasMax ? static_cast<Bits>(LimitsA::max())
                                       : static_cast<Bits>(LimitsB::max());
  /// A mask of low bits: n is in the range if n - kMin has no other bits.
  static constexpr Bits kSpan = kMax - kMin;
  static constexpr bool kHasAllOfA = kHasMin && kHasMax;
};

/// Whether there are integers that do not fit into `To`.
template <typename From, typename To>
constexpr bool NeedsCheck() {
  if constexpr (std::is_integral_v<From> && std::is_integral_v<To>) {
    return !CommonRange<From, To>::kHasAllOfA;
  } else {
    return false;
  }
}

/// Copies from[0] .. from[count - 1] as numbers of type T. Returns whether all
/// integers fit into T. `Source` is a pointer or a similar type.
template <typename Source, typename T>
bool ReadOnce(Source from, std::size_t count, T* __restrict to) {
  using From = std::remove_cvref_t<decltype(from[0])>;
  bool fits = true;
  if constexpr (NeedsCheck<From, T>()) {
    using Range = CommonRange<From, T>;
    typename Range::Bits bits = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const From value = from[i];
      to[i] = static_cast<T>(value);
      bits |= static_cast<typename Range::Bits>(value) - Range::kMin;
    }
    fits = (bits & ~Range::kSpan) == 0;
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      to[i] = static_cast<T>(from[i]);
    }
  }
  // The compiler knows that `to` equals `from`, and must not read `from` again.
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return fits;
}

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_MEMORY_READ_ONCE_H_
