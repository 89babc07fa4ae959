// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The random numbers of jax.random, bit for bit: a Key and the functions that
// draw from it, with JAX's defaults since version 0.5 (threefry2x32,
// jax_threefry_partitionable, 32-bit types). A key never changes; like JAX's,
// it gives the same numbers each time, so draw from each key once and Split or
// FoldIn first to draw more.
//
// The cipher is Threefry-2x32 with 20 rounds: Salmon et al., "Parallel random
// numbers: as easy as 1, 2, 3", 2011.
//
// Keys of vectors have as many keys as a vector has lanes: functions that are
// templates of the word's type draw from all of them at once.
//
// Threads: pure functions. Errors: none; arguments are not checked.

#ifndef ENVPOOL_COMMON_THREEFRY_H_
#define ENVPOOL_COMMON_THREEFRY_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>

namespace envpool::threefry {

/// A raw key of jax.random, as jax.random.key_data shows it.
template <typename Word>
struct KeyOf {
  Word high;
  Word low;
};
template <>
struct KeyOf<std::uint32_t> {
  std::uint32_t high = 0;
  std::uint32_t low = 0;
  friend bool operator==(const KeyOf&, const KeyOf&) = default;
};
using Key = KeyOf<std::uint32_t>;

/// A vector of words, by an extension of GCC and Clang.
template <int lanes>
using Words [[gnu::vector_size(4 * lanes)]] = std::uint32_t;

/// Encrypts a counter of two words.
template <typename Word>
constexpr KeyOf<Word> Encrypt(const KeyOf<Word>& key,
                              std::type_identity_t<Word> high,
                              std::type_identity_t<Word> low) {
  constexpr std::uint32_t kParity = 0x1BD11BDA;
  constexpr int kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const Word words[3] = {key.high, key.low, key.high ^ key.low ^ kParity};
  high += words[0];
  low += words[1];
  for (std::uint32_t group = 1; group <= 5; ++group) {
    for (const int rotation : kRotations[(group + 1) % 2]) {
      high += low;
      low = (low << rotation | low >> (32 - rotation)) ^ high;
    }
    high += words[group % 3];
    low += words[(group + 1) % 3] + group;
  }
  return {high, low};
}

/// jax.random.PRNGKey(seed).
constexpr Key MakeKey(std::int64_t seed) {
  return {0, static_cast<std::uint32_t>(seed)};
}

/// jax.random.split(key, n)[index], for any n.
template <typename Word>
constexpr KeyOf<Word> Split(const KeyOf<Word>& key, std::uint32_t index) {
  return Encrypt(key, Word{}, Word{} + index);
}

/// jax.random.fold_in(key, data).
template <typename Word>
constexpr KeyOf<Word> FoldIn(const KeyOf<Word>& key,
                             std::type_identity_t<Word> data) {
  return Encrypt(key, Word{}, data);
}

/// Element `index` of jax.random.bits(key, shape), counted in C order.
template <typename Word>
constexpr Word Bits(const KeyOf<Word>& key, std::uint32_t index = 0) {
  const KeyOf<Word> block = Encrypt(key, Word{}, Word{} + index);
  return block.high ^ block.low;
}

/// The number that jax.random.uniform makes of jax.random.bits.
constexpr float UniformOf(std::uint32_t bits) {
  constexpr std::uint32_t kOne = 0x3F800000;  // the bits of 1.0F
  return std::bit_cast<float>(bits >> 9 | kOne) - 1.0F;
}

/// Element `index` of jax.random.uniform(key, shape), at least 0 and below 1.
constexpr float Uniform(const Key& key, std::uint32_t index = 0) {
  return UniformOf(Bits(key, index));
}

/// The same with minval and maxval. XLA rounds the product and the sum at once.
inline float Uniform(const Key& key, float low, float high,
                     std::uint32_t index = 0) {
  return std::max(low, std::fma(Uniform(key, index), high - low, low));
}

/// Element `index` of jax.random.bernoulli(key, p, shape).
constexpr bool Bernoulli(const Key& key, float p = 0.5F,
                         std::uint32_t index = 0) {
  return Uniform(key, index) < p;
}

/// Element `index` of jax.random.randint(key, shape, low, high), of int32.
constexpr std::int32_t RandInt(const Key& key, std::int32_t low,
                               std::int32_t high, std::uint32_t index = 0) {
  const std::uint32_t span = high > low ? static_cast<std::uint32_t>(high) -
                                              static_cast<std::uint32_t>(low)
                                        : 1;
  // 2^32 modulo the span, computed in 32 bits.
  std::uint32_t multiplier = 0x10000 % span;
  multiplier = multiplier * multiplier % span;
  const std::uint32_t offset = (Bits(Split(key, 0), index) % span * multiplier +
                                Bits(Split(key, 1), index) % span) %
                               span;
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(low) + offset);
}

/// The index that jax.random.choice(key, n, p=p) draws. `p` need not add up to
/// 1; with whole numbers or few terms, the sums are those of JAX.
constexpr std::size_t Choice(const Key& key, std::span<const float> p) {
  const float total = std::accumulate(p.begin(), p.end(), 0.0F);
  const float drawn = total * (1.0F - Uniform(key));
  float sum = 0;
  std::size_t index = 0;
  for (; index < p.size(); ++index) {
    sum += p[index];
    if (sum >= drawn) {
      break;
    }
  }
  return index;
}

/// The flag that jax.random.choice(key, n, p=flags) draws, if `count` are set
/// and the key has these bits: the number of set ones before it.
constexpr int ChooseOrdinal(std::uint32_t bits, int count) {
  // The sums of the probabilities are counts.
  const float drawn = static_cast<float>(count) * (1.0F - UniformOf(bits));
  return std::max(static_cast<int>(std::ceil(drawn)) - 1, 0);
}

/// The index that jax.random.choice(key, n, p=flags) draws: one of those that
/// are set, or 0 if none is.
template <typename Flags>
int ChooseSet(const Key& key, const Flags& flags) {
  const auto is_set = [](auto flag) { return flag != 0; };
  const auto count = std::ranges::count_if(flags, is_set);
  int left = ChooseOrdinal(Bits(key), static_cast<int>(count));
  const auto found = std::ranges::find_if(
      flags, [&](auto flag) { return is_set(flag) && left-- == 0; });
  return found == flags.end()
             ? 0
             : static_cast<int>(std::distance(flags.begin(), found));
}

/// Shuffles as jax.random.permutation(key, values) does for an array of one
/// dimension.
template <typename T, std::size_t kSize>
void Shuffle(Key key, std::array<T, kSize>* values) {
  static_assert(kSize < 1 << 10, "larger arrays need a second round in JAX");
  key = Split(key, 1);
  std::array<std::pair<std::uint32_t, T>, kSize> keyed;
  for (std::size_t i = 0; i < kSize; ++i) {
    keyed[i] = {Bits(key, static_cast<std::uint32_t>(i)), (*values)[i]};
  }
  std::ranges::stable_sort(keyed, {}, &std::pair<std::uint32_t, T>::first);
  std::ranges::transform(keyed, values->begin(),
                         &std::pair<std::uint32_t, T>::second);
}

}  // namespace envpool::threefry

#endif  // ENVPOOL_COMMON_THREEFRY_H_
