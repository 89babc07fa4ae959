// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/atari/standard_preprocessing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#include "envpool/core/isa.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace envpool::atari {
namespace {

constexpr int kHeight = StandardPreprocessing::kHeight;
constexpr int kWidth = StandardPreprocessing::kWidth;
constexpr int kSide = StandardPreprocessing::kSide;

// In units of the weights, a column is 21 wide on the screen and 40 in the
// image; a row is 2 high on the screen and 5 in the image. 200 is 40 * 5.
constexpr int kFromColumn = 21;
constexpr int kToColumn = 40;
constexpr int kTotal = 200;

/// The screen columns averaged into one image column, and their weights.
struct Taps {
  int first;
  int weight[3];
};

constexpr std::array<Taps, kSide> ColumnTaps() {
  std::array<Taps, kSide> taps{};
  for (int d = 0; d < kSide; ++d) {
    const int begin = d * kToColumn;
    const int end = begin + kToColumn;
    taps[d].first = begin / kFromColumn;
    for (int i = 0; i < 3; ++i) {
      const int left = std::max(begin, (taps[d].first + i) * kFromColumn);
      const int right = std::min(end, (taps[d].first + i + 1) * kFromColumn);
      taps[d].weight[i] = std::max(0, right - left);
    }
  }
  return taps;
}
constexpr std::array<Taps, kSide> kTaps = ColumnTaps();

// A row's 84 sums are stored in six blocks of 16; each half block has 7 sums
// and an unused slot.
constexpr int kBlock = 16;
constexpr int kPerHalf = 7;
constexpr int kBlocks = kSide / (2 * kPerHalf);
using RowSums = std::uint16_t[kBlocks * kBlock];

/// The index in RowSums of the sum of image column `d`.
constexpr int Slot(int d) {
  return d / (2 * kPerHalf) * kBlock + d % (2 * kPerHalf) / kPerHalf * 8 +
         d % kPerHalf;
}

/// The working memory of one call, too large for a thread's stack.
struct Scratch {
  alignas(32) std::uint8_t gray[kHeight][kWidth];
  alignas(32) RowSums sums[kHeight];
};

/// A pixel of the image, computed in OpenCV's float arithmetic.
std::uint8_t PixelAsOpenCv(const Scratch& scratch, int y, int x) {
  // Image row y covers five half rows of the screen from half row 5y on: a
  // screen row weighs 1/5 or 2/5, a column its weight / 40, rounded to float.
  const int y_begin = y * 5;
  float sum = 0;
  for (int row = y_begin / 2; row * 2 < y_begin + 5; ++row) {
    const int left = std::max(y_begin, row * 2);
    const int right = std::min(y_begin + 5, row * 2 + 2);
    float part = 0;
    for (int i = 0; i < 3; ++i) {
      if (kTaps[x].weight[i] > 0) {
        // OpenCV divides two doubles with this ratio and rounds to float.
        const auto weight = static_cast<float>(kTaps[x].weight[i] / 40.0);
        part +=
            static_cast<float>(scratch.gray[row][kTaps[x].first + i]) * weight;
      }
    }
    sum += part * static_cast<float>((right - left) / 5.0);
  }
  return static_cast<std::uint8_t>(std::lrintf(sum));
}

/// The three rows of sums averaged into one image row; two count twice.
struct RowTriple {
  const std::uint16_t *twice, *twice_too, *once;
};
RowTriple RowsOf(const Scratch& scratch, int y) {
  const int s = y * 5 / 2;
  if (y % 2 == 1) {
    return {scratch.sums[s + 1], scratch.sums[s + 2], scratch.sums[s]};
  }
  return {scratch.sums[s], scratch.sums[s + 1], scratch.sums[s + 2]};
}

/// Whether row `y` is equal to the row above in all screens.
bool RepeatsRowAbove(std::span<const std::uint8_t* const> screens, int y) {
  return y > 0 &&
         std::all_of(screens.begin(), screens.end(),
                     [y](const std::uint8_t* screen) {
                       const std::uint8_t* row = screen + y * kWidth;
                       return std::memcmp(row, row - kWidth, kWidth) == 0;
                     });
}

void CopyRowAbove(Scratch* scratch, int y) {
  std::memcpy(scratch->gray[y], scratch->gray[y - 1], kWidth);
  std::memcpy(scratch->sums[y], scratch->sums[y - 1], sizeof(RowSums));
}

// --- Any processor ----------------------------------------------------------

void GrayRow(const std::uint8_t* indices, const std::uint8_t* table,
             bool is_first, std::uint8_t* gray) {
  for (int x = 0; x < kWidth; ++x) {
    const std::uint8_t value = table[indices[x]];
    gray[x] = is_first ? value : std::max(gray[x], value);
  }
}

void RunBaseline(std::span<const std::uint8_t* const> screens,
                 const std::uint8_t* table, Scratch* scratch,
                 std::uint8_t* image) {
  for (int y = 0; y < kHeight; ++y) {
    if (RepeatsRowAbove(screens, y)) {
      CopyRowAbove(scratch, y);
      continue;
    }
    for (std::size_t i = 0; i < screens.size(); ++i) {
      GrayRow(screens[i] + y * kWidth, table, i == 0, scratch->gray[y]);
    }
    const std::uint8_t* gray = scratch->gray[y];
    for (int d = 0; d < kSide; ++d) {
      const Taps& taps = kTaps[d];
      int sum = 0;
      for (int i = 0; i < 3 && taps.weight[i] > 0; ++i) {
        sum += gray[taps.first + i] * taps.weight[i];
      }
      scratch->sums[y][Slot(d)] = static_cast<std::uint16_t>(sum);
    }
  }
  for (int y = 0; y < kSide; ++y) {
    const RowTriple rows = RowsOf(*scratch, y);
    for (int d = 0; d < kSide; ++d) {
      const int at = Slot(d);
      const int sum = 2 * (rows.twice[at] + rows.twice_too[at]) + rows.once[at];
      image[y * kSide + d] =
          sum % kTotal == kTotal / 2
              ? PixelAsOpenCv(*scratch, y, d)
              : static_cast<std::uint8_t>((sum + kTotal / 2) / kTotal);
    }
  }
}

// --- AVX2 -------------------------------------------------------------------
#if defined(__x86_64__)
#define ENVPOOL_AVX2 __attribute__((target("avx2")))

/// For each half block of 7 sums: `begin` is the first of its 16 source bytes;
/// the other arrays select bytes of these and their weights. Few sums have a
/// third tap, so the third taps are kept apart.
struct Shuffles {
  int begin[2 * kBlocks];
  alignas(32) std::uint8_t pair[kBlocks][32];
  alignas(32) std::int8_t pair_weight[kBlocks][32];
  alignas(32) std::uint8_t third[kBlocks][32];
  alignas(32) std::int8_t third_weight[kBlocks][32];
};

constexpr Shuffles MakeShuffles() {
  constexpr std::uint8_t kNone = 0x80;  // the shuffle gives zero
  Shuffles shuffles{};
  for (int half = 0; half < 2 * kBlocks; ++half) {
    const int begin = std::min(kTaps[half * kPerHalf].first, kWidth - 16);
    shuffles.begin[half] = begin;
    const int block = half / 2;
    const int base = half % 2 * 16;
    for (int i = 0; i < 16; ++i) {
      shuffles.pair[block][base + i] = kNone;
      shuffles.third[block][base + i] = kNone;
    }
    for (int j = 0; j < kPerHalf; ++j) {
      const Taps& taps = kTaps[half * kPerHalf + j];
      const int at = base + 2 * j;
      const int from = taps.first - begin;
      for (int i = 0; i < 2; ++i) {
        shuffles.pair[block][at + i] = static_cast<std::uint8_t>(from + i);
        shuffles.pair_weight[block][at + i] =
            static_cast<std::int8_t>(taps.weight[i]);
      }
      if (taps.weight[2] > 0) {
        shuffles.third[block][at] = static_cast<std::uint8_t>(from + 2);
        shuffles.third_weight[block][at] =
            static_cast<std::int8_t>(taps.weight[2]);
      }
    }
  }
  return shuffles;
}
constexpr Shuffles kShuffles = MakeShuffles();

ENVPOOL_AVX2 inline __m256i Load(const void* from) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(from));
}

