// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Resizer: OpenCV 4.13's `resize` of 8-bit images, bit for bit, with
// INTER_AREA or INTER_LINEAR, for any sizes.
//
// Like OpenCV, it uses one of three methods: means over whole pixels if the
// image shrinks by whole factors, weighted means (in floats) if it shrinks by
// other factors, and linear interpolation (in fixed point) if a side grows, or
// for INTER_LINEAR.
//
// Threads: Run is thread-safe. Errors: none.

#ifndef ENVPOOL_COMMON_RESIZER_H_
#define ENVPOOL_COMMON_RESIZER_H_

#include <cstdint>
#include <vector>

#include "envpool/core/export.h"

namespace envpool {

enum class Interpolation { kArea, kLinear };

struct Size {
  int height;
  int width;
  bool operator==(const Size&) const = default;
};

class ENVPOOL_EXPORT Resizer {
 public:
  /// For images of `channels` interleaved bytes per pixel.
  Resizer(Size from, Size to, int channels, Interpolation interpolation);

  /// Writes the resized `from` to `to`; they must not overlap.
  void Run(const std::uint8_t* from, std::uint8_t* to) const;

 private:
  enum class Way { kCopy, kBlocks, kArea, kLinear };

  /// The weight of source pixel `from` in the mean of pixel `to`.
  struct Share {
    int from, to;
    float weight;
  };
  /// The weights of the source pixels `from` and `from + 1`, in 1/2048. Pixels
  /// beyond the edge of the image equal the pixel at the edge.
  struct Mix {
    int from;
    int first, second;
  };

  static Way Choose(Size from, Size to, Interpolation interpolation);
  static std::vector<Share> Shares(int from, int to);
  static std::vector<Mix> Mixes(int from, int to, bool area);

  void RunBlocks(const std::uint8_t* from, std::uint8_t* to) const;
  void RunArea(const std::uint8_t* from, std::uint8_t* to) const;
  template <auto kSum>
  inline void RunAreaWith(const std::uint8_t* from, std::uint8_t* to) const;
  void RunLinear(const std::uint8_t* from, std::uint8_t* to) const;
  void MixRow(const std::uint8_t* from, int* to) const;

  Size from_;
  Size to_;
  int channels_;
  Way way_;
  std::vector<Share> columns_, rows_;
  std::vector<Mix> column_mixes_, row_mixes_;
};

}  // namespace envpool

#endif  // ENVPOOL_COMMON_RESIZER_H_
