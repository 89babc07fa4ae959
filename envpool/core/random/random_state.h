// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RandomState is NumPy's legacy `numpy.random.RandomState(seed)` (and, after
// `np.random.seed(seed)`, the functions of `numpy.random`): MT19937 with the
// distributions of NumPy 1.16. The same calls return the same bits. The comment
// of a method names the NumPy call. The normal and the exponential use libm's
// log, as NumPy does; they have the same bits if both use the same libm.
//
// Threads: no shared state; one object belongs to one thread at a time.
// Ownership: a plain value of 2.5 KB that owns nothing. Copying an object
// copies its stream, so a copy is a snapshot.
// Errors: none is reported. For arguments that NumPy refuses, a method returns
// the value in its comment, draws nothing, and stays in bounds.

#ifndef ENVPOOL_CORE_RANDOM_RANDOM_STATE_H_
#define ENVPOOL_CORE_RANDOM_RANDOM_STATE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "envpool/core/random/rng_bits.h"

namespace envpool {

class RandomState {
 public:
  // RandomState(seed).
  explicit RandomState(uint32_t seed = 0);

  // RandomState([a, b, ...]); an empty key counts as [0].
  explicit RandomState(std::span<const uint32_t> key);

  uint32_t Next32() {
    if (position_ == kSize) [[unlikely]] {
      Refill();
    }
    uint32_t word = words_[position_++];
    word ^= word >> 11;
    word ^= word << 7 & 0x9d2c5680U;
    word ^= word << 15 & 0xefc60000U;
    return word ^ word >> 18;
  }

  // The high half is drawn first.
  uint64_t Next64() {
    const uint64_t high = Next32();
    return high << 32 | Next32();
  }

  // random_sample(), random(). Uniform over the multiples of 2**-53 in [0, 1).
  double RandomSample() {
    const uint64_t high = Next32() >> 5;
    const uint64_t low = Next32() >> 6;
    return static_cast<double>(static_cast<int64_t>(high << 26 | low)) *
           0x1.0p-53;
  }

  // rand().
  double Rand() { return RandomSample(); }

  // uniform(low, high).
  double Uniform(double low, double high) {
    return low + (high - low) * RandomSample();
  }

  // randint(low, high), with dtype int64 (the default if `long` has 64 bits) or
  // int32. Returns `low` if low >= high.
  int64_t RandInt(int64_t low, int64_t high) {
    if (low >= high) {
      return low;
    }
    const uint64_t max = rng_internal::Distance(low, high) - 1;
    return rng_internal::AddOffset(low,
                                   rng_internal::MaskedInterval(max, this));
  }

  // randint(high). Returns zero if high <= 0.
  int64_t RandInt(int64_t high) { return RandInt(0, high); }

  // standard_normal(). Normals are drawn in pairs: every second call returns
  // the value kept by the previous call, regardless of draws in between.
  double StandardNormal();

  // randn().
  double Randn() { return StandardNormal(); }

  // normal(loc, scale).
  double Normal(double loc, double scale) {
    return loc + scale * StandardNormal();
  }

  // standard_exponential().
  double StandardExponential();

  // exponential(scale).
  double Exponential(double scale) { return scale * StandardExponential(); }

  // choice(n), or the index for choice(sequence of n). Zero if n <= 0.
  int64_t Choice(int64_t n) { return RandInt(n); }

  // choice(len(weights), p=weights). The weights should be non-negative and sum
  // to 1. Returns zero without weights.
  int64_t Choice(std::span<const double> weights) {
    if (weights.empty()) {
      return 0;
    }
    return rng_internal::IndexOfQuantile(weights, RandomSample());
  }

  // choice(n, k, replace=False). Empty unless 0 <= k <= n.
  std::vector<int64_t> ChoiceWithoutReplacement(int64_t n, int64_t k);

  // shuffle(values), for one-dimensional contiguous values.
  template <typename Values>
  void Shuffle(Values&& values) {
    rng_internal::ShuffleSpan(std::span(values), this);
  }

  // permutation(n). Empty if n <= 0.
  std::vector<int64_t> Permutation(int64_t n);

  // permutation(out.size()), without an allocation.
  void PermutationInto(std::span<int64_t> out);

  // For StateWriter and StateReader.
  template <typename Writer>
  void Save(Writer* writer) const {
    writer->Write(words_);
    writer->Write(position_);
    writer->Write(has_normal_);
    writer->Write(normal_);
  }
  template <typename Reader>
  void Load(Reader* reader) {
    reader->Read(&words_);
    reader->Read(&position_, 0, kSize);
    reader->Read(&has_normal_);
    reader->Read(&normal_, -kMaxNormal, kMaxNormal);
    // An all-zero state yields only zeros; of word 0, only the top bit matters.
    uint32_t any = words_[0] >> 31;
    for (uint32_t i = 1; i < kSize; ++i) {
      any |= words_[i];
    }
    reader->Require(any != 0);
  }

 private:
  static constexpr uint32_t kSize = 624;
  // Above the polar method's largest value, sqrt(-2 log(2**-106)) = 12.2.
  static constexpr double kMaxNormal = 13.0;

  // Fills words_ as MT19937's init_genrand() does.
  void Initialize(uint32_t seed);

  // Replaces all of words_ by the next 624 words.
  void Refill();

  std::array<uint32_t, kSize> words_;
  uint32_t position_ = kSize;
  bool has_normal_ = false;
  double normal_ = 0.0;
};

static_assert(std::is_trivially_copyable_v<RandomState>);

}  // namespace envpool

#endif  // ENVPOOL_CORE_RANDOM_RANDOM_STATE_H_
