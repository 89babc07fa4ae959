// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads integers of the caller's memory. Another thread or process may write to
// that memory meanwhile, so each number is read once, into private memory, and
// only the copy is checked and used.
//
// Threads: none. Errors: none; functions return false.

#ifndef ENVPOOL_CORE_ENGINE_MEMORY_READ_ONCE_H_
#define ENVPOOL_CORE_ENGINE_MEMORY_READ_ONCE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace envpool {

/// Copies from[0] .. from[count - 1]. `Source`: a pointer or similar.
template <typename Source, typename T>
void ReadOnce(Source from, std::size_t count, T* __restrict to) {
  for (std::size_t i = 0; i < count; ++i) {
    to[i] = from[i];
  }
  // The compiler knows that `to` equals `from`, and must not read `from` again.
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

/// ReadOnce, as int32. Returns whether all numbers lie in [low, high].
template <typename Source>
bool ReadInRange(Source from, std::size_t count, std::int32_t low,
                 std::int32_t high, std::int32_t* __restrict to) {
  using From = std::remove_cvref_t<decltype(from[0])>;
  static_assert(std::is_signed_v<From>);
  std::uint64_t shifted = 0;  // at most 32 bits if all numbers are
  for (std::size_t i = 0; i < count; ++i) {
    const From value = from[i];
    to[i] = static_cast<std::int32_t>(value);
    if constexpr (sizeof(From) > sizeof(std::int32_t)) {
      shifted |= static_cast<std::uint64_t>(value) + 0x80000000U;
    }
  }
  std::atomic_signal_fence(std::memory_order_seq_cst);
  const auto first = static_cast<std::uint32_t>(low);
  const std::uint32_t span = static_cast<std::uint32_t>(high) - first;
  std::uint32_t outside = 0;  // same width as the numbers, for vectorization
  for (std::size_t i = 0; i < count; ++i) {
    outside |= (static_cast<std::uint32_t>(to[i]) - first > span) ? 1U : 0U;
  }
  return outside == 0 && shifted >> 32 == 0;
}

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_MEMORY_READ_ONCE_H_