/// Whether 160 bytes are equal.
ENVPOOL_AVX2 inline bool EqualRows(const std::uint8_t* a,
                                   const std::uint8_t* b) {
  __m256i difference = _mm256_setzero_si256();
  for (int x = 0; x < kWidth; x += 32) {
    difference =
        _mm256_or_si256(difference, _mm256_xor_si256(Load(a + x), Load(b + x)));
  }
  return _mm256_testz_si256(difference, difference) != 0;
}

ENVPOOL_AVX2 inline bool AnyOddIndex(const std::uint8_t* indices) {
  __m256i any = _mm256_setzero_si256();
  for (int x = 0; x < kWidth; x += 32) {
    any = _mm256_or_si256(any, Load(indices + x));
  }
  return _mm256_testz_si256(any, _mm256_set1_epi8(1)) == 0;
}

/// Looks up 32 table entries; each place is below 16.
ENVPOOL_AVX2 inline __m256i Entries(const std::uint8_t* table, __m256i places) {
  return _mm256_shuffle_epi8(
      _mm256_load_si256(reinterpret_cast<const __m256i*>(table)), places);
}

/// Gray values of 32 even indices: eight shuffles, chosen by the upper bits.
ENVPOOL_AVX2 inline __m256i Look(const std::uint8_t (*tables)[32],
                                 __m256i indices) {
  const __m256i half =
      _mm256_and_si256(_mm256_srli_epi16(indices, 1), _mm256_set1_epi8(0x7f));
  const __m256i low = _mm256_and_si256(half, _mm256_set1_epi8(15));
  // blendv looks at the top bit of each byte.
  const __m256i bit4 = _mm256_slli_epi16(half, 3);
  const __m256i bit5 = _mm256_slli_epi16(half, 2);
  const __m256i bit6 = indices;
  const __m256i a =
      _mm256_blendv_epi8(_mm256_blendv_epi8(Entries(tables[0], low),
                                            Entries(tables[1], low), bit4),
                         _mm256_blendv_epi8(Entries(tables[2], low),
                                            Entries(tables[3], low), bit4),
                         bit5);
  const __m256i b =
      _mm256_blendv_epi8(_mm256_blendv_epi8(Entries(tables[4], low),
                                            Entries(tables[5], low), bit4),
                         _mm256_blendv_epi8(Entries(tables[6], low),
                                            Entries(tables[7], low), bit4),
                         bit5);
  return _mm256_blendv_epi8(a, b, bit6);
}

