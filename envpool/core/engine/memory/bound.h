// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Bound: a number of any dtype, exactly. No number type of C++ holds all 64-bit
// integers and all doubles on every system: `long double` does so on x86-64
// only.
//
// Threads: a value. Errors: none.

#ifndef ENVPOOL_CORE_ENGINE_MEMORY_BOUND_H_
#define ENVPOOL_CORE_ENGINE_MEMORY_BOUND_H_

#include <algorithm>
#include <bit>
#include <cmath>
#include <compare>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace envpool {

/// A double, and the lowest bits of an integer that is longer than a double.
/// Both have the number's sign, so Bounds compare like the numbers: first by
/// the doubles, then by the rests. A NaN is unordered, as usual.
class Bound {
 public:
  constexpr Bound() = default;
  // NOLINTNEXTLINE(runtime/explicit): a number must convert by itself.
  constexpr Bound(std::floating_point auto number) : number_(number) {}
  // NOLINTNEXTLINE(runtime/explicit)
  constexpr Bound(std::integral auto number) {
    const auto bits = static_cast<std::uint64_t>(number);
    const bool is_negative = std::is_signed_v<decltype(number)> &&
                             static_cast<std::int64_t>(bits) < 0;
    const std::uint64_t magnitude = is_negative ? 0 - bits : bits;
    const int more = std::max<int>(std::bit_width(magnitude) - kDigits, 0);
    const std::uint64_t rest = magnitude & ((std::uint64_t{1} << more) - 1);
    const auto first = static_cast<double>(magnitude - rest);
    number_ = is_negative ? -first : first;
    rest_ = static_cast<std::int64_t>(is_negative ? 0 - rest : rest);
  }

  constexpr auto operator<=>(const Bound& other) const = default;

  /// Converts as static_cast does.
  template <typename T>
  [[nodiscard]] constexpr T To() const {
    return static_cast<T>(static_cast<T>(number_) + static_cast<T>(rest_));
  }
  [[nodiscard]] bool IsWhole() const { return number_ == std::floor(number_); }
  /// The double, and what it lacks of a long integer.
  [[nodiscard]] double number() const { return number_; }
  [[nodiscard]] std::int64_t rest() const { return rest_; }

 private:
  static constexpr int kDigits = std::numeric_limits<double>::digits;

  double number_ = 0;
  std::int64_t rest_ = 0;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_MEMORY_BOUND_H_
