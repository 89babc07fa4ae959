// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Preprocessor: makes one image of an observation from the screens of one or
// more frames: palette indices to colours, the maximum over the screens
// (sprites flicker on the Atari), then the observation's size.
//
// Threads: Run may be called by many at once. Errors: none.

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
  /// `rows` is how much of the screen is used, from its top.
  Preprocessor(const Emulator& emulator, int rows, Size image, bool gray_scale,
               Interpolation interpolation);

  /// The bytes of an image: channels x height x width.
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
      standard_;  // if the options ask for it
};

}  // namespace envpool::atari

#endif  // ENVPOOL_ATARI_PREPROCESSOR_H_
