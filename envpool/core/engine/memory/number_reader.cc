// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/memory/number_reader.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iomanip>
#include <memory>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/kernel/fp_scope.h"
#include "envpool/core/engine/memory/read_once.h"
#include "envpool/core/engine/with_type.h"
#include "envpool/core/isa.h"

namespace envpool {
namespace {

/// The representation of a type in memory; bools are bytes of any value.
template <typename T>
using Stored =
    std::conditional_t<std::is_same_v<T, bool>, const std::uint8_t, const T>;

/// Reads bools of any byte as 0 and 1.
struct Bools {
  const std::uint8_t* bytes;
  bool operator[](std::size_t i) const { return bytes[i] != 0; }
};

template <typename From, typename To>
bool Copy(const void* from, std::size_t count, void* to) {
  constexpr bool kRounds =
      std::is_floating_point_v<To> && !std::is_same_v<From, To>;
  auto* target = static_cast<To*>(to);
  if constexpr (std::is_same_v<From, bool>) {
    return ReadOnce(Bools{static_cast<const std::uint8_t*>(from)}, count,
                    target);
  } else if constexpr (kRounds) {
    const FpScope fp;  // a conversion rounds the same for every caller
    return ReadOnce(static_cast<const From*>(from), count, target);
  } else {
    return ReadOnce(static_cast<const From*>(from), count, target);
  }
}

/// The type for comparing numbers with bounds.
template <typename T>
struct Compared {
  using Low = std::make_unsigned_t<T>;
};
template <std::floating_point T>
struct Compared<T> {
  using Low = double;
};

template <typename T>
auto LowOf(Bound bound) {
  return static_cast<typename Compared<T>::Low>(bound.To<T>());
}

/// Without branches, because the actions of every step are checked.
template <typename T, typename Low>
bool IsOutside(T number, Low low, Low high) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<Low>(static_cast<Low>(number) - low) > high;
  } else {
    const double value = number;
    return !(value >= low) | !(value <= high) | (value != std::floor(value));
  }
}

Bound NumberAt(const void* numbers, DType dtype, std::size_t i) {
  Bound number = 0;
  WithType(dtype, [&]<typename T>(T /*zero*/) {
    const auto stored = static_cast<Stored<T>*>(numbers)[i];
    number = std::is_same_v<T, bool> ? stored != 0 : stored;
  });
  return number;
}

std::string TextOf(Bound number, bool is_integer) {
  if (is_integer) {
    return number < 0 ? std::to_string(number.To<std::int64_t>())
                      : std::to_string(number.To<std::uint64_t>());
  }
  std::ostringstream text;
  text << std::setprecision(17) << number.To<double>();
  return text.str();
}

}  // namespace

NumberReader::NumberReader(const Column& column) : column_(&column) {
  WithType(column.dtype, [this]<typename T>(T /*zero*/) { SetUp<T>(); });
}

template <typename T>
void NumberReader::SetUp() {
  for (std::size_t i = 0; i < kNumDTypes; ++i) {
    WithType(static_cast<DType>(i), [this, i]<typename From>(From /*zero*/) {
      if constexpr (std::is_floating_point_v<T> || std::is_integral_v<From>) {
        copies_[i] = Copy<From, T>;
      }
    });
  }
  if (!column_->HasRange()) {
    return;
  }
  if constexpr (!std::is_same_v<T, bool>) {
    using Low = typename Compared<T>::Low;
    constexpr std::size_t kElements = 64;
    if (!column_->has_scalar_bounds) {
      const std::size_t row = column_->lows.size();
      period_ = (kElements + row - 1) / row * row;
    }
    lows_ = std::make_unique<char[]>(period_ * sizeof(Low));
    highs_ = std::make_unique<char[]>(period_ * sizeof(Low));
    auto* lows = reinterpret_cast<Low*>(lows_.get());
    auto* highs = reinterpret_cast<Low*>(highs_.get());
    for (std::size_t i = 0; i < period_; ++i) {
      const auto [low, high] = BoundsOf(i);
      lows[i] = LowOf<T>(low);
      highs[i] = LowOf<T>(high);
      if constexpr (std::is_integral_v<T>) {
        highs[i] = static_cast<Low>(highs[i] - lows[i]);
      }
    }
    check_ = CurrentIsa() == Isa::kBaseline ? AreAllowed<T> : AreAllowedAvx2<T>;
  }
}

template <typename T>
bool NumberReader::AreAllowed(const NumberReader& reader, const void* numbers,
                              std::size_t count) {
  using Low = typename Compared<T>::Low;
  using Flag = std::conditional_t<std::is_integral_v<T>, Low, std::uint64_t>;
  const auto* values = static_cast<const T*>(numbers);
  const auto* lows = reinterpret_cast<const Low*>(reader.lows_.get());
  const auto* highs = reinterpret_cast<const Low*>(reader.highs_.get());
  Flag outside = 0;  // as wide as the numbers, so that the loop vectorises
  if (reader.period_ == 1) {
    const Low low = *lows;
    const Low high = *highs;
    for (std::size_t i = 0; i < count; ++i) {
      outside |= IsOutside(values[i], low, high) ? Flag{1} : Flag{0};
    }
    return outside == 0;
  }
  for (std::size_t first = 0; first < count; first += reader.period_) {
    const std::size_t some = std::min(count - first, reader.period_);
    for (std::size_t i = 0; i < some; ++i) {
      outside |=
          IsOutside(values[first + i], lows[i], highs[i]) ? Flag{1} : Flag{0};
    }
  }
  return outside == 0;
}

template <typename T>
ENVPOOL_TARGET_AVX2 bool NumberReader::AreAllowedAvx2(
    const NumberReader& reader, const void* numbers, std::size_t count) {
  return AreAllowed<T>(reader, numbers, count);
}

std::pair<Bound, Bound> NumberReader::BoundsOf(std::size_t element) const {
  if (column_->dtype == DType::kBool) {
    return {0, 1};
  }
  if (column_->has_scalar_bounds) {
    return {column_->low, column_->high};
  }
  const std::size_t i = element % column_->lows.size();
  return {column_->lows[i], column_->highs[i]};
}

void NumberReader::Refuse(const void* from, DType dtype, std::size_t count,
                          std::size_t row) const {
  const bool is_integer = IsInteger(column_->dtype);
  for (std::size_t i = 0; i < count; ++i) {
    const Bound number = NumberAt(from, dtype, i);
    const auto [low, high] = BoundsOf(i);
    if (number >= low && number <= high && number.IsWhole()) {
      continue;
    }
    const std::string got = "got " + TextOf(number, dtype < DType::kFloat32) +
                            " in row " +
                            std::to_string(row + i / column_->ItemSize());
    if (column_->dtype == DType::kBool) {
      throw Error(ErrorKind::kArgument,
                  column_->key + ": expected bools, " + got);
    }
    throw Error(ErrorKind::kArgument,
                column_->key + ": expected " +
                    (is_integer ? "values" : "whole numbers") + " in [" +
                    TextOf(low, is_integer) + ", " + TextOf(high, is_integer) +
                    "], " + got);
  }
  throw Error(
      ErrorKind::kArgument,
      column_->key + ": expected an array that no other thread writes to");
}

}  // namespace envpool
