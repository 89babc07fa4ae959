// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/random/rng.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace envpool {
namespace {

using rng_internal::LemireInterval;
using rng_internal::ZigguratTable;

// A uniform height within layer `i` > 0.
double HeightWithin(const ZigguratTable& table, size_t i, double uniform) {
  const double bottom = table.heights[i];
  return (table.heights[i - 1] - bottom) * uniform + bottom;
}

// A set of fewer than `capacity` non-negative integers.
class IntegerSet {
 public:
  explicit IntegerSet(size_t capacity)
      : slots_(std::bit_ceil(capacity), kFree) {}

  // Returns whether the value is new.
  bool Insert(int64_t value) {
    const size_t mask = slots_.size() - 1;
    auto at = static_cast<size_t>(value) & mask;
    while (slots_[at] != kFree) {
      if (slots_[at] == value) {
        return false;
      }
      at = (at + 1) & mask;
    }
    slots_[at] = value;
    return true;
  }

 private:
  static constexpr int64_t kFree = -1;

  std::vector<int64_t> slots_;
};

// Swaps each element from the last down to `first` with a random one at or
// before it. For choice(), which uses Lemire's method, unlike shuffle().
void ShuffleTail(std::span<int64_t> values, size_t first, Pcg64* bits) {
  for (size_t i = values.size(); i-- > first;) {
    std::swap(values[i], values[LemireInterval(i, bits)]);
  }
}

}  // namespace

double Generator::NormalBeyondLimit(uint64_t word, double x) {
  const ZigguratTable& table = rng_internal::kNormalZiggurat;
  const size_t i = word & 0xff;
  const bool negative = (word & 0x100) != 0;
  if (i == 0) {
    // Marsaglia's method for the tail: the distance beyond the edge is drawn
    // from an exponential as steep as the tail at its edge, by rejection.
    const double edge = table.edge;
    const double scale = 1.0 / edge;
    double beyond;
    double bound;
    do {
      beyond = -scale * std::log1p(-Random());
      bound = -std::log1p(-Random());
    } while (bound + bound <= beyond * beyond);
    // For the tail, NumPy takes the sign from a bit of the magnitude.
    return (word >> 17 & 1) != 0 ? -(edge + beyond) : edge + beyond;
  }
  if (HeightWithin(table, i, Random()) < std::exp(-0.5 * x * x)) {
    return negative ? -x : x;
  }
  return StandardNormal();
}

double Generator::ExponentialBeyondLimit(uint64_t word, double x) {
  const ZigguratTable& table = rng_internal::kExponentialZiggurat;
  const size_t i = word >> 3 & 0xff;
  if (i == 0) {
    return table.edge - std::log1p(-Random());
  }
  if (HeightWithin(table, i, Random()) < std::exp(-x)) {
    return x;
  }
  return StandardExponential();
}

std::vector<int64_t> Generator::ChoiceWithoutReplacement(int64_t n, int64_t k,
                                                         bool shuffle) {
  std::vector<int64_t> result;
  if (k <= 0 || k > n) {
    return result;
  }
  // Like NumPy: to draw many of a large range, shuffle the end of the range.
  if (n > 10000 && k > n / (shuffle ? 50 : 20)) {
    std::vector<int64_t> range(static_cast<size_t>(n));
    std::iota(range.begin(), range.end(), 0);
    ShuffleTail(range, static_cast<size_t>(std::max<int64_t>(n - k, 1)),
                &bits_);
    result.assign(range.end() - k, range.end());
    return result;
  }
  // R. Floyd's method: each round draws from 0..last and takes `last` instead
  // if the drawn value is already taken.
  result.reserve(static_cast<size_t>(k));
  IntegerSet taken(static_cast<size_t>(k) + static_cast<size_t>(k) / 4 + 1);
  for (int64_t last = n - k; last < n; ++last) {
    auto value = static_cast<int64_t>(
        LemireInterval(static_cast<uint64_t>(last), &bits_));
    if (!taken.Insert(value)) {
      value = last;
      taken.Insert(value);
    }
    result.push_back(value);
  }
  if (shuffle) {
    ShuffleTail(result, 1, &bits_);
  }
  return result;
}

std::vector<int64_t> Generator::Permutation(int64_t n) {
  std::vector<int64_t> result(static_cast<size_t>(std::max<int64_t>(n, 0)));
  PermutationInto(result);
  return result;
}

void Generator::PermutationInto(std::span<int64_t> out) {
  std::iota(out.begin(), out.end(), 0);
  Shuffle(out);
}

}  // namespace envpool
