// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// ChannelPlan: which colour channels of a cell must be computed. Often, all
// colours of a cell agree in a channel, or each has two equal channels; such
// channels are copied.

#ifndef ENVPOOL_BOX2D_CHANNEL_PLAN_H_
#define ENVPOOL_BOX2D_CHANNEL_PLAN_H_

#include <array>
#include <cstdint>

#include "envpool/box2d/shrink.h"

namespace envpool::box2d {

struct ChannelPlan {
  // The channels to compute.
  int count;
  std::array<std::uint8_t, 3> channels;  // 0 is blue, 2 red
  // A pixel is (base & kept) + the sum of value[i] * places[i] over the
  // computed channels i. Its first byte is red.
  std::uint32_t kept;
  std::array<std::uint32_t, 3> places;
};

// Compares the channels of colours with those of the colour below, and with
// each other.
struct ColorTraits {
  // The traits of one colour over another one.
  static ColorTraits Of(Color color, Color base) {
    return {color ^ base, UnlikeBlue(color) | UnlikeBlue(base),
            UnlikeGreen(color) | UnlikeGreen(base)};
  }
  // The traits of a grey picture over any colour: all channels change, and are
  // equal.
  static constexpr ColorTraits OfGrey() { return {0xffffff, 0, 0}; }

  ColorTraits operator|(const ColorTraits& other) const {
    return {changed | other.changed, unlike_blue | other.unlike_blue,
            unlike_green | other.unlike_green};
  }

  // There is a byte for each channel. It is 0 if the channel equals that of the
  // base (changed), the blue channel of the same colour (unlike_blue), or the
  // green one (unlike_green).
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
