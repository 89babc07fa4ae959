// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/bipedal_terrain.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace envpool::box2d {

void BipedalTerrain::Generate(bool hardcore, Generator* random) {
  blocks_.clear();
  kind_ = kPlain;
  y_ = kHeight;
  original_y_ = 0;
  counter_ = kStartPad;
  double slope = 0.0;
  bool is_beginning = false;
  for (int i = 0; i < kLength; ++i) {
    if (is_beginning) {
      Begin(i * kStep, random);
    } else if (kind_ == kPlain) {
      const double down = kHeight - y_;
      slope = 0.8 * slope + 0.01 * ((down > 0) - (down < 0));
      if (i > kStartPad) {
        slope += random->Uniform(-1, 1) / kScale;
      }
      y_ += slope;
    } else {
      Continue();
    }
    is_beginning = false;
    heights_[i] = y_;
    if (--counter_ == 0) {
      counter_ = random->Integers(kGrass / 2, kGrass);
      const bool is_next_hard = kind_ == kPlain && hardcore;
      kind_ = is_next_hard ? static_cast<Kind>(random->Integers(1, 4)) : kPlain;
      is_beginning = true;
    }
  }
  GenerateClouds(random);
}

void BipedalTerrain::Begin(double x, Generator* random) {
  const double y = y_;
  if (kind_ == kPit) {
    counter_ = random->Integers(3, 5);
    const double depth = y - 4 * kStep;
    AddBlock({x, y}, {x + kStep, y}, {x + kStep, depth}, {x, depth});
    const double width = kStep * static_cast<double>(counter_);
    AddBlock({x + width, y}, {x + kStep + width, y}, {x + kStep + width, depth},
             {x + width, depth});
    counter_ += 2;
    original_y_ = y;
  } else if (kind_ == kStump) {
    counter_ = random->Integers(1, 3);
    const double size = static_cast<double>(counter_) * kStep;
    AddBlock({x, y}, {x + size, y}, {x + size, y + size}, {x, y + size});
  } else if (kind_ == kStairs) {
    stair_height_ = random->Random() > 0.5 ? 1 : -1;
    stair_width_ = random->Integers(4, 5);
    stair_steps_ = random->Integers(3, 5);
    original_y_ = y;
    for (std::int64_t s = 0; s < stair_steps_; ++s) {
      const double left = x + static_cast<double>(s * stair_width_) * kStep;
      const double right =
          x + static_cast<double>((1 + s) * stair_width_) * kStep;
      const double top = y + static_cast<double>(s * stair_height_) * kStep;
      const double bottom =
          y + static_cast<double>(-1 + s * stair_height_) * kStep;
      AddBlock({left, top}, {right, top}, {right, bottom}, {left, bottom});
    }
    counter_ = stair_steps_ * stair_width_;
  }
}

void BipedalTerrain::Continue() {
  if (kind_ == kPit) {
    y_ = original_y_;
    if (counter_ > 1) {
      y_ -= 4 * kStep;
    }
  } else if (kind_ == kStairs) {
    const std::int64_t s =
        stair_steps_ * stair_width_ - counter_ - stair_height_;
    const double n = static_cast<double>(s) / static_cast<double>(stair_width_);
    y_ = original_y_ + (n * static_cast<double>(stair_height_)) * kStep;
  }
}

void BipedalTerrain::GenerateClouds(Generator* random) {
  for (Cloud& cloud : clouds_) {
    const double x = random->Uniform(0, kLength) * kStep;
    const double y = 400 / kScale * 3 / 4;
    cloud.left = HUGE_VAL;
    cloud.right = -HUGE_VAL;
    for (int a = 0; a < 5; ++a) {
      const double angle = 3.14 * 2 * a / 5;
      const double corner_x =
          x + 15 * kStep * std::sin(angle) + random->Uniform(0, 5 * kStep);
      const double corner_y =
          y + 5 * kStep * std::cos(angle) + random->Uniform(0, 5 * kStep);
      cloud.corners[a] = {corner_x, corner_y};
      cloud.left = std::min(cloud.left, corner_x);
      cloud.right = std::max(cloud.right, corner_x);
    }
  }
}

}  // namespace envpool::box2d
