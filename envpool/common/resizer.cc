// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/common/resizer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "envpool/core/isa.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace envpool {
namespace {

constexpr int kOne = 2048;  // the weight 1 in fixed point

/// The scale from / to, computed from its inverse as in OpenCV.
double Scale(int from, int to) {
  return 1.0 / (static_cast<double>(to) / static_cast<double>(from));
}

bool IsWhole(double scale) {
  return std::abs(scale - std::nearbyint(scale)) < 2.220446049250313e-16;
}

/// Adding and subtracting this number rounds half to even, as in OpenCV,
/// because floats from 2^23 on are whole numbers. A call of lrintf would double
/// the time.
constexpr float kWhole = 8388608.0f;

std::uint8_t Round(float value) {
  return static_cast<std::uint8_t>((std::clamp(value, 0.0f, 255.0f) + kWhole) -
                                   kWhole);
}

/// Rounds means of bytes. They need no clamping: rounding errors cannot take
/// them half a unit outside of 0 to 255.
void RoundMeans(const float* means, int count, std::uint8_t* out) {
  for (int i = 0; i < count; ++i) {
    out[i] =
        static_cast<std::uint8_t>(static_cast<int>(means[i] + kWhole - kWhole));
  }
}

/// Writes the means of 2 x 2 bytes, rounded half up.
void Halve(const std::uint8_t* upper, const std::uint8_t* lower, int count,
           std::uint8_t* out) {
  for (int i = 0; i < count; ++i) {
    const int sum =
        upper[2 * i] + upper[2 * i + 1] + lower[2 * i] + lower[2 * i + 1];
    out[i] = static_cast<std::uint8_t>((sum + 2) / 4);
  }
}

// The number of rows that are shrunk at a time, one per lane of a 16-byte
// vector, which all processors have.
constexpr int kLanes = 16;
constexpr int kFloats = 4;
using Bytes = std::uint8_t __attribute__((vector_size(kLanes)));
using Shorts = std::uint16_t __attribute__((vector_size(kLanes)));
using Ints = std::int32_t __attribute__((vector_size(kLanes)));
using Floats = float __attribute__((vector_size(kLanes)));

template <typename Vector, typename T>
Vector Load(const T* values) {
  Vector vector;
  std::memcpy(&vector, values, sizeof(vector));
  return vector;
}

Bytes InterleaveFirst(Bytes a, Bytes b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21,
                                 6, 22, 7, 23);
}

Bytes InterleaveLast(Bytes a, Bytes b) {
  return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13,
                                 29, 14, 30, 15, 31);
}

/// Swaps the rows and columns of 16 x 16 bytes.
void Transpose(Bytes (&rows)[kLanes]) {
  for (int round = 0; round < 4; ++round) {
    Bytes next[kLanes];
    for (int i = 0; i < kLanes / 2; ++i) {
      next[2 * i] = InterleaveFirst(rows[i], rows[i + kLanes / 2]);
      next[2 * i + 1] = InterleaveLast(rows[i], rows[i + kLanes / 2]);
    }
    std::copy_n(next, kLanes, rows);
  }
}

/// Writes value i of all rows to the lanes at `out + kLanes * i`.
void Interleave(const std::uint8_t* const (&rows)[kLanes], int count,
                std::uint8_t* out) {
  if (count < kLanes) {
    for (int i = 0; i < count; ++i) {
      for (const std::uint8_t* row : rows) {
        *out++ = row[i];
      }
    }
    return;
  }
  for (int i = 0; i < count; i += kLanes) {
    const int first = std::min(i, count - kLanes);
    Bytes block[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
      block[lane] = Load<Bytes>(rows[lane] + first);
    }
    Transpose(block);
    std::memcpy(out + kLanes * first, block, sizeof(block));
  }
}

/// Adds `weight` times the values of all lanes to `sums`.
void AddLanes(const std::uint8_t* values, float weight,
              Floats (&sums)[kFloats]) {
  const Bytes bytes = Load<Bytes>(values);
  const Bytes zero{};
  const Shorts none{};
  for (int half = 0; half < 2; ++half) {
    const auto wide = reinterpret_cast<Shorts>(
        half == 0 ? InterleaveFirst(bytes, zero) : InterleaveLast(bytes, zero));
    const auto first = reinterpret_cast<Ints>(
        __builtin_shufflevector(wide, none, 0, 8, 1, 9, 2, 10, 3, 11));
    const auto last = reinterpret_cast<Ints>(
        __builtin_shufflevector(wide, none, 4, 12, 5, 13, 6, 14, 7, 15));
    sums[2 * half] += __builtin_convertvector(first, Floats) * weight;
    sums[2 * half + 1] += __builtin_convertvector(last, Floats) * weight;
  }
}

