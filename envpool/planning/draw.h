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
  std::span<const int> Permute(threefry::Key key) {
    std::iota(order_.begin(), order_.end(), 0);
    // JAX sorts by random keys until equal ones are unlikely to matter.
    const double count = std::max<double>(1, order_.size());
    const auto rounds = std::ceil(3 * std::log(count) / std::log(0xFFFFFFFFU));
    for (int round = 0; round < rounds; ++round) {
      const threefry::Key drawn = threefry::Split(key, 1);
      key = threefry::Split(key, 0);
      keyed_.clear();
      for (std::uint32_t i = 0; i < order_.size(); ++i) {
        Add(threefry::Bits(drawn, i), i);
      }
      std::ranges::sort(keyed_);
      before_.swap(order_);
      std::ranges::transform(keyed_, order_.begin(), [this](auto number) {
        return before_[IndexOf(number)];
      });
    }
    return order_;
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
