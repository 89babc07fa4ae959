// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Preprocessor: makes one image of an observation from the screens of one or
// more frames. It maps palette indices to colours, takes the maximum over the
// screens (sprites flicker on the Atari), then resizes.
//
// Threads: Run may be called concurrently. Errors: none.

#ifndef ENVPOOL_ATARI_PREPROCESSOR_H_
#define ENVPOOL_ATARI_PREPROCESSOR_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "envpool/atari/emulator.h"
#include "envpool/atari/standard_preprocessing.h"
#include "envpool/common/resizer.h"

namespace envpool::atari {

/// Screens of `Size{rows, 160}` palette indices.
using Screens = std::span<const std::uint8_t* const>;

class Preprocessor {
 public:
  /// Uses the top `rows` rows of the screen.
  Preprocessor(const Emulator& emulator, int rows, Size image, bool gray_scale,
               Interpolation interpolation);

  /// The size of an image in bytes: channels x height x width.
  [[nodiscard]] std::size_t Bytes() const;
  /// Writes an image, channels first.
  void Run(Screens screens, std::uint8_t* image) const;
  /// Writes a screen in colour, of any size, channels last.
  void Render(const std::uint8_t* screen, Size size, std::uint8_t* rgb) const;

 private:
  void Pool(Screens screens, std::uint8_t* pixels) const;

  const Size screen_;
  const Size image_;
  const int channels_;
  const Interpolation interpolation_;
  std::uint8_t gray_[256];
  std::uint8_t rgb_[256][3];
  Resizer resizer_;
  std::unique_ptr<const StandardPreprocessing>
      standard_;  // null unless the options are the standard ones
};

}  // namespace envpool::atari

#endif  // ENVPOOL_ATARI_PREPROCESSOR_H_
