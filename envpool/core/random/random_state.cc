// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/random/random_state.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace envpool {
namespace {

// MT19937 computes a new word from the top bit of a word, the lower bits of the
// next word, and the word `kShift` positions later.
constexpr uint32_t kShift = 397;

uint32_t Twist(uint32_t top, uint32_t low, uint32_t shifted) {
  const uint32_t joined = (top & 0x80000000U) | (low & 0x7fffffffU);
  return shifted ^ joined >> 1 ^ ((joined & 1) != 0 ? 0x9908b0dfU : 0U);
}

uint32_t Fold(uint32_t word) { return word ^ word >> 30; }

}  // namespace

RandomState::RandomState(uint32_t seed) { Initialize(seed); }

RandomState::RandomState(std::span<const uint32_t> key) {
  static constexpr uint32_t kZero[] = {0};
  if (key.empty()) {
    key = kZero;
  }
  // MT19937's init_by_array(): two rounds over words 1..623; the first mixes in
  // the key. On wrap-around, word 0 is a copy of the last word.
  Initialize(19650218);
  uint32_t i = 1;
  const auto advance = [&] {
    if (++i == kSize) {
      words_[0] = words_[kSize - 1];
      i = 1;
    }
  };
  const size_t rounds = std::max<size_t>(kSize, key.size());
  for (size_t round = 0; round < rounds; ++round) {
    const size_t j = round % key.size();
    words_[i] = (words_[i] ^ Fold(words_[i - 1]) * 1664525U) + key[j] +
                static_cast<uint32_t>(j);
    advance();
  }
  for (uint32_t round = 1; round < kSize; ++round) {
    words_[i] = (words_[i] ^ Fold(words_[i - 1]) * 1566083941U) - i;
    advance();
  }
  words_[0] = 0x80000000U;
}

void RandomState::Initialize(uint32_t seed) {
  words_[0] = seed;
  for (uint32_t i = 1; i < kSize; ++i) {
    words_[i] = 1812433253U * Fold(words_[i - 1]) + i;
  }
}

void RandomState::Refill() {
  // Three ranges, so that no index wraps around within a range.
  uint32_t i = 0;
  for (; i < kSize - kShift; ++i) {
    words_[i] = Twist(words_[i], words_[i + 1], words_[i + kShift]);
  }
  for (; i < kSize - 1; ++i) {
    words_[i] = Twist(words_[i], words_[i + 1], words_[i + kShift - kSize]);
  }
  words_[i] = Twist(words_[i], words_[0], words_[kShift - 1]);
  position_ = 0;
}

double RandomState::StandardNormal() {
  if (has_normal_) {
    has_normal_ = false;
    return normal_;
  }
  // Marsaglia's polar method: two independent normals from a point that is
  // uniform in the unit disc.
  double x;
  double y;
  double square;
  do {
    x = 2.0 * RandomSample() - 1.0;
    y = 2.0 * RandomSample() - 1.0;
    square = x * x + y * y;
  } while (square >= 1.0 || square == 0.0);
  const double factor = std::sqrt(-2.0 * std::log(square) / square);
  normal_ = factor * x;
  has_normal_ = true;
  return factor * y;
}

double RandomState::StandardExponential() {
  return -std::log(1.0 - RandomSample());
}

std::vector<int64_t> RandomState::ChoiceWithoutReplacement(int64_t n,
                                                           int64_t k) {
  if (k <= 0 || k > n) {
    return {};
  }
  std::vector<int64_t> result = Permutation(n);
  result.resize(static_cast<size_t>(k));
  return result;
}

std::vector<int64_t> RandomState::Permutation(int64_t n) {
  std::vector<int64_t> result(static_cast<size_t>(std::max<int64_t>(n, 0)));
  PermutationInto(result);
  return result;
}

void RandomState::PermutationInto(std::span<int64_t> out) {
  std::iota(out.begin(), out.end(), 0);
  Shuffle(out);
}

}  // namespace envpool
