// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// LaneParams: the physical parameters of all lanes of a BatchEnv, by key. While
// all lanes have equal values, StepLanes gets plain numbers; once a lane
// differs, it gets a column for each parameter.
//
// Threads: Reserve, Get, Set and Value for an idle lane, while other threads
// run other lanes; Settle while all lanes are idle. Errors: only
// std::bad_alloc, from Reserve.

#ifndef ENVPOOL_CORE_LANE_PARAMS_H_
#define ENVPOOL_CORE_LANE_PARAMS_H_

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/core/dict.h"
#include "envpool/core/lane_math.h"
#include "envpool/core/param_spec.h"

namespace envpool {

/// A number that reads like a column with equal entries.
struct EqualLanes {
  double value;
  ENVPOOL_LANE_INLINE double operator[](int /*lane*/) const { return value; }
};

template <typename SpecDict>
class LaneParams;

template <typename... K, typename... V>
class LaneParams<Dict<std::tuple<K...>, std::tuple<V...>>> {
 public:
  using Keys = std::tuple<K...>;
  using Specs = Dict<Keys, std::tuple<V...>>;
  /// The types of StepLanes's parameters. Both are indexed by key, then, for an
  /// array, by the number in it, then by lane.
  using Equal = Dict<Keys, std::tuple<PerNumber<V, EqualLanes>...>>;
  using Columns = Dict<Keys, std::tuple<PerNumber<V, const double*>...>>;

  LaneParams(const Specs& specs, int num_lanes)
      : num_lanes_(num_lanes), equal_(DefaultNumbersOf(specs)) {}

  /// Whether StepLanes needs columns.
  [[nodiscard]] bool differ() const {
    return differ_.load(std::memory_order_acquire);
  }
  [[nodiscard]] ENVPOOL_LANE_INLINE Equal equal() const {
    return Make<EqualLanes>(
        [this](std::size_t k) { return EqualLanes{equal_[k]}; });
  }
  /// The columns from lane `first` on; only if they differ.
  [[nodiscard]] ENVPOOL_LANE_INLINE Columns ColumnsAt(int first) const {
    return Make<const double*>(
        [this, first](std::size_t k) { return &columns_[Index(k, first)]; });
  }

  /// Copies the numbers of a parameter, which is given by its position.
  void Get(int lane, std::size_t param, double* values) const {
    for (std::size_t k = kFirst[param]; k < kFirst[param + 1]; ++k) {
      *values++ = Number(lane, k);
    }
  }
  /// A parameter's value; a std::array for an array.
  template <FixedString S>
  [[nodiscard]] auto Value(Key<S> /*key*/, int lane) const {
    constexpr std::size_t kParam = FirstIndexOf<Key<S>, K...>();
    using Row = std::tuple_element_t<kParam, std::tuple<V...>>;
    return Item<Row, double>(kFirst[kParam],
                             [&](std::size_t k) { return Number(lane, k); });
  }
  /// Makes room for columns; called before the first Set. Not by two threads at
  /// once.
  void Reserve() {
    if (!columns_.empty()) {
      return;
    }
    std::vector<double> columns(equal_.size() * num_lanes_);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      columns[i] = equal_[i / num_lanes_];
    }
    columns_ = std::move(columns);
  }
  /// The columns are always right once they exist. A thread that runs other
  /// lanes may use either form: both have the values of its lanes.
  void Set(int lane, std::size_t param, const double* values) {
    for (std::size_t k = kFirst[param]; k < kFirst[param + 1]; ++k) {
      const double value = *values++;
      columns_[Index(k, lane)] = value;
      if (Bits(value) != Bits(equal_[k])) {
        differ_.store(true, std::memory_order_release);
      }
    }
  }
  /// Returns to plain numbers if all lanes have equal values.
  void Settle() {
    if (!differ()) {
      return;
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::size_t first = i - i % num_lanes_;
      if (Bits(columns_[i]) != Bits(columns_[first])) {
        return;
      }
    }
    for (std::size_t k = 0; k < equal_.size(); ++k) {
      equal_[k] = columns_[Index(k, 0)];
    }
    differ_.store(false, std::memory_order_release);
  }

 private:
  static constexpr auto kFirst = kFirstNumbers<std::tuple<V...>>;

  static std::uint64_t Bits(double value) {
    return std::bit_cast<std::uint64_t>(value);
  }
  [[nodiscard]] std::size_t Index(std::size_t k, int lane) const {
    return k * num_lanes_ + lane;
  }
  [[nodiscard]] double Number(int lane, std::size_t k) const {
    return differ() ? columns_[Index(k, lane)] : equal_[k];
  }
  /// number(first) of a single number; number(first + i) of an array's i-th.
  template <typename Row, typename T, typename F>
  ENVPOOL_LANE_INLINE static PerNumber<Row, T> Item(std::size_t first,
                                                    const F& number) {
    if constexpr (Row::kIsNumber) {
      return number(first);
    } else {
      std::array<T, Row::kSize> all;
      for (std::size_t i = 0; i < Row::kSize; ++i) {
        all[i] = number(first + i);
      }
      return all;
    }
  }
  /// A Dict with the items of all parameters, as numbers of the type T.
  template <typename T, typename F>
  ENVPOOL_LANE_INLINE static auto Make(const F& number) {
    using Items = std::tuple<PerNumber<V, T>...>;
    return [&number]<std::size_t... I>(std::index_sequence<I...>) {
      return Dict<Keys, Items>(Items(Item<V, T>(kFirst[I], number)...));
    }(std::index_sequence_for<V...>());
  }

  std::size_t num_lanes_;
  std::array<double, kNumbersOf<Specs>> equal_;  // valid unless they differ
  std::vector<double> columns_;                  // by number, then lane
  std::atomic<bool> differ_{false};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_LANE_PARAMS_H_
