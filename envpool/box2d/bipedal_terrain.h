// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The ground of BipedalWalker and the clouds above it, from the same draws and
// with the same doubles as Gymnasium 1.2.3.
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_BOX2D_BIPEDAL_TERRAIN_H_
#define ENVPOOL_BOX2D_BIPEDAL_TERRAIN_H_

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "envpool/core/random/rng.h"

namespace envpool::box2d {

class BipedalTerrain {
 public:
  static constexpr double kScale = 30.0;
  static constexpr double kStep = 14 / kScale;
  static constexpr int kLength = 200;  // the three lengths are in steps
  static constexpr int kGrass = 10;
  static constexpr int kStartPad = 20;
  static constexpr double kHeight = 400 / kScale / 4;

  using Place = std::pair<double, double>;
  /// A pit's wall, a stump or a stair.
  using Block = std::array<Place, 4>;
  struct Cloud {
    std::array<Place, 5> corners;
    double left;
    double right;
  };

  void Generate(bool hardcore, Generator* random);

  [[nodiscard]] const std::vector<Block>& blocks() const { return blocks_; }
  [[nodiscard]] const std::array<Cloud, 10>& clouds() const { return clouds_; }
  /// Ground point at index `step`.
  [[nodiscard]] Place At(int step) const {
    return {step * kStep, heights_[step]};
  }

 private:
  enum Kind : std::uint8_t { kPlain, kStump, kStairs, kPit };

  void Begin(double x, Generator* random);
  void Continue();
  void AddBlock(Place first, Place second, Place third, Place fourth) {
    blocks_.push_back({first, second, third, fourth});
  }
  void GenerateClouds(Generator* random);

  std::vector<Block> blocks_;
  std::array<double, kLength> heights_{};
  std::array<Cloud, 10> clouds_{};
  // The state of the generation of the ground.
  Kind kind_{kPlain};
  double y_{0};
  double original_y_{0};
  std::int64_t counter_{0};
  std::int64_t stair_steps_{0};
  std::int64_t stair_width_{0};
  std::int64_t stair_height_{0};
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_BIPEDAL_TERRAIN_H_
