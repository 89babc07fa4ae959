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
#include <cmath>

namespace envpool::mujoco::metaworld {

class Number {
 public:
  /// A Python number.
  constexpr Number(double value)  // NOLINT: literals are operands
      : value_(value) {}
  /// A numpy.float32.
  static constexpr Number Single(float value) { return {value, Type::kSingle}; }
  /// A numpy.float64.
  static constexpr Number Double(double value) {
    return {value, Type::kDouble};
  }

  [[nodiscard]] constexpr double value() const { return value_; }

  /// numpy.square.
  [[nodiscard]] constexpr Number Square() const {
    return OfNumPy(*this * *this);
  }
  /// numpy.sqrt.
  [[nodiscard]] Number Root() const {
    return type_ == Type::kSingle
               ? Single(std::sqrt(static_cast<float>(value_)))
               : Double(std::sqrt(value_));
  }

  template <typename Writer>
  void Save(Writer* writer) const {
    writer->Write(value_);
    writer->Write(static_cast<int>(type_));
  }
  template <typename Reader>
  void Load(Reader* reader) {
    int type = 0;
    reader->Read(&value_);
    reader->Read(&type);
    reader->Require(type >= 0 && type <= static_cast<int>(Type::kDouble));
    type_ = static_cast<Type>(type);
  }

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

  /// What a function of NumPy returns for a Python number.
  static constexpr Number OfNumPy(Number number) {
    return number.type_ == Type::kPython ? Double(number.value_) : number;
  }
  static constexpr Type TypeOf(Number a, Number b) {
    return std::max(a.type_, b.type_);
  }
  template <typename Operator>
  static constexpr Number Apply(Number a, Number b, Operator operate) {
    const Type type = TypeOf(a, b);
    if (type == Type::kSingle) {
      return {
          operate(static_cast<float>(a.value_), static_cast<float>(b.value_)),
          type};
    }
    return {operate(a.value_, b.value_), type};
  }

  double value_;
  Type type_{Type::kPython};
};

}  // namespace envpool::mujoco::metaworld

#endif  // ENVPOOL_MUJOCO_METAWORLD_NUMBER_H_