/// Computes the mean of each lane for the shares `first` to `last` - 1 of one
/// pixel. `step` is the number of bytes per source pixel.
template <typename Share>
void SumShares(const Share* first, const Share* last, int step,
               const std::uint8_t* values, Floats (&means)[kFloats]) {
  Floats sums[kFloats]{};
  for (; first != last; ++first) {
    AddLanes(values + step * first->from, first->weight, sums);
  }
  std::copy_n(sums, kFloats, means);
}

#ifdef __x86_64__
template <typename Share>
__attribute__((target("avx2"))) void SumSharesAvx2(const Share* first,
                                                   const Share* last, int step,
                                                   const std::uint8_t* values,
                                                   Floats (&means)[kFloats]) {
  __m256 sums[2] = {_mm256_setzero_ps(), _mm256_setzero_ps()};
  for (; first != last; ++first) {
    const std::uint8_t* from = values + step * first->from;
    const __m256 weight = _mm256_set1_ps(first->weight);
    for (__m256& sum : sums) {
      const __m128i bytes =
          _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
      const __m256 floats = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes));
      sum = _mm256_add_ps(sum, _mm256_mul_ps(floats, weight));
      from += kLanes / 2;
    }
  }
  static_assert(sizeof(sums) == sizeof(means));
  std::memcpy(means, sums, sizeof(means));
}
#endif

/// Writes four sums of each lane to the lane's row.
void StoreLanes(const Floats (&sums)[kFloats][kFloats], int stride,
                float* rows) {
  for (int i = 0; i < kFloats; ++i) {
    const Floats a = sums[0][i], b = sums[1][i], c = sums[2][i], d = sums[3][i];
    const Floats ab = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    const Floats ab_end = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Floats cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const Floats cd_end = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    const Floats lanes[] = {
        __builtin_shufflevector(ab, cd, 0, 1, 4, 5),
        __builtin_shufflevector(ab, cd, 2, 3, 6, 7),
        __builtin_shufflevector(ab_end, cd_end, 0, 1, 4, 5),
        __builtin_shufflevector(ab_end, cd_end, 2, 3, 6, 7)};
    for (const Floats& lane : lanes) {
      std::memcpy(rows, &lane, sizeof(lane));
      rows += stride;
    }
  }
}

/// Writes the weighted means of interleaved rows, row after row. `stride` is
/// the number of floats per row, a multiple of kFloats, since floats are
/// written in groups of kFloats. `kSum` is one of the functions above.
template <auto kSum, typename Share>
inline void Means(const std::vector<Share>& shares, int channels, int stride,
                  const std::uint8_t* values, float* rows) {
  const Share* const end = shares.data() + shares.size();
  Floats sums[kFloats][kFloats];
  int count = 0;
  for (const Share* first = shares.data(); first != end;) {
    const Share* next = first;
    while (next != end && next->to == first->to) {
      ++next;
    }
    for (int c = 0; c < channels; ++c) {
      kSum(first, next, kLanes * channels, values + kLanes * c,
           sums[count % kFloats]);
      if (++count % kFloats == 0) {
        StoreLanes(sums, stride, rows + count - kFloats);
      }
    }
    first = next;
  }
  if (count % kFloats != 0) {
    StoreLanes(sums, stride, rows + count / kFloats * kFloats);
  }
}

}  // namespace

Resizer::Resizer(Size from, Size to, int channels, Interpolation interpolation)
    : from_(from),
      to_(to),
      channels_(channels),
      way_(Choose(from, to, interpolation)) {
  if (way_ == Way::kArea) {
    columns_ = Shares(from.width, to.width);
    rows_ = Shares(from.height, to.height);
  } else if (way_ == Way::kLinear) {
    const bool area = interpolation == Interpolation::kArea;
    column_mixes_ = Mixes(from.width, to.width, area);
    for (Mix& mix : column_mixes_) {
      // As in OpenCV, columns beyond the edges are copies of one column, but
      // rows beyond the edges are mixed from two equal rows.
      if (mix.from < 0 || mix.from >= from.width - 1) {
        mix = {std::clamp(mix.from, 0, from.width - 1), kOne, 0};
      }
    }
    row_mixes_ = Mixes(from.height, to.height, area);
  }
}

