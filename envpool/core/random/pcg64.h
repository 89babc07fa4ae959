// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The bit source behind `numpy.random.default_rng(seed)`: NumPy's SeedSequence
// (M. O'Neill's seed_seq_fe) feeding PCG64 (XSL-RR 128/64), bit for bit.
//
// Threads: no shared state; one object belongs to one thread at a time.
// Ownership: plain values that own nothing. Copying an object copies its
// stream, so a copy is a snapshot.
// Errors: none; every argument is valid.

#ifndef ENVPOOL_CORE_RANDOM_PCG64_H_
#define ENVPOOL_CORE_RANDOM_PCG64_H_

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "envpool/core/export.h"

namespace envpool {

__extension__ typedef unsigned __int128 Uint128;

// Spreads any amount of entropy over a 128-bit pool, and derives the words that
// seed a generator from the pool.
class SeedSequence {
 public:
  // SeedSequence(entropy) for an integer below 2**64.
  explicit SeedSequence(uint64_t entropy);

  // SeedSequence([a, b, ...], spawn_key=(k, ...)) for integers below 2**64.
  static SeedSequence FromIntegers(std::span<const uint64_t> entropy,
                                   std::span<const uint64_t> spawn_key = {});

  // The same from 32-bit words. An integer is split into its words, the lowest
  // first, without leading zero words (zero gives one word).
  static SeedSequence FromWords(std::span<const uint32_t> entropy,
                                std::span<const uint32_t> spawn_key = {});

  // generate_state(out.size(), dtype of out).
  void GenerateState(std::span<uint32_t> out) const;
  void GenerateState(std::span<uint64_t> out) const;

 private:
  static constexpr int kPoolSize = 4;

  SeedSequence() = default;

  std::array<uint32_t, kPoolSize> pool_{};
};

class Pcg64 {
 public:
  explicit Pcg64(const SeedSequence& seed_sequence);

  // The state that NumPy shows as `bit_generator.state`.
  constexpr Pcg64(Uint128 state, Uint128 increment, bool has_uint32 = false,
                  uint32_t uinteger = 0)
      : state_(state),
        increment_(increment),
        uinteger_(uinteger),
        has_uint32_(has_uint32) {}

  uint64_t Next64() {
    state_ = state_ * kMultiplier + increment_;
    const auto high = static_cast<uint64_t>(state_ >> 64);
    const auto low = static_cast<uint64_t>(state_);
    return std::rotr(high ^ low, static_cast<int>(high >> 58));
  }

  // Returns a 64-bit word in two calls, its low half first. The high half is
  // kept for the next call, even if Next64() is called in between.
  uint32_t Next32() {
    if (has_uint32_) {
      has_uint32_ = false;
      return uinteger_;
    }
    const uint64_t word = Next64();
    has_uint32_ = true;
    uinteger_ = static_cast<uint32_t>(word >> 32);
    return static_cast<uint32_t>(word);
  }

  // Uniform over the multiples of 2**-53 in [0, 1).
  double NextDouble() {
    return static_cast<double>(static_cast<int64_t>(Next64() >> 11)) *
           0x1.0p-53;
  }

  // Skips `delta` 64-bit words and drops the half kept by Next32(). `delta` is
  // modulo 2**128, so a negative distance goes back.
  void Advance(Uint128 delta);

  Uint128 state() const { return state_; }
  Uint128 increment() const { return increment_; }
  bool has_uint32() const { return has_uint32_; }
  uint32_t uinteger() const { return uinteger_; }

  // For StateWriter and StateReader. Load requires an odd increment: with an
  // even one the sequence would have a short period, or end in zeros.
  template <typename Writer>
  void Save(Writer* writer) const {
    writer->Write(state_);
    writer->Write(increment_);
    writer->Write(uinteger_);
    writer->Write(has_uint32_);
  }
  template <typename Reader>
  void Load(Reader* reader) {
    reader->Read(&state_);
    reader->Read(&increment_);
    reader->Read(&uinteger_);
    reader->Read(&has_uint32_);
    reader->Require((increment_ & 1) == 1);
  }

 private:
  static constexpr Uint128 kMultiplier =
      Uint128{0x2360ed051fc65da4} << 64 | 0x4385df649fccf645;

  Uint128 state_;
  Uint128 increment_;
  uint32_t uinteger_;
  bool has_uint32_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_RANDOM_PCG64_H_
