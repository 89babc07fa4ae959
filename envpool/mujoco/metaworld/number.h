// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Number: a scalar of Python or NumPy. Actions are float32, so rewards that
// depend on them are computed in float32 or float64 by NumPy's rules (NEP 50):
// a Python number takes the type of the other operand.
//
// Threads: a plain value. Errors: none.

#ifndef ENVPOOL_MUJOCO_METAWORLD_NUMBER_H_
#define ENVPOOL_MUJOCO_METAWORLD_NUMBER_H_

#include <algorithm>

namespace envpool::mujoco::metaworld {

class Number {
 public:
  /// A Python number.
  constexpr Number(double value)  // NOLINT: literals are operands
      : value_(value) {}
  /// A numpy.float32.
  static constexpr Number Single(float value) {
    return {value, Type::kSingle};
  }
  /// A numpy.float64.
  static constexpr Number Double(double value) {
    return {value, Type::kDouble};
  }

  [[nodiscard]] constexpr double value() const { return value_; }

  friend constexpr Number operator+(Number a, Number b) {
    return Apply(a, b, [](auto x, auto y) { return x + y; });
  }
  friend constexpr Number operator-(Number a, Number b) {
    return Apply(a, b, [](auto x, auto y) { return x - y; });
  }
  friend constexpr Number operator*(Number a, Number b) {
    return Apply(a, b, [](auto x, auto y) { return x * y; });
  }
  friend constexpr Number operator/(Number a, Number b) {
    return Apply(a, b, [](auto x, auto y) { return x / y; });
  }
  friend constexpr bool operator<(Number a, Number b) {
    return TypeOf(a, b) == Type::kSingle
               ? static_cast<float>(a.value_) < static_cast<float>(b.value_)
               : a.value_ < b.value_;
  }
  friend constexpr bool operator>(Number a, Number b) { return b < a; }

 private:
  enum class Type : char { kPython, kSingle, kDouble };

  constexpr Number(double value, Type type) : value_(value), type_(type) {}

  static constexpr Type TypeOf(Number a, Number b) {
    return std::max(a.type_, b.type_);
  }
  template <typename Operator>
  static constexpr Number Apply(Number a, Number b, Operator operate) {
    const Type type = TypeOf(a, b);
    if (type == Type::kSingle) {
      return {operate(static_cast<float>(a.value_),
                      static_cast<float>(b.value_)),
              type};
    }
    return {operate(a.value_, b.value_), type};
  }

  double value_;
  Type type_{Type::kPython};
};

}  // namespace envpool::mujoco::metaworld

#endif  // ENVPOOL_MUJOCO_METAWORLD_NUMBER_H_
