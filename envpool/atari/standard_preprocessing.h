// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// StandardPreprocessing: the most common preprocessing, in one pass over the
// screens: palette indices to gray, the maximum over the screens, INTER_AREA
// from 210 x 160 to 84 x 84. The result equals OpenCV's byte for byte.
//
// How it works: 160 : 84 is 40 : 21 and 210 : 84 is 5 : 2, so all weights are
// k / 200 with an integer k, and sums are exact in 16 bits. OpenCV adds floats,
// which round to the same byte unless the sum is exactly halfway between two;
// those few pixels are summed again in OpenCV's order. Rows equal to the one
// above, as most rows of an Atari screen are, are copied.
//
// Threads: Run may be called concurrently. Errors: none.

#ifndef ENVPOOL_ATARI_STANDARD_PREPROCESSING_H_
#define ENVPOOL_ATARI_STANDARD_PREPROCESSING_H_

#include <cstdint>
#include <span>

namespace envpool::atari {

/// A gray value for each palette index.
using GrayTable = std::uint8_t[256];

class StandardPreprocessing {
 public:
  static constexpr int kHeight = 210;
  static constexpr int kWidth = 160;
  static constexpr int kSide = 84;

  explicit StandardPreprocessing(const GrayTable& gray);

  /// Writes 84 x 84 bytes from one or more screens of 210 x 160 indices.
  void Run(std::span<const std::uint8_t* const> screens,
           std::uint8_t* image) const;

 private:
  std::uint8_t gray_[256];
  // gray_ at even indices; each row has 16 entries twice, for byte shuffles.
  alignas(32) std::uint8_t shuffle_gray_[8][32];
};

}  // namespace envpool::atari

#endif  // ENVPOOL_ATARI_STANDARD_PREPROCESSING_H_
