// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Generator is `numpy.random.default_rng(seed)`, and so Gymnasium's
// `self.np_random`: the same calls with the same arguments return the same
// bits and leave the same state, in any order of the calls. The comment of a
// method names the NumPy call. The tails of the normal and the exponential use
// libm's log1p and exp, as NumPy does; they have the same bits if both use the
// same libm.
//
// Threads: no shared state; one object belongs to one thread at a time.
// Ownership: a plain value of 48 bytes that owns nothing. Copying an object
// copies its stream, so a copy is a snapshot.
// Errors: none is reported. For arguments that NumPy refuses, a method returns
// the value in its comment, draws nothing, and stays in bounds.

#ifndef ENVPOOL_CORE_RANDOM_RNG_H_
#define ENVPOOL_CORE_RANDOM_RNG_H_

#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "envpool/core/random/pcg64.h"
#include "envpool/core/random/rng_bits.h"
#include "envpool/core/random/ziggurat.h"

namespace envpool {

// The NumPy seed for an EnvPool seed: the same number. NumPy refuses negative
// seeds; negative int32 seeds are mapped to the upper half of uint32.
inline uint64_t EntropyOf(int64_t seed) {
  return seed < 0 ? static_cast<uint32_t>(seed) : static_cast<uint64_t>(seed);
}

class Generator {
 public:
  // default_rng(seed). Convert seeds that may be negative with EntropyOf.
  explicit Generator(uint64_t seed = 0) : Generator(SeedSequence(seed)) {}

  // default_rng(seed_sequence).
  explicit Generator(const SeedSequence& seed_sequence)
      : bits_(seed_sequence) {}

  // Generator(bits): continues from the state of `bits`.
  explicit Generator(const Pcg64& bits) : bits_(bits) {}

  const Pcg64& bits() const { return bits_; }
  Pcg64& bits() { return bits_; }

  // For StateWriter and StateReader.
  template <typename Writer>
  void Save(Writer* writer) const {
    bits_.Save(writer);
  }
  template <typename Reader>
  void Load(Reader* reader) {
    bits_.Load(reader);
  }

  // random().
  double Random() { return bits_.NextDouble(); }

  // random(dtype=np.float32).
  float RandomFloat() {
    return static_cast<float>(static_cast<int32_t>(bits_.Next32() >> 8)) *
           0x1.0p-24F;
  }

  // uniform(low, high).
  double Uniform(double low, double high) {
    return low + (high - low) * Random();
  }

  // integers(low, high) with dtype int64, int32, uint64 or uint32, which all
  // draw the same values. Returns `low` if low >= high.
  int64_t Integers(int64_t low, int64_t high) {
    return low < high ? IntegersInclusive(low, high - 1) : low;
  }

  // integers(high). Returns zero if high <= 0.
  int64_t Integers(int64_t high) { return Integers(0, high); }

  // integers(low, high, endpoint=True). Returns `low` if low >= high.
  int64_t IntegersInclusive(int64_t low, int64_t high) {
    if (low >= high) {
      return low;
    }
    const uint64_t max = rng_internal::Distance(low, high);
    return rng_internal::AddOffset(low,
                                   rng_internal::LemireInterval(max, &bits_));
  }

  // standard_normal().
  double StandardNormal() {
    const uint64_t word = bits_.Next64();
    const auto& layer = rng_internal::kNormalZiggurat.layers[word & 0xff];
    const uint64_t magnitude = word >> 9 & ((uint64_t{1} << 52) - 1);
    const double x =
        static_cast<double>(static_cast<int64_t>(magnitude)) * layer.scale;
    const uint64_t sign = (word & 0x100) << 55;
    if (magnitude < layer.limit) [[likely]] {
      return std::bit_cast<double>(std::bit_cast<uint64_t>(x) | sign);
    }
    return NormalBeyondLimit(word, x);
  }

  // normal(loc, scale).
  double Normal(double loc, double scale) {
    return loc + scale * StandardNormal();
  }

  // standard_exponential().
  double StandardExponential() {
    const uint64_t word = bits_.Next64();
    const auto& layer =
        rng_internal::kExponentialZiggurat.layers[word >> 3 & 0xff];
    const uint64_t magnitude = word >> 11;
    const double x =
        static_cast<double>(static_cast<int64_t>(magnitude)) * layer.scale;
    if (magnitude < layer.limit) [[likely]] {
      return x;
    }
    return ExponentialBeyondLimit(word, x);
  }

  // exponential(scale).
  double Exponential(double scale) { return scale * StandardExponential(); }

  // choice(n), or the index for choice(sequence of n). Zero if n <= 0.
  int64_t Choice(int64_t n) { return Integers(n); }

  // choice(len(weights), p=weights). The weights should be non-negative and sum
  // to 1. Returns zero without weights.
  int64_t Choice(std::span<const double> weights) {
    if (weights.empty()) {
      return 0;
    }
    return rng_internal::IndexOfQuantile(weights, Random());
  }

  // choice(n, k, replace=False, shuffle=shuffle). Empty unless 0 <= k <= n.
  std::vector<int64_t> ChoiceWithoutReplacement(int64_t n, int64_t k,
                                                bool shuffle = true);

  // shuffle(values), for one-dimensional contiguous values.
  template <typename Values>
  void Shuffle(Values&& values) {
    rng_internal::ShuffleSpan(std::span(values), &bits_);
  }

  // permutation(n). Empty if n <= 0.
  std::vector<int64_t> Permutation(int64_t n);

  // permutation(out.size()), without an allocation.
  void PermutationInto(std::span<int64_t> out);

 private:
  // The slow paths of the normal and the exponential, for a first word with `x`
  // beyond the limit of its layer.
  double NormalBeyondLimit(uint64_t word, double x);
  double ExponentialBeyondLimit(uint64_t word, double x);

  Pcg64 bits_;
};

static_assert(std::is_trivially_copyable_v<Generator>);
static_assert(sizeof(Generator) <= 56);

}  // namespace envpool

#endif  // ENVPOOL_CORE_RANDOM_RNG_H_
