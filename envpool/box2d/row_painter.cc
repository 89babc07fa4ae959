// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/row_painter.h"

#include <algorithm>
#include <cstdint>

namespace envpool::box2d {

namespace {

// target + (color - target) * alpha / 256 for each channel, rounded down.
Color Mix(Color target, Color color, std::uint32_t alpha) {
  constexpr std::uint32_t kRedBlue = 0xff00ff;
  constexpr std::uint32_t kGreen = 0x00ff00;
  const std::uint32_t rest = 256 - alpha;
  const std::uint32_t red_blue =
      ((target & kRedBlue) * rest + (color & kRedBlue) * alpha) >> 8;
  const std::uint32_t green =
      ((target & kGreen) * rest + (color & kGreen) * alpha) >> 8;
  return (red_blue & kRedBlue) | (green & kGreen);
}

}  // namespace

void RowPainter::Paint(std::span<const Stroke> strokes) {
  for (const Stroke& stroke : strokes) {
    const std::uint32_t alpha = stroke.Alpha();
    if (alpha == Stroke::kOpaque) {
      std::fill(pixels_.begin() + stroke.first,
                pixels_.begin() + stroke.last + 1, stroke.Rgb());
    } else {
      Color& pixel = pixels_[stroke.first];
      pixel = Mix(pixel, stroke.Rgb(), alpha);
    }
  }
}

const Color* RowPainter::Pixels(const Layers& layers) {
  std::fill(pixels_.begin(), pixels_.end(), 0);
  Paint(layers.below);
  Paint(layers.above);
  return pixels_.data();
}

}  // namespace envpool::box2d
