// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/procgen/pixels.h"

#include <cstdint>
#include <string_view>

#if defined(__x86_64__)
#include <tmmintrin.h>
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

}  // namespace

// SSSE3 is always available, since the library requires AVX.
__attribute__((target("ssse3"))) void SplitChannels(const std::uint8_t* rgb,
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

#else

void SplitChannels(const std::uint8_t* rgb, std::uint8_t* planes, int pixels) {
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
