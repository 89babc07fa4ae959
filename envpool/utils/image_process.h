// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Resize and GrayScale: pictures held in Arrays, as EnvPool 1.x has them, with
// the results of OpenCV bit for bit and without needing it.
//
// A picture is uint8 of shape (height, width, channels); with one channel the
// last axis may be missing. Threads: none. Errors: std::invalid_argument for
// shapes that do not fit together.

#ifndef ENVPOOL_UTILS_IMAGE_PROCESS_H_
#define ENVPOOL_UTILS_IMAGE_PROCESS_H_

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "envpool/common/resizer.h"
#include "envpool/core/array.h"

namespace envpool {

/// Height, width and channels of a picture; `name` identifies it in errors.
struct PictureShape {
  PictureShape(const char* name, const Array& picture) {
    const bool flat = picture.ndim == 2;
    if ((!flat && picture.ndim != 3) || picture.element_size != 1 ||
        picture.size == 0) {
      throw std::invalid_argument(
          std::string(name) +
          ": expected a uint8 picture of shape (height, width, channels), got "
          "one of " +
          std::to_string(picture.ndim) + " axes, " +
          std::to_string(picture.size) + " items and " +
          std::to_string(picture.element_size) + " bytes an item");
    }
    size = {static_cast<int>(picture.Shape(0)),
            static_cast<int>(picture.Shape(1))};
    channels = flat ? 1 : static_cast<int>(picture.Shape(2));
  }
  void RequireChannels(const char* name, int expected) const {
    if (channels != expected) {
      throw std::invalid_argument(std::string(name) + ": expected " +
                                  std::to_string(expected) + " channels, got " +
                                  std::to_string(channels));
    }
  }

  Size size{};
  int channels{0};
};

/// Resizes `src` to the size of `tgt`, like cv::resize with INTER_AREA or,
/// without use_inter_area, INTER_LINEAR. Both must have the same number of
/// channels, and their memory must not overlap.
inline void Resize(const Array& src, Array* tgt, bool use_inter_area = true) {
  const PictureShape from("src", src);
  const PictureShape to("tgt", *tgt);
  to.RequireChannels("tgt", from.channels);
  const Resizer resizer(
      from.size, to.size, from.channels,
      use_inter_area ? Interpolation::kArea : Interpolation::kLinear);
  resizer.Run(static_cast<const std::uint8_t*>(src.Data()),
              static_cast<std::uint8_t*>(tgt->Data()));
}

/// Writes the luminance of the RGB picture `src` to `tgt`, which has one
/// channel and the same size, like cv::cvtColor with COLOR_RGB2GRAY.
inline void GrayScale(const Array& src, Array* tgt) {
  const PictureShape from("src", src);
  const PictureShape to("tgt", *tgt);
  from.RequireChannels("src", 3);
  to.RequireChannels("tgt", 1);
  if (from.size != to.size) {
    throw std::invalid_argument("tgt: expected the height and width of src");
  }
  constexpr int kShift = 15;  // the weights are multiples of 1/2^15
  constexpr int kRed = 9798;
  constexpr int kGreen = 19235;
  constexpr int kBlue = 3735;
  const auto* rgb = static_cast<const std::uint8_t*>(src.Data());
  auto* gray = static_cast<std::uint8_t*>(tgt->Data());
  const std::size_t pixels = to.size.height * std::size_t(to.size.width);
  for (std::size_t i = 0; i < pixels; ++i, rgb += 3) {
    const int sum = kRed * rgb[0] + kGreen * rgb[1] + kBlue * rgb[2];
    gray[i] = static_cast<std::uint8_t>((sum + (1 << (kShift - 1))) >> kShift);
  }
}

}  // namespace envpool

using envpool::GrayScale;
using envpool::Resize;

#endif  // ENVPOOL_UTILS_IMAGE_PROCESS_H_
