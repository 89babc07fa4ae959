// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Generator is `numpy.random.default_rng(seed)`, and so Gymnasium's
// `self.np_random`: the same calls with the same arguments return the same
// bits and leave the same state, whatever the order of the calls. Each method
// names the call that it stands for. What comes from the tails of the normal
// and the exponential passes through libm's log1p and exp, as in NumPy; it has
// the same bits where both use the same libm.
//
// Threads: no shared state; one object belongs to one thread at a time.
// Ownership: a plain value of 48 bytes that owns nothing. Copying an object
// copies its stream, so a copy is a snapshot.
// Errors: none is reported. Where NumPy raises for an argument, a method here
// returns what it says, draws nothing, and stays in bounds.

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

// What NumPy is given for a seed of ours: itself. NumPy refuses negative ones;
// here they are int32 and stand for the upper half of uint32.
inline uint64_t EntropyOf(int64_t seed) {
  return seed < 0 ? static_cast<uint32_t>(seed) : static_cast<uint64_t>(seed);
}

class Generator {
 public:
  // default_rng(seed). NumPy refuses negative seeds; so should the caller.
  explicit Generator(uint64_t seed = 0) : Generator(SeedSequence(seed)) {}

  // default_rng(seed_sequence).
  explicit Generator(const SeedSequence& seed_sequence)
      : bits_(seed_sequence) {}

  // Generator(bits): goes on from a given state.
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

  // integers(low, high), whether int64, int32, uint64 or uint32: the dtype
  // makes no difference for these four. `low` where low >= high.
  int64_t Integers(int64_t low, int64_t high) {
    return low < high ? IntegersInclusive(low, high - 1) : low;
  }

  // integers(high). Zero where high <= 0.
  int64_t Integers(int64_t high) { return Integers(0, high); }

  // integers(low, high, endpoint=True). `low` where low >= high.
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

  // choice(n), and the index of choice(sequence of n). Zero where n <= 0.
  int64_t Choice(int64_t n) { return Integers(n); }

  // choice(len(weights), p=weights). The weights should sum to 1 and none be
  // negative; zero if there are none.
  int64_t Choice(std::span<const double> weights) {
    if (weights.empty()) {
      return 0;
    }
    return rng_internal::IndexOfQuantile(weights, Random());
  }

  // choice(n, k, replace=False, shuffle=shuffle). Empty unless 0 <= k <= n.
  std::vector<int64_t> ChoiceWithoutReplacement(int64_t n, int64_t k,
                                                bool shuffle = true);

  // shuffle(values), of a one-dimensional array or a list: anything contiguous.
  template <typename Values>
  void Shuffle(Values&& values) {
    rng_internal::ShuffleSpan(std::span(values), &bits_);
  }

  // permutation(n). Empty where n <= 0.
  std::vector<int64_t> Permutation(int64_t n);

  // permutation(out.size()), without an allocation.
  void PermutationInto(std::span<int64_t> out);

 private:
  // The rest of the two methods after a first word that gives `x` on the right
  // of its layer's limit: a fraction of a percent of the draws.
  double NormalBeyondLimit(uint64_t word, double x);
  double ExponentialBeyondLimit(uint64_t word, double x);

  Pcg64 bits_;
};

static_assert(std::is_trivially_copyable_v<Generator>);
static_assert(sizeof(Generator) <= 56);

}  // namespace envpool

#endif  // ENVPOOL_CORE_RANDOM_RNG_H_
