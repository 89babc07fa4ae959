// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CountedDraws: random numbers that follow from a seed, an env, a step and an
// index alone. So they do not depend on the order of the draws, nor on the
// number of threads.
//
// SplitMix64 makes the numbers. Its state starts at a hash of the seed and the
// env, and each step moves it.
//
// Threads: no shared state. Errors: none.

#ifndef ENVPOOL_CORE_ROLLOUT_COUNTED_DRAWS_H_
#define ENVPOOL_CORE_ROLLOUT_COUNTED_DRAWS_H_

#include <cmath>
#include <cstdint>

namespace envpool {

class CountedDraws {
 public:
  CountedDraws(std::uint64_t seed, std::int64_t env_id, std::int64_t step)
      : CountedDraws(StartOf(seed, env_id), step) {}
  /// The same, with the result of StartOf.
  CountedDraws(std::uint64_t start, std::int64_t step)
      : state_(start + kFar * static_cast<std::uint64_t>(step)) {}
  static std::uint64_t StartOf(std::uint64_t seed, std::int64_t env_id) {
    return Mix(seed + kStep * (static_cast<std::uint64_t>(env_id) + 1));
  }

  std::uint64_t Bits() { return Mix(state_ += kStep); }
  /// An integer of 0 .. count - 1; any integer if `count` is 0. Each has the
  /// same probability up to count / 2^64.
  std::uint64_t Below(std::uint64_t count) {
    const std::uint64_t bits = Bits();
    return count == 0
               ? bits
               : static_cast<std::uint64_t>(
                     (static_cast<unsigned __int128>(bits) * count) >> 64);
  }
  /// Uniform in [0, 1).
  double Unit() { return static_cast<double>(Bits() >> 11) * 0x1p-53; }
  double Exponential() { return -std::log1p(-Unit()); }
  /// Box and Muller's first number.
  double Normal() {
    constexpr double kTwoPi = 6.28318530717958647692;
    const double radius = std::sqrt(2 * Exponential());
    return radius * std::cos(kTwoPi * Unit());
  }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;
  // The distance of two steps' states; odd, and far from multiples of kStep.
  static constexpr std::uint64_t kFar = 0xd1342543de82ef95;

  static std::uint64_t Mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ROLLOUT_COUNTED_DRAWS_H_
