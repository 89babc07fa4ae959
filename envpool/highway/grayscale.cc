// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/highway/grayscale.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace envpool::highway {

Grayscale::Grayscale(const GrayscaleOptions& options) : options_(options) {
  const std::size_t pixels =
      static_cast<std::size_t>(options.camera.screen_width) *
      static_cast<std::size_t>(options.camera.screen_height);
  if (options.stack_size > 0) {
    pictures_.resize(pixels * static_cast<std::size_t>(options.stack_size));
    rgb_.resize(pixels * 3);
  }
}

GrayscaleOptions Grayscale::OptionsOf(const ObservationOptions& options,
                                      const CameraOptions& camera) {
  const std::vector<double>& weights = options.gray_weights;
  const std::vector<double>& place = options.picture_centering;
  GrayscaleOptions o{camera, 0, {weights.at(0), weights.at(1), weights.at(2)}};
  if (options.type == "GrayscaleObservation") {
    o.stack_size = options.stack_size;
  }
  o.camera.screen_width = options.picture_shape.at(0);
  o.camera.screen_height = options.picture_shape.at(1);
  if (options.picture_scaling > 0) {
    o.camera.scaling = options.picture_scaling;
  }
  if (!place.empty()) {
    o.camera.centering = {place.at(0), place.at(1)};
  }
  return o;
}

std::vector<int> Grayscale::ShapeOf(const GrayscaleOptions& options) {
  if (options.stack_size == 0) {
    return {0};
  }
  return {options.stack_size, options.camera.screen_width,
          options.camera.screen_height};
}

void Grayscale::Start() { std::ranges::fill(pictures_, std::uint8_t{0}); }

void Grayscale::Observe(const Road& road, Vec place) {
  if (pictures_.empty()) {
    return;
  }
  const int width = options_.camera.screen_width;
  const int height = options_.camera.screen_height;
  Picture picture(width, height, rgb_.data());
  DrawScene(road, place, options_.camera, &picture);
  const auto size = static_cast<std::ptrdiff_t>(rgb_.size() / 3);
  std::rotate(pictures_.begin(), pictures_.begin() + size, pictures_.end());
  auto out = pictures_.end() - size;
  for (int x = 0; x < width; ++x) {
    for (int y = 0; y < height; ++y) {
      const std::uint8_t* pixel =
          &rgb_[(static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(x)) *
                3];
      const double gray = pixel[0] * options_.weights[0] +
                          pixel[1] * options_.weights[1] +
                          pixel[2] * options_.weights[2];
      *out++ = static_cast<std::uint8_t>(std::clamp(gray, 0.0, 255.0));
    }
  }
}

void Grayscale::Write(std::uint8_t* out) const {
  std::ranges::copy(pictures_, out);
}

void Grayscale::Save(StateWriter* writer) const {
  for (const std::uint8_t byte : pictures_) {
    writer->Write(byte);
  }
}

void Grayscale::Load(StateReader* reader) {
  for (std::uint8_t& byte : pictures_) {
    reader->Read(&byte);
  }
}

}  // namespace envpool::highway
