// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Draws of several indices by jax.random.
//
// Threads: pure functions. Errors: none.

#ifndef ENVPOOL_PLANNING_DRAW_H_
#define ENVPOOL_PLANNING_DRAW_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <ranges>
#include <span>
#include <vector>

#include "envpool/common/threefry.h"

namespace envpool::planning {

/// Draws several of `count` indices. It keeps its memory for the next time, and
/// so do the results, which are valid until then.
class SeveralDrawer {
 public:
  explicit SeveralDrawer(int count) : order_(count), before_(count) {
    keyed_.reserve(count);
  }

  /// The indices that jax.random.choice(key, count, (several,), replace=False,
  /// p=flags) draws, if as many flags are set. JAX adds Gumbel noise to the
  /// logarithms of the probabilities. The noise grows with a uniform number, so
  /// the indices are those with the largest numbers.
  template <typename Flags>
  std::span<const int> ChooseSet(const threefry::Key& key, const Flags& flags,
                                 int several) {
    keyed_.clear();
    std::uint32_t index = 0;
    for (const auto flag : flags) {
      if (flag != 0) {
        Add(~(threefry::Bits(key, index) >> 9), index);
      }
      ++index;
    }
    std::ranges::partial_sort(keyed_, keyed_.begin() + several);
    std::ranges::transform(keyed_ | std::views::take(several), order_.begin(),
                           IndexOf);
    return std::span<const int>(order_).first(several);
  }

  /// jax.random.permutation(key, count).
  std::span<const int> Permute(const threefry::Key& key) {
    const int count = static_cast<int>(order_.size());
    return Choose(key, count, count);
  }

  /// The indices that jax.random.choice(key, count, (several,), replace=False)
  /// draws, the first of a permutation. `count` may be smaller than that of the
  /// constructor.
  std::span<const int> Choose(threefry::Key key, int count, int several) {
    std::iota(order_.begin(), order_.begin() + count, 0);
    // JAX sorts by random keys until equal ones are unlikely to matter.
    const auto rounds = std::ceil(3 * std::log(std::max(1.0, 1.0 * count)) /
                                  std::log(0xFFFFFFFFU));
    for (int round = 1; round <= rounds; ++round) {
      const threefry::Key drawn = threefry::Split(key, 1);
      key = threefry::Split(key, 0);
      keyed_.clear();
      for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(count); ++i) {
        Add(threefry::Bits(drawn, i), i);
      }
      const int needed = round < rounds ? count : several;
      std::ranges::partial_sort(keyed_, keyed_.begin() + needed);
      before_.swap(order_);
      std::ranges::transform(
          keyed_ | std::views::take(needed), order_.begin(),
          [this](auto number) { return before_[IndexOf(number)]; });
    }
    return std::span<const int>(order_).first(several);
  }

 private:
  // Indices are the lower half of a number, so that they decide between equal
  // keys, as in a stable sort.
  void Add(std::uint32_t key, std::uint32_t index) {
    keyed_.push_back(static_cast<std::uint64_t>(key) << 32 | index);
  }
  static int IndexOf(std::uint64_t number) {
    return static_cast<int>(number & 0xFFFFFFFF);
  }

  std::vector<int> order_;
  std::vector<int> before_;
  std::vector<std::uint64_t> keyed_;
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_DRAW_H_