Resizer::Way Resizer::Choose(Size from, Size to, Interpolation interpolation) {
  if (from == to) {
    return Way::kCopy;
  }
  const double x = Scale(from.width, to.width);
  const double y = Scale(from.height, to.height);
  const bool whole = IsWhole(x) && IsWhole(y);
  // Both methods give the same result for halving, so the faster one is used.
  const bool halves =
      whole && std::nearbyint(x) == 2.0 && std::nearbyint(y) == 2.0;
  if (interpolation == Interpolation::kLinear && !halves) {
    return Way::kLinear;
  }
  if (x < 1.0 || y < 1.0) {
    return Way::kLinear;
  }
  return whole ? Way::kBlocks : Way::kArea;
}

std::vector<Resizer::Share> Resizer::Shares(int from, int to) {
  constexpr double kLeast = 1e-3;  // smaller shares are ignored, as in OpenCV
  const double scale = Scale(from, to);
  std::vector<Share> shares;
  for (int d = 0; d < to; ++d) {
    const double begin = d * scale;
    const double end = begin + scale;
    const double width = std::min(scale, from - begin);
    const int last = std::min(static_cast<int>(std::floor(end)), from - 1);
    const int first = std::min(static_cast<int>(std::ceil(begin)), last);
    if (first - begin > kLeast) {
      shares.push_back(
          {first - 1, d, static_cast<float>((first - begin) / width)});
    }
    for (int s = first; s < last; ++s) {
      shares.push_back({s, d, static_cast<float>(1.0 / width)});
    }
    if (end - last > kLeast) {
      const double rest = std::min(std::min(end - last, 1.0), width);
      shares.push_back({last, d, static_cast<float>(rest / width)});
    }
  }
  return shares;
}

std::vector<Resizer::Mix> Resizer::Mixes(int from, int to, bool area) {
  const double inverse = static_cast<double>(to) / static_cast<double>(from);
  const double scale = 1.0 / inverse;
  std::vector<Mix> mixes;
  for (int d = 0; d < to; ++d) {
    int s;
    float part;
    if (area) {
      s = static_cast<int>(std::floor(d * scale));
      part = static_cast<float>((d + 1) - (s + 1) * inverse);
      part = part <= 0 ? 0.0f : part - std::floor(part);
    } else {
      part = static_cast<float>((d + 0.5) * scale - 0.5);
      s = static_cast<int>(std::floor(part));
      part -= static_cast<float>(s);
    }
    mixes.push_back({s, static_cast<int>(std::lrintf((1.0f - part) * kOne)),
                     static_cast<int>(std::lrintf(part * kOne))});
  }
  return mixes;
}

void Resizer::Run(const std::uint8_t* from, std::uint8_t* to) const {
  switch (way_) {
    case Way::kCopy:
      std::memcpy(to, from,
                  static_cast<std::size_t>(to_.height) * to_.width * channels_);
      break;
    case Way::kBlocks:
      RunBlocks(from, to);
      break;
    case Way::kArea:
      RunArea(from, to);
      break;
    case Way::kLinear:
      RunLinear(from, to);
      break;
  }
}

void Resizer::RunBlocks(const std::uint8_t* from, std::uint8_t* to) const {
  const int x_step = from_.width / to_.width;
  const int y_step = from_.height / to_.height;
  const int from_stride = from_.width * channels_;
  const bool halves = x_step == 2 && y_step == 2;
  const float factor = 1.0f / static_cast<float>(x_step * y_step);
  for (int y = 0; y < to_.height; ++y) {
    const std::uint8_t* block_row = from + y * y_step * from_stride;
    if (halves && channels_ == 1) {
      Halve(block_row, block_row + from_stride, to_.width, to);
      to += to_.width;
      continue;
    }
    for (int x = 0; x < to_.width; ++x) {
      for (int c = 0; c < channels_; ++c) {
        const std::uint8_t* block = block_row + x * x_step * channels_ + c;
        int sum = 0;
        for (int j = 0; j < y_step; ++j) {
          for (int i = 0; i < x_step; ++i) {
            sum += block[j * from_stride + i * channels_];
          }
        }
        *to++ = halves ? static_cast<std::uint8_t>((sum + 2) / 4)
                       : Round(static_cast<float>(sum) * factor);
      }
    }
  }
}

