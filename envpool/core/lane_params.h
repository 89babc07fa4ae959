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
#include "envpool/core/engine/kernel/params.h"
#include "envpool/core/lane_math.h"

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
  static constexpr std::size_t kSize = sizeof...(K);
  using Keys = std::tuple<K...>;
  using Specs = Dict<Keys, std::tuple<V...>>;
  /// The types of StepLanes's parameters. Both are indexed by key, then by
  /// lane.
  using Equal =
      Dict<Keys, std::tuple<std::conditional_t<true, EqualLanes, V>...>>;
  using Columns =
      Dict<Keys, std::tuple<std::conditional_t<true, const double*, V>...>>;

  LaneParams(const Specs& specs, int num_lanes) : num_lanes_(num_lanes) {
    std::size_t k = 0;
    specs.Apply(
        [&](auto /*key*/, const auto& spec) { equal_[k++] = spec.value; });
  }

  /// Whether StepLanes needs columns.
  [[nodiscard]] bool differ() const {
    return differ_.load(std::memory_order_acquire);
  }
  [[nodiscard]] ENVPOOL_LANE_INLINE Equal equal() const {
    return Make<Equal>([this](std::size_t k) { return EqualLanes{equal_[k]}; });
  }
  /// The columns from lane `first` on; only if they differ.
  [[nodiscard]] ENVPOOL_LANE_INLINE Columns ColumnsAt(int first) const {
    return Make<Columns>(
        [this, first](std::size_t k) { return &columns_[Index(k, first)]; });
  }

  [[nodiscard]] double Get(int lane, std::size_t k) const {
    return differ() ? columns_[Index(k, lane)] : equal_[k];
  }
  template <FixedString S>
  [[nodiscard]] double Value(Key<S> /*key*/, int lane) const {
    return Get(lane, FirstIndexOf<Key<S>, K...>());
  }
  /// Makes room for columns; called before the first Set. Not by two threads at
  /// once.
  void Reserve() {
    if (!columns_.empty()) {
      return;
    }
    std::vector<double> columns(kSize * num_lanes_);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      columns[i] = equal_[i / num_lanes_];
    }
    columns_ = std::move(columns);
  }
  /// The columns are always right once they exist. A thread that runs other
  /// lanes may use either form: both have the values of its lanes.
  void Set(int lane, std::size_t k, double value) {
    columns_[Index(k, lane)] = value;
    if (Bits(value) != Bits(equal_[k])) {
      differ_.store(true, std::memory_order_release);
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
    for (std::size_t k = 0; k < kSize; ++k) {
      equal_[k] = columns_[Index(k, 0)];
    }
    differ_.store(false, std::memory_order_release);
  }

 private:
  static std::uint64_t Bits(double value) {
    return std::bit_cast<std::uint64_t>(value);
  }
  [[nodiscard]] std::size_t Index(std::size_t k, int lane) const {
    return k * num_lanes_ + lane;
  }
  template <typename Result, typename F>
  ENVPOOL_LANE_INLINE static Result Make(const F& item) {
    return [&item]<std::size_t... I>(std::index_sequence<I...>) {
      return Result(typename Result::Values(item(I)...));
    }(std::make_index_sequence<kSize>());
  }

  std::size_t num_lanes_;
  std::array<double, kSize> equal_{};  // valid unless they differ
  std::vector<double> columns_;        // by parameter, then lane
  std::atomic<bool> differ_{false};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_LANE_PARAMS_H_