ENVPOOL_AVX2 void GrayRowAvx2(const std::uint8_t* indices,
                              const std::uint8_t* table,
                              const std::uint8_t (*tables)[32], bool is_first,
                              std::uint8_t* gray) {
  if (AnyOddIndex(indices)) {
    GrayRow(indices, table, is_first, gray);
    return;
  }
  for (int x = 0; x < kWidth; x += 32) {
    __m256i value = Look(tables, Load(indices + x));
    if (!is_first) {
      value = _mm256_max_epu8(value, Load(gray + x));
    }
    _mm256_store_si256(reinterpret_cast<__m256i*>(gray + x), value);
  }
}

ENVPOOL_AVX2 void SumRowAvx2(const std::uint8_t* gray, std::uint16_t* sums) {
  for (int block = 0; block < kBlocks; ++block) {
    const auto* low =
        reinterpret_cast<const __m128i*>(gray + kShuffles.begin[2 * block]);
    const auto* high =
        reinterpret_cast<const __m128i*>(gray + kShuffles.begin[2 * block + 1]);
    const __m256i bytes = _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128(low)), _mm_loadu_si128(high), 1);
    const __m256i pairs = _mm256_maddubs_epi16(
        _mm256_shuffle_epi8(bytes, Load(kShuffles.pair[block])),
        Load(kShuffles.pair_weight[block]));
    const __m256i thirds = _mm256_maddubs_epi16(
        _mm256_shuffle_epi8(bytes, Load(kShuffles.third[block])),
        Load(kShuffles.third_weight[block]));
    _mm256_store_si256(reinterpret_cast<__m256i*>(sums + kBlock * block),
                       _mm256_add_epi16(pairs, thirds));
  }
}