void Resizer::RunArea(const std::uint8_t* from, std::uint8_t* to) const {
#ifdef __x86_64__
  struct Clone {
    ENVPOOL_TARGET_AVX2 static void Avx2(const Resizer& resizer,
                                         const std::uint8_t* from,
                                         std::uint8_t* to) {
      resizer.RunAreaWith<SumSharesAvx2<Share>>(from, to);
    }
  };
  if (CurrentIsa() != Isa::kBaseline) {
    return Clone::Avx2(*this, from, to);
  }
#endif
  RunAreaWith<SumShares<Share>>(from, to);
}

template <auto kSum>
inline void Resizer::RunAreaWith(const std::uint8_t* from,
                                 std::uint8_t* to) const {
  const int from_stride = from_.width * channels_;
  const int to_stride = to_.width * channels_;
  const int stride = (to_stride + kFloats - 1) / kFloats * kFloats;
  thread_local std::vector<std::uint8_t> values;
  thread_local std::vector<float> buffer;
  values.resize(static_cast<std::size_t>(kLanes) * from_stride);
  buffer.resize(static_cast<std::size_t>(kLanes + 1) * stride);
  float* const means = buffer.data();
  float* const sum = means + kLanes * stride;
  int known = -kLanes;  // first row of the block with computed means
  // The order of additions is OpenCV's: columns first, then rows.
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const Share& share = rows_[r];
    if (share.from >= known + kLanes) {
      known = share.from;
      const std::uint8_t* sources[kLanes];
      for (int lane = 0; lane < kLanes; ++lane) {
        sources[lane] =
            from + std::min(known + lane, from_.height - 1) * from_stride;
      }
      Interleave(sources, from_stride, values.data());
      Means<kSum>(columns_, channels_, stride, values.data(), means);
    }
    const float* row = means + (share.from - known) * stride;
    if (r == 0 || rows_[r - 1].to != share.to) {
      std::fill_n(sum, to_stride, 0.0f);
    }
    for (int i = 0; i < to_stride; ++i) {
      sum[i] += row[i] * share.weight;
    }
    if (r + 1 == rows_.size() || rows_[r + 1].to != share.to) {
      RoundMeans(sum, to_stride, to + share.to * to_stride);
    }
  }
}

void Resizer::MixRow(const std::uint8_t* from, int* to) const {
  for (const Mix& mix : column_mixes_) {
    const std::uint8_t* pixel = from + mix.from * channels_;
    // With a second weight of 0, the second pixel may be beyond the last one.
    const int next = mix.second == 0 ? 0 : channels_;
    for (int c = 0; c < channels_; ++c) {
      *to++ = pixel[c] * mix.first + pixel[c + next] * mix.second;
    }
  }
}

void Resizer::RunLinear(const std::uint8_t* from, std::uint8_t* to) const {
  const int from_stride = from_.width * channels_;
  const int to_stride = to_.width * channels_;
  thread_local std::vector<int> buffer;
  buffer.resize(2 * static_cast<std::size_t>(to_stride));
  int* upper = buffer.data();
  int* lower = upper + to_stride;
  int upper_row = -1;
  int lower_row = -1;
  for (int y = 0; y < to_.height; ++y) {
    const Mix& mix = row_mixes_[y];
    const int first = std::max(mix.from, 0);
    const int next = std::min(mix.from + 1, from_.height - 1);
    if (first == lower_row) {
      std::swap(upper, lower);
      std::swap(upper_row, lower_row);
    }
    if (first != upper_row) {
      MixRow(from + first * from_stride, upper);
      upper_row = first;
    }
    if (next != lower_row) {
      MixRow(from + next * from_stride, lower);
      lower_row = next;
    }
    for (int i = 0; i < to_stride; ++i) {
      const int sum = ((mix.first * (upper[i] >> 4)) >> 16) +
                      ((mix.second * (lower[i] >> 4)) >> 16);
      to[y * to_stride + i] = static_cast<std::uint8_t>((sum + 2) >> 2);
    }
  }
}

}  // namespace envpool
