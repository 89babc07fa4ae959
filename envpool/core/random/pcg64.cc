// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/random/pcg64.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace envpool {
namespace {

uint32_t XorShift(uint32_t value) { return value ^ value >> 16; }

// A keyed hash; the key is multiplied by `factor` per word. Filling the pool
// and reading it out use different keys and factors.
class WordHash {
 public:
  constexpr WordHash(uint32_t key, uint32_t factor)
      : key_(key), factor_(factor) {}

  uint32_t operator()(uint32_t word) {
    word ^= key_;
    key_ *= factor_;
    return XorShift(word * key_);
  }

 private:
  uint32_t key_;
  uint32_t factor_;
};

constexpr WordHash kFillHash(0x43b0d7e5, 0x931e8875);
constexpr WordHash kReadHash(0x8b51f9dd, 0x58f38ded);

uint32_t Combine(uint32_t pooled, uint32_t hashed) {
  return XorShift(0xca01f9ddU * pooled - 0x4973f715U * hashed);
}

std::vector<uint32_t> WordsOf(std::span<const uint64_t> integers) {
  std::vector<uint32_t> words;
  for (const uint64_t integer : integers) {
    words.push_back(static_cast<uint32_t>(integer));
    if (const auto high = static_cast<uint32_t>(integer >> 32); high != 0) {
      words.push_back(high);
    }
  }
  return words;
}

}  // namespace

SeedSequence::SeedSequence(uint64_t entropy) {
  const auto low = static_cast<uint32_t>(entropy);
  const auto high = static_cast<uint32_t>(entropy >> 32);
  // Passing a zero high word is equivalent: the pool is padded with zeros.
  *this = FromWords(std::array{low, high});
}

SeedSequence SeedSequence::FromIntegers(std::span<const uint64_t> entropy,
                                        std::span<const uint64_t> spawn_key) {
  return FromWords(WordsOf(entropy), WordsOf(spawn_key));
}

SeedSequence SeedSequence::FromWords(std::span<const uint32_t> entropy,
                                     std::span<const uint32_t> spawn_key) {
  // Entropy shorter than the pool is padded with zeros; the spawn key follows.
  const size_t own = std::max<size_t>(entropy.size(), kPoolSize);
  const auto word_at = [&](size_t i) {
    if (i < own) {
      return i < entropy.size() ? entropy[i] : 0;
    }
    return spawn_key[i - own];
  };
  SeedSequence result;
  auto& pool = result.pool_;
  WordHash hash = kFillHash;
  for (size_t i = 0; i < kPoolSize; ++i) {
    pool[i] = hash(word_at(i));
  }
  for (size_t from = 0; from < kPoolSize; ++from) {
    for (size_t to = 0; to < kPoolSize; ++to) {
      if (from != to) {
        pool[to] = Combine(pool[to], hash(pool[from]));
      }
    }
  }
  for (size_t i = kPoolSize; i < own + spawn_key.size(); ++i) {
    for (uint32_t& word : pool) {
      word = Combine(word, hash(word_at(i)));
    }
  }
  return result;
}

void SeedSequence::GenerateState(std::span<uint32_t> out) const {
  WordHash hash = kReadHash;
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = hash(pool_[i % kPoolSize]);
  }
}

void SeedSequence::GenerateState(std::span<uint64_t> out) const {
  WordHash hash = kReadHash;
  for (size_t i = 0; i < out.size(); ++i) {
    const uint64_t low = hash(pool_[2 * i % kPoolSize]);
    const uint64_t high = hash(pool_[(2 * i + 1) % kPoolSize]);
    out[i] = high << 32 | low;
  }
}

Pcg64::Pcg64(const SeedSequence& seed_sequence) : Pcg64(0, 0) {
  std::array<uint64_t, 4> words;
  seed_sequence.GenerateState(words);
  const Uint128 start = Uint128{words[0]} << 64 | words[1];
  const Uint128 stream = Uint128{words[2]} << 64 | words[3];
  increment_ = stream << 1 | 1;
  // PCG's initialisation: a step from state zero gives the increment; then the
  // start is added, and a second step follows.
  state_ = (increment_ + start) * kMultiplier + increment_;
}

void Pcg64::Advance(Uint128 delta) {
  // One step is x -> factor * x + summand; squaring that map for each bit of
  // `delta` composes the maps of the bits that are set.
  Uint128 factor = kMultiplier;
  Uint128 summand = increment_;
  for (; delta != 0; delta >>= 1) {
    if ((delta & 1) != 0) {
      state_ = factor * state_ + summand;
    }
    summand *= factor + 1;
    factor *= factor;
  }
  has_uint32_ = false;
  uinteger_ = 0;
}

}  // namespace envpool
