// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// Which channels of a cell must be computed. Colours are often equal in a
// channel, or have channels that are equal to each other.

#ifndef ENVPOOL_BOX2D_CHANNEL_PLAN_H_
#define ENVPOOL_BOX2D_CHANNEL_PLAN_H_

#include <array>
#include <cstdint>

#include "envpool/box2d/shrink.h"

namespace envpool::box2d {

struct ChannelPlan {
  int count;
  std::array<std::uint8_t, 3> channels;  // 0 is blue, 2 red
  // A pixel's first byte is red. `kept` masks the bits that stay the base's.
  // The value of computed channel i is multiplied by places[i] and added.
  std::uint32_t kept;
  std::array<std::uint32_t, 3> places;
};

// Which channels of colours equal the colour below, or each other.
struct ColorTraits {
  // The traits of one colour over another one.
  static ColorTraits Of(Color color, Color base) {
    return {color ^ base, UnlikeBlue(color) | UnlikeBlue(base),
            UnlikeGreen(color) | UnlikeGreen(base)};
  }
  // The traits of a grey picture over any colour.
  static constexpr ColorTraits OfGrey() { return {0xffffff, 0, 0}; }

  ColorTraits operator|(const ColorTraits& other) const {
    return {changed | other.changed, unlike_blue | other.unlike_blue,
            unlike_green | other.unlike_green};
  }

  // A byte is not 0 if the channel differs from the base's, from the blue of
  // its own colour, and from the green of its own colour.
  Color changed;
  Color unlike_blue;
  Color unlike_green;

 private:
  static Color UnlikeBlue(Color color) {
    return color ^ (color & 255) * 0x10101;
  }
  static Color UnlikeGreen(Color color) {
    return color ^ (color >> 8 & 255) * 0x10101;
  }
};

const ChannelPlan& PlanOf(const ColorTraits& traits);

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_CHANNEL_PLAN_H_
