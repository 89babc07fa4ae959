// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/transforms/moments.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/with_type.h"

namespace envpool {
namespace {

// Numbers that are processed at once: their sums fit into the first-level
// cache. All instruction sets use the same tiles, so they give the same bits.
constexpr std::size_t kTile = 512;
// Short vectors are repeated until they have at least this many numbers.
constexpr std::size_t kEnough = 64;
// If the size of a vector divides this number, registers hold all sums.
constexpr std::size_t kInRegisters = 16;
constexpr std::size_t kPack = 4;  // numbers of a Pack
template <typename T>
using Pack [[gnu::vector_size(kPack * sizeof(T))]] = T;

struct SumsArgs {
  const void* values;
  int rows;
  std::size_t size;
  const double* shift;
  double* sums;
  double* squares;
};

struct NormalizeArgs {
  const void* values;
  int rows;
  std::size_t size;
  const double* center;
  const double* scale;
  double low;
  double high;
  float* out;
};

/// The number of short vectors in a tile; 1 for long vectors.
std::size_t VectorsPerTile(std::size_t size) {
  return size < kEnough ? (kEnough + size - 1) / size : 1;
}

/// Repeats `size` numbers until there are `width`; `width` is a multiple of
/// `size`.
inline void Repeat(const double* numbers, std::size_t size, std::size_t width,
                   double* out) {
  for (std::size_t at = 0; at < width; at += size) {
    std::copy_n(numbers, size, out + at);
  }
}

template <typename T>
inline void AddTile(const T* __restrict values, std::size_t width,
                    const double* __restrict shift, double* __restrict sums,
                    double* __restrict squares) {
  for (std::size_t i = 0; i < width; ++i) {
    const double x = static_cast<double>(values[i]) - shift[i];
    sums[i] += x;
    squares[i] += x * x;
  }
}

template <typename T>
inline void AddShort(const SumsArgs& args) {
  const auto* values = static_cast<const T*>(args.values);
  const std::size_t width = VectorsPerTile(args.size) * args.size;
  std::array<double, 2 * kEnough> shift;
  std::array<double, 2 * kEnough> sums{};
  std::array<double, 2 * kEnough> squares{};
  Repeat(args.shift, args.size, width, shift.data());
  const std::size_t total = args.rows * args.size;
  for (std::size_t at = 0; at < total; at += width) {
    AddTile(values + at, std::min(width, total - at), shift.data(), sums.data(),
            squares.data());
  }
  for (std::size_t at = 0; at < width; at += args.size) {
    for (std::size_t i = 0; i < args.size; ++i) {
      args.sums[i] += sums[at + i];
      args.squares[i] += squares[at + i];
    }
  }
}

/// AddShort for sizes that divide kInRegisters. Compilers would keep the sums
/// of a plain loop in memory.
template <typename T>
inline void AddInRegisters(const SumsArgs& args) {
  constexpr std::size_t kPacks = kInRegisters / kPack;
  const auto* values = static_cast<const T*>(args.values);
  std::array<double, kInRegisters> repeated;
  Repeat(args.shift, args.size, kInRegisters, repeated.data());
  Pack<double> shift[kPacks];
  Pack<double> sums[kPacks] = {};
  Pack<double> squares[kPacks] = {};
  std::memcpy(shift, repeated.data(), sizeof(shift));
  const std::size_t total = args.rows * args.size;
  std::size_t at = 0;
  for (; at + kInRegisters <= total; at += kInRegisters) {
#pragma GCC unroll 4
    for (std::size_t k = 0; k < kPacks; ++k) {
      Pack<T> loaded;
      std::memcpy(&loaded, values + at + k * kPack, sizeof(loaded));
      const Pack<double> x =
          __builtin_convertvector(loaded, Pack<double>) - shift[k];
      sums[k] += x;
      squares[k] += x * x;
    }
  }
  for (; at < total; ++at) {
    const std::size_t i = at % kInRegisters;
    const double x = static_cast<double>(values[at]) - repeated[i];
    sums[i / kPack][i % kPack] += x;
    squares[i / kPack][i % kPack] += x * x;
  }
  for (std::size_t i = 0; i < kInRegisters; ++i) {
    args.sums[i % args.size] += sums[i / kPack][i % kPack];
    args.squares[i % args.size] += squares[i / kPack][i % kPack];
  }
}

template <typename T>
inline void AddLong(const SumsArgs& args) {
  const auto* values = static_cast<const T*>(args.values);
  for (std::size_t first = 0; first < args.size; first += kTile) {
    const std::size_t width = std::min(kTile, args.size - first);
    for (int row = 0; row < args.rows; ++row) {
      AddTile(values + row * args.size + first, width, args.shift + first,
              args.sums + first, args.squares + first);
    }
  }
}

template <typename T>
inline void NormalizeTile(const T* __restrict values, std::size_t width,
                          const double* __restrict center,
                          const double* __restrict scale, double low,
                          double high, float* __restrict out) {
  for (std::size_t i = 0; i < width; ++i) {
    double x = (static_cast<double>(values[i]) - center[i]) * scale[i];
    x = x < low ? low : x;
    x = x > high ? high : x;
    out[i] = static_cast<float>(x);
  }
}

template <typename T>
inline void NormalizeShort(const NormalizeArgs& args) {
  const auto* values = static_cast<const T*>(args.values);
  const std::size_t width = VectorsPerTile(args.size) * args.size;
  std::array<double, 2 * kEnough> center;
  std::array<double, 2 * kEnough> scale;
  Repeat(args.center, args.size, width, center.data());
  Repeat(args.scale, args.size, width, scale.data());
  const std::size_t total = args.rows * args.size;
  for (std::size_t at = 0; at < total; at += width) {
    NormalizeTile(values + at, std::min(width, total - at), center.data(),
                  scale.data(), args.low, args.high, args.out + at);
  }
}

template <typename T>
inline void NormalizeLong(const NormalizeArgs& args) {
  const auto* values = static_cast<const T*>(args.values);
  for (int row = 0; row < args.rows; ++row) {
    const std::size_t at = row * args.size;
    NormalizeTile(values + at, args.size, args.center, args.scale, args.low,
                  args.high, args.out + at);
  }
}

template <typename T>
inline void Run(const SumsArgs& args) {
  if constexpr (std::is_floating_point_v<T>) {
    if (kInRegisters % args.size == 0) {
      AddInRegisters<T>(args);
      return;
    }
  }
  args.size < kEnough ? AddShort<T>(args) : AddLong<T>(args);
}

template <typename T>
inline void Run(const NormalizeArgs& args) {
  args.size < kEnough ? NormalizeShort<T>(args) : NormalizeLong<T>(args);
}

template <typename T, typename Args>
ENVPOOL_TARGET_AVX2 void RunAvx2(const Args& args) {
  Run<T>(args);
}

template <typename T, typename Args>
ENVPOOL_TARGET_AVX512 void RunAvx512(const Args& args) {
  Run<T>(args);
}

template <typename Args>
void RunFor(Isa isa, DType dtype, const Args& args) {
  WithType(dtype, [isa, &args](auto zero) {
    using T = decltype(zero);
    if (isa == Isa::kBaseline) {
      Run<T>(args);
    } else if (isa == Isa::kAvx2) {
      RunAvx2<T>(args);
    } else {
      RunAvx512<T>(args);
    }
  });
}

}  // namespace

Moments::Moments(std::size_t size)
    : isa_(CurrentIsa()),
      mean_(size, 0.0),
      squares_(size, 0.0),
      center_(size, 0.0),
      scale_(size, 1.0),
      shift_(size, 0.0),
      sums_(size, 0.0),
      sums_of_squares_(size, 0.0) {
  Derive();
}

void Moments::Add(DType dtype, const void* values, int rows) {
  if (rows == 0 || size() == 0) {
    return;
  }
  WithType(dtype, [this, values](auto zero) {
    std::copy_n(static_cast<const decltype(zero)*>(values), size(),
                shift_.begin());
  });
  std::fill(sums_.begin(), sums_.end(), 0.0);
  std::fill(sums_of_squares_.begin(), sums_of_squares_.end(), 0.0);
  RunFor(isa_, dtype,
         SumsArgs{values, rows, size(), shift_.data(), sums_.data(),
                  sums_of_squares_.data()});
  const double added = rows;
  const double total = count_ + added;
  for (std::size_t i = 0; i < size(); ++i) {
    const double offset = sums_[i] / added;
    // Rounding may make the difference negative if all numbers are equal.
    const double squares =
        std::max(sums_of_squares_[i] - offset * sums_[i], 0.0);
    const double delta = shift_[i] + offset - mean_[i];
    mean_[i] += delta * added / total;
    squares_[i] += squares + delta * delta * count_ * added / total;
  }
  count_ = total;
  Derive();
}

void Moments::Derive() {
  const double total = count_ + kFirstCount;
  for (std::size_t i = 0; i < size(); ++i) {
    center_[i] = mean_[i] * count_ / total;
    const double squares = squares_[i] + kFirstCount +
                           mean_[i] * mean_[i] * count_ * kFirstCount / total;
    scale_[i] = 1 / std::sqrt(squares / total + kEpsilon);
  }
}

void Moments::Normalize(DType dtype, const void* values, int rows, double low,
                        double high, float* out) const {
  if (size() > 0) {
    RunFor(isa_, dtype,
           NormalizeArgs{values, rows, size(), center_.data(), scale_.data(),
                         low, high, out});
  }
}

void Moments::Set(double count, std::vector<double> mean,
                  std::vector<double> squares) {
  const auto finite = [](double x) { return std::isfinite(x); };
  const auto square = [](double x) { return std::isfinite(x) && x >= 0; };
  if (mean.size() != size() || squares.size() != size() || !square(count) ||
      !std::all_of(mean.begin(), mean.end(), finite) ||
      !std::all_of(squares.begin(), squares.end(), square)) {
    throw Error(ErrorKind::kArgument,
                "state: expected finite moments of " + std::to_string(size()) +
                    " numbers, with count and squares at least 0");
  }
  count_ = count;
  mean_ = std::move(mean);
  squares_ = std::move(squares);
  Derive();
}

}  // namespace envpool
