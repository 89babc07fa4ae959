// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Common code of Generator and RandomState: NumPy's two methods of drawing
// bounded integers, and functions built on them. Private to those two classes;
// `Bits` is a source with Next32() and Next64().
//
// Threads: no shared state; `bits` belongs to the caller's thread.
// Ownership: nothing is kept.
// Errors: none; intervals are given by their greatest value, so none is empty.

#ifndef ENVPOOL_CORE_RANDOM_RNG_BITS_H_
#define ENVPOOL_CORE_RANDOM_RNG_BITS_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "envpool/core/random/pcg64.h"

namespace envpool::rng_internal {

inline constexpr uint64_t kMaxUint32 = std::numeric_limits<uint32_t>::max();
inline constexpr uint64_t kMaxUint64 = std::numeric_limits<uint64_t>::max();

// Uniform in [0, max]: words are masked to the bit width of `max`, and values
// above `max` are rejected. Used by RandomState, and by Generator to shuffle.
template <typename Bits>
uint64_t MaskedInterval(uint64_t max, Bits* bits) {
  if (max == 0) {
    return 0;
  }
  const auto width = static_cast<unsigned>(std::bit_width(max));
  const uint64_t mask = kMaxUint64 >> (64 - width);
  uint64_t value;
  do {
    value = (max <= kMaxUint32 ? bits->Next32() : bits->Next64()) & mask;
  } while (value > max);
  return value;
}

// Uniform in [0, size), size > 0, from words of type `Word` by D. Lemire's
// method (https://arxiv.org/abs/1805.10941): the high half of word * size;
// products with a low half below 2**width mod size are rejected.
template <typename Word, typename DoubleWord, typename Next>
Word LemireBelow(Word size, Next next) {
  DoubleWord product = DoubleWord{next()} * size;
  if (static_cast<Word>(product) < size) {
    const Word excess = static_cast<Word>(-size) % size;
    while (static_cast<Word>(product) < excess) {
      product = DoubleWord{next()} * size;
    }
  }
  return static_cast<Word>(product >> 8 * sizeof(Word));
}

// Uniform in [0, max], as Generator.integers() draws it.
template <typename Bits>
uint64_t LemireInterval(uint64_t max, Bits* bits) {
  if (max == 0) {
    return 0;
  }
  if (max < kMaxUint32) {
    return LemireBelow<uint32_t, uint64_t>(static_cast<uint32_t>(max) + 1,
                                           [bits] { return bits->Next32(); });
  }
  if (max == kMaxUint32) {
    return bits->Next32();
  }
  if (max == kMaxUint64) {
    return bits->Next64();
  }
  return LemireBelow<uint64_t, Uint128>(max + 1,
                                        [bits] { return bits->Next64(); });
}

// `low` plus an offset; the sum must fit into int64.
inline int64_t AddOffset(int64_t low, uint64_t offset) {
  return static_cast<int64_t>(static_cast<uint64_t>(low) + offset);
}

// high - low, for high >= low.
inline uint64_t Distance(int64_t low, int64_t high) {
  return static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
}

// shuffle(): swaps each element, from the last down, with a random one at or
// before it.
template <typename T, size_t kExtent, typename Bits>
void ShuffleSpan(std::span<T, kExtent> values, Bits* bits) {
  for (size_t i = values.size(); i-- > 1;) {
    const auto j = static_cast<size_t>(MaskedInterval(i, bits));
    using std::swap;
    swap(values[i], values[j]);
  }
}

// The index that choice(p=weights) returns for a uniform `draw`: the first with
// a cumulative sum, divided by the total, above `draw`. Zero without weights.
inline int64_t IndexOfQuantile(std::span<const double> weights, double draw) {
  if (weights.empty()) {
    return 0;
  }
  double total = 0.0;
  for (const double weight : weights) {
    total += weight;
  }
  double sum = 0.0;
  for (size_t i = 0; i + 1 < weights.size(); ++i) {
    sum += weights[i];
    if (sum / total > draw) {
      return static_cast<int64_t>(i);
    }
  }
  return static_cast<int64_t>(weights.size()) - 1;
}

}  // namespace envpool::rng_internal

#endif  // ENVPOOL_CORE_RANDOM_RNG_BITS_H_