ENVPOOL_AVX2 void ImageRowAvx2(const Scratch& scratch, int y,
                               std::uint8_t* out) {
  const __m256i half = _mm256_set1_epi16(kTotal / 2);
  // x / 200 is x / 8 / 25, and y / 25 is y * 41944 / 2^20 for all y < 2^13.
  const __m256i reciprocal =
      _mm256_set1_epi16(static_cast<std::int16_t>(41944));
  const __m256i total = _mm256_set1_epi16(kTotal);
  const RowTriple rows = RowsOf(scratch, y);
  for (int block = 0; block < kBlocks; ++block) {
    const int at = kBlock * block;
    const __m256i twice =
        _mm256_add_epi16(Load(rows.twice + at), Load(rows.twice_too + at));
    const __m256i sum = _mm256_add_epi16(
        _mm256_add_epi16(_mm256_add_epi16(twice, twice), Load(rows.once + at)),
        half);
    const __m256i mean = _mm256_srli_epi16(
        _mm256_mulhi_epu16(_mm256_srli_epi16(sum, 3), reciprocal), 4);
    const __m256i packed = _mm256_packus_epi16(mean, mean);
    std::uint8_t* const to = out + 2 * kPerHalf * block;
    alignas(32) std::uint8_t bytes[32];
    _mm256_store_si256(reinterpret_cast<__m256i*>(bytes), packed);
    std::memcpy(to, bytes, kPerHalf);
    std::memcpy(to + kPerHalf, bytes + 16, kPerHalf);
    // A tie between two bytes has no remainder after half is added.
    const __m256i tie =
        _mm256_cmpeq_epi16(_mm256_mullo_epi16(mean, total), sum);
    auto ties = static_cast<unsigned>(_mm256_movemask_epi8(tie));
    for (; ties != 0; ties &= ties - 1) {
      const int bit = __builtin_ctz(ties);
      const int j = bit / 2;  // 0 .. 15 in the block
      if (bit % 2 == 0 && j % 8 < kPerHalf) {
        const int x = j / 8 * kPerHalf + j % 8;
        to[x] = PixelAsOpenCv(scratch, y, 2 * kPerHalf * block + x);
      }
    }
  }
}

ENVPOOL_AVX2 void RunAvx2(std::span<const std::uint8_t* const> screens,
                          const std::uint8_t* table,
                          const std::uint8_t (*tables)[32], Scratch* scratch,
                          std::uint8_t* image) {
  for (int y = 0; y < kHeight; ++y) {
    const std::uint8_t* first = screens[0] + y * kWidth;
    bool repeats = y > 0;
    bool same = true;  // all screens have the same row
    for (std::size_t i = 0; i < screens.size(); ++i) {
      const std::uint8_t* row = screens[i] + y * kWidth;
      repeats = repeats && EqualRows(row, row - kWidth);
      same = same && (i == 0 || EqualRows(row, first));
    }
    if (repeats) {
      CopyRowAbove(scratch, y);
      continue;
    }
    const std::size_t count = same ? 1 : screens.size();
    for (std::size_t i = 0; i < count; ++i) {
      GrayRowAvx2(screens[i] + y * kWidth, table, tables, i == 0,
                  scratch->gray[y]);
    }
    SumRowAvx2(scratch->gray[y], scratch->sums[y]);
  }
  for (int y = 0; y < kSide; ++y) {
    ImageRowAvx2(*scratch, y, image + y * kSide);
  }
}

#undef ENVPOOL_AVX2
#endif  // defined(__x86_64__)

}  // namespace

StandardPreprocessing::StandardPreprocessing(const GrayTable& gray) {
  std::copy_n(gray, 256, gray_);
  for (int i = 0; i < 128; ++i) {
    shuffle_gray_[i / 16][i % 16] = gray[2 * i];
    shuffle_gray_[i / 16][i % 16 + 16] = gray[2 * i];
  }
}

void StandardPreprocessing::Run(std::span<const std::uint8_t* const> screens,
                                std::uint8_t* image) const {
  // On the heap, since thread-local storage is allocated for every thread of
  // the process, and the process is killed if that allocation fails.
  thread_local std::unique_ptr<Scratch> scratch;
  if (scratch == nullptr) {
    scratch = std::make_unique<Scratch>();
  }
#if defined(__x86_64__)
  if (CurrentIsa() != Isa::kBaseline) {
    RunAvx2(screens, gray_, shuffle_gray_, scratch.get(), image);
    return;
  }
#endif
  RunBaseline(screens, gray_, scratch.get(), image);
}

}  // namespace envpool::atari
