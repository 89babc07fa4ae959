// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only

#include "envpool/atari/vcs/paint.h"

#include <cstdint>
#include <cstring>

#include "envpool/atari/vcs/tables.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace envpool::atari::vcs {

// Eight pixels at a time, by a table from bits to bytes.
void PaintRowsPlain(uint8_t* line, const Row& range, const ColorRows& rows,
                    const uint8_t* color, uint32_t first, uint32_t last) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  const uint64_t background = color[0] * kOnes;
  const uint64_t flip1 = (color[1] ^ color[0]) * kOnes;
  const uint64_t flip2 = (color[2] ^ color[0]) * kOnes;
  const uint64_t flip3 = (color[3] ^ color[0]) * kOnes;
  for (uint32_t w = first; w <= last; ++w) {
    uint64_t wanted = range.w[w];
    uint64_t c1 = rows.c1.w[w];
    uint64_t c2 = rows.c2.w[w];
    uint64_t c3 = rows.c3.w[w];
    for (uint8_t* at = line + w * 64; wanted != 0; at += 8) {
      const uint64_t mask = kBytes[wanted & 0xff];
      if (mask != 0) {
        const uint64_t pixels = background ^ (kBytes[c1 & 0xff] & flip1) ^
                                (kBytes[c2 & 0xff] & flip2) ^
                                (kBytes[c3 & 0xff] & flip3);
        uint64_t old;
        std::memcpy(&old, at, 8);
        old = (old & ~mask) | (pixels & mask);
        std::memcpy(at, &old, 8);
      }
      wanted >>= 8, c1 >>= 8, c2 >>= 8, c3 >>= 8;
    }
  }
}

#ifdef __x86_64__

namespace {

// Expands each bit to a byte of 0x00 or 0xff.
__attribute__((target("avx2"), always_inline)) inline __m256i Widen(
    uint32_t bits) {
  const __m256i spread =
      _mm256_setr_epi64x(0x0000000000000000, 0x0101010101010101,
                         0x0202020202020202, 0x0303030303030303);
  const __m256i select =
      _mm256_set1_epi64x(static_cast<int64_t>(0x8040201008040201));
  const __m256i bytes =
      _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(bits)), spread);
  return _mm256_cmpeq_epi8(_mm256_and_si256(bytes, select), select);
}

}  // namespace

__attribute__((target("avx2"))) void PaintRowsAvx2(
    uint8_t* line, const Row& range, const ColorRows& rows,
    const uint8_t* color, uint32_t first, uint32_t last) {
  const __m256i background = _mm256_set1_epi8(static_cast<char>(color[0]));
  const __m256i color1 = _mm256_set1_epi8(static_cast<char>(color[1]));
  const __m256i color2 = _mm256_set1_epi8(static_cast<char>(color[2]));
  const __m256i color3 = _mm256_set1_epi8(static_cast<char>(color[3]));
  for (uint32_t w = first; w <= last; ++w) {
    for (int shift = 0; shift < 64; shift += 32) {
      const auto wanted = static_cast<uint32_t>(range.w[w] >> shift);
      if (wanted == 0) continue;
      __m256i pixels = background;
      pixels = _mm256_blendv_epi8(pixels, color1, Widen(rows.c1.w[w] >> shift));
      const auto c2 = static_cast<uint32_t>(rows.c2.w[w] >> shift);
      const auto c3 = static_cast<uint32_t>(rows.c3.w[w] >> shift);
      if ((c2 | c3) != 0) {
        pixels = _mm256_blendv_epi8(pixels, color2, Widen(c2));
        pixels = _mm256_blendv_epi8(pixels, color3, Widen(c3));
      }
      auto* const at = reinterpret_cast<__m256i*>(line + w * 64 + shift);
      if (wanted != 0xffffffff) {
        pixels =
            _mm256_blendv_epi8(_mm256_loadu_si256(at), pixels, Widen(wanted));
      }
      _mm256_storeu_si256(at, pixels);
    }
  }
}

__attribute__((target("avx512bw,avx512vl"))) void PaintRowsAvx512(
    uint8_t* line, const Row& range, const ColorRows& rows,
    const uint8_t* color, uint32_t first, uint32_t last) {
  const __m512i background = _mm512_set1_epi8(static_cast<char>(color[0]));
  const __m512i color1 = _mm512_set1_epi8(static_cast<char>(color[1]));
  const __m512i color2 = _mm512_set1_epi8(static_cast<char>(color[2]));
  const __m512i color3 = _mm512_set1_epi8(static_cast<char>(color[3]));
  for (uint32_t w = first; w <= last; ++w) {
    __m512i pixels = background;
    pixels = _mm512_mask_mov_epi8(pixels, rows.c1.w[w], color1);
    pixels = _mm512_mask_mov_epi8(pixels, rows.c2.w[w], color2);
    pixels = _mm512_mask_mov_epi8(pixels, rows.c3.w[w], color3);
    _mm512_mask_storeu_epi8(line + w * 64, range.w[w], pixels);
  }
}

#endif  // __x86_64__

namespace {

PaintRows Choose() {
#ifdef __x86_64__
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl")) {
    return PaintRowsAvx512;
  }
  if (__builtin_cpu_supports("avx2")) return PaintRowsAvx2;
#endif
  return PaintRowsPlain;
}

}  // namespace

const PaintRows kPaintRows = Choose();

}  // namespace envpool::atari::vcs
