// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/atari/preprocessor.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace envpool::atari {
namespace {

constexpr int kRgb = 3;

std::uint8_t* Scratch(std::vector<std::uint8_t>* buffer, std::size_t bytes) {
  buffer->resize(std::max(buffer->size(), bytes));
  return buffer->data();
}

}  // namespace

Preprocessor::Preprocessor(const Emulator& emulator, int rows, Size image,
                           bool gray_scale, Interpolation interpolation)
    : screen_{rows, Emulator::kWidth},
      image_(image),
      channels_(gray_scale ? 1 : kRgb),
      interpolation_(interpolation),
      resizer_(screen_, image, channels_, interpolation) {
  emulator.GrayPalette(gray_);
  emulator.RgbPalette(rgb_);
  const Size standard{StandardPreprocessing::kSide,
                      StandardPreprocessing::kSide};
  if (gray_scale && rows == StandardPreprocessing::kHeight &&
      image == standard && interpolation == Interpolation::kArea) {
    standard_ = std::make_unique<const StandardPreprocessing>(gray_);
  }
}

std::size_t Preprocessor::Bytes() const {
  return static_cast<std::size_t>(channels_) * image_.height * image_.width;
}

void Preprocessor::Run(Screens screens, std::uint8_t* image) const {
  if (standard_ != nullptr) {
    standard_->Run(screens, image);
    return;
  }
  thread_local std::vector<std::uint8_t> pool_buffer;
  thread_local std::vector<std::uint8_t> image_buffer;
  const std::size_t pixels =
      static_cast<std::size_t>(screen_.height) * screen_.width;
  std::uint8_t* const pooled = Scratch(&pool_buffer, pixels * channels_);
  Pool(screens, pooled);
  if (channels_ == 1) {
    resizer_.Run(pooled, image);
    return;
  }
  std::uint8_t* const interleaved = Scratch(&image_buffer, Bytes());
  resizer_.Run(pooled, interleaved);
  const std::size_t area = Bytes() / kRgb;
  for (std::size_t i = 0; i < area; ++i) {
    for (int c = 0; c < kRgb; ++c) {
      image[c * area + i] = interleaved[i * kRgb + c];
    }
  }
}

void Preprocessor::Pool(Screens screens, std::uint8_t* pixels) const {
  const std::size_t area =
      static_cast<std::size_t>(screen_.height) * screen_.width;
  bool is_first = true;
  for (const std::uint8_t* screen : screens) {
    for (std::size_t i = 0; i < area; ++i) {
      const std::uint8_t* colour =
          channels_ == 1 ? &gray_[screen[i]] : rgb_[screen[i]];
      for (int c = 0; c < channels_; ++c) {
        std::uint8_t& pixel = pixels[i * channels_ + c];
        pixel = is_first ? colour[c] : std::max(pixel, colour[c]);
      }
    }
    is_first = false;
  }
}

void Preprocessor::Render(const std::uint8_t* screen, Size size,
                          std::uint8_t* rgb) const {
  std::vector<std::uint8_t> pixels;
  for (int i = 0; i < screen_.height * screen_.width; ++i) {
    const std::uint8_t* colour = rgb_[screen[i]];
    pixels.insert(pixels.end(), colour, colour + kRgb);
  }
  Resizer(screen_, size, kRgb, interpolation_).Run(pixels.data(), rgb);
}

}  // namespace envpool::atari
