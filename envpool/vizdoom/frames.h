// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// FrameMaker: makes an observation's frame from the engine's screen in shared
// memory, by resizing each plane of bytes.
//
// If a scenario's screen is narrower than the engine can draw, it is drawn
// larger and resized twice.
//
// Threads: one at a time. Errors: none.

#ifndef ENVPOOL_VIZDOOM_FRAMES_H_
#define ENVPOOL_VIZDOOM_FRAMES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "envpool/common/resizer.h"

namespace envpool::vizdoom {

class FrameMaker {
 public:
  /// Resizes from the engine's size `drawn` to the scenario's, then to `out`.
  FrameMaker(Size drawn, Size scenario, Size out, int channels,
             Interpolation interpolation)
      : drawn_(drawn),
        scenario_(scenario),
        out_(out),
        channels_(channels),
        first_(drawn, scenario, 1, interpolation),
        second_(scenario, out, 1, interpolation),
        plane_(Pixels(scenario)) {}

  [[nodiscard]] std::size_t size() const { return channels_ * Pixels(out_); }

  /// Writes the observation's frame.
  void Make(const std::uint8_t* screen, std::uint8_t* out) {
    for (int i = 0; i < channels_; ++i) {
      second_.Run(ScenarioPlane(screen + i * Pixels(drawn_)), out);
      out += Pixels(out_);
    }
  }

  /// Writes the scenario's frame as RGB pixels, resized to `size`.
  void Render(const std::uint8_t* screen, Size size, std::uint8_t* rgb) {
    std::vector<std::uint8_t> pixels(3 * Pixels(scenario_));
    for (int i = 0; i < 3; ++i) {
      const int plane = std::min(i, channels_ - 1);
      const std::uint8_t* from = ScenarioPlane(screen + plane * Pixels(drawn_));
      for (std::size_t pixel = 0; pixel < Pixels(scenario_); ++pixel) {
        pixels[3 * pixel + i] = from[pixel];
      }
    }
    Resizer(scenario_, size, 3, Interpolation::kArea).Run(pixels.data(), rgb);
  }

 private:
  static std::size_t Pixels(Size size) {
    return static_cast<std::size_t>(size.height) * size.width;
  }

  const std::uint8_t* ScenarioPlane(const std::uint8_t* drawn) {
    if (drawn_ == scenario_) {
      return drawn;
    }
    first_.Run(drawn, plane_.data());
    return plane_.data();
  }

  const Size drawn_, scenario_, out_;
  const int channels_;
  const Resizer first_, second_;
  std::vector<std::uint8_t> plane_;
};

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_FRAMES_H_
