// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/procgen/pixels.h"

#include <cstdint>
#include <string_view>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace envpool::procgen {

#if defined(__x86_64__)

namespace {

// Shuffle indices by channel and source register: byte i of the plane comes
// from byte 3 i + channel of the 48 source bytes. A negative index gives zero.
struct Shuffles {
  alignas(16) signed char index[3][3][16];
};

constexpr Shuffles kShuffles = [] {
  Shuffles shuffles{};
  for (int i = 0; i < 3 * 3 * 16; ++i) {
    const int channel = i / 48;
    const int part = i / 16 % 3;
    const int at = 3 * (i % 16) + channel - 16 * part;
    shuffles.index[channel][part][i % 16] =
        static_cast<signed char>(0 <= at && at < 16 ? at : -1);
  }
  return shuffles;
}();

__attribute__((target("ssse3"))) inline __m128i Shuffle(__m128i bytes,
                                                        int channel, int part) {
  const signed char* index = kShuffles.index[channel][part];
  return _mm_shuffle_epi8(
      bytes, _mm_load_si128(reinterpret_cast<const __m128i*>(index)));
}

// SSSE3 is always available, since the library requires AVX.
__attribute__((target("ssse3"))) void SplitBySsse3(const std::uint8_t* rgb,
                                                   std::uint8_t* planes,
                                                   int pixels) {
  for (int first = 0; first < pixels; first += 16) {
    const auto* from = reinterpret_cast<const __m128i*>(rgb + 3 * first);
    const __m128i a = _mm_loadu_si128(from);
    const __m128i b = _mm_loadu_si128(from + 1);
    const __m128i c = _mm_loadu_si128(from + 2);
#pragma GCC unroll 3
    for (int channel = 0; channel < 3; ++channel) {
      const __m128i plane = _mm_or_si128(
          Shuffle(a, channel, 0),
          _mm_or_si128(Shuffle(b, channel, 1), Shuffle(c, channel, 2)));
      _mm_storeu_si128(
          reinterpret_cast<__m128i*>(planes + channel * pixels + first), plane);
    }
  }
}

// By channel: which of 128 source bytes is byte i of the plane, and for the
// bytes in `is_third`, which of the next 64.
struct Permutations {
  alignas(64) std::uint8_t index[3][64];
  std::uint64_t is_third[3];
};

constexpr Permutations kPermutations = [] {
  Permutations permutations{};
  for (int channel = 0; channel < 3; ++channel) {
    for (int i = 0; i < 64; ++i) {
      const int at = 3 * i + channel;
      permutations.index[channel][i] = static_cast<std::uint8_t>(at % 128);
      permutations.is_third[channel] |= std::uint64_t{at >= 128} << i;
    }
  }
  return permutations;
}();

__attribute__((target("avx512f,avx512bw,avx512vbmi"))) void SplitByVbmi(
    const std::uint8_t* rgb, std::uint8_t* planes, int pixels) {
  for (int first = 0; first < pixels; first += 64) {
    const std::uint8_t* from = rgb + 3 * first;
    const __m512i a = _mm512_loadu_si512(from);
    const __m512i b = _mm512_loadu_si512(from + 64);
    const __m512i c = _mm512_loadu_si512(from + 128);
#pragma GCC unroll 3
    for (int channel = 0; channel < 3; ++channel) {
      const __m512i index = _mm512_load_si512(kPermutations.index[channel]);
      const __m512i plane = _mm512_mask_permutexvar_epi8(
          _mm512_permutex2var_epi8(a, index, b),
          kPermutations.is_third[channel], index, c);
      _mm512_storeu_si512(planes + channel * pixels + first, plane);
    }
  }
}

}  // namespace

void SplitChannels(const std::uint8_t* rgb, std::uint8_t* planes, int pixels,
                   Isa isa) {
  static const bool has_vbmi = __builtin_cpu_supports("avx512vbmi") != 0;
  if (has_vbmi && isa == Isa::kAvx512) {
    SplitByVbmi(rgb, planes, pixels);
  } else {
    SplitBySsse3(rgb, planes, pixels);
  }
}

#else

void SplitChannels(const std::uint8_t* rgb, std::uint8_t* planes, int pixels,
                   Isa /*isa*/) {
  for (int i = 0; i < pixels; ++i) {
    for (int channel = 0; channel < 3; ++channel) {
      planes[channel * pixels + i] = rgb[3 * i + channel];
    }
  }
}

#endif

std::uint64_t Checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes) {
    hash = (hash ^ static_cast<std::uint8_t>(byte)) * 0x100000001b3;
  }
  return hash;
}

}  // namespace envpool::procgen
