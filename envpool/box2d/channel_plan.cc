// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/channel_plan.h"

#include <array>
#include <cstdint>

namespace envpool::box2d {

namespace {

// Index: three bits each for channels that have changed, that differ from blue,
// and that differ from green.
constexpr std::array<ChannelPlan, 512> kPlans = [] {
  std::array<ChannelPlan, 512> plans{};
  for (int i = 0; i < 512; ++i) {
    ChannelPlan& plan = plans[i];
    std::array<int, 3> numbers{};  // index of each computed channel in the plan
    for (int channel = 0; channel < 3; ++channel) {
      const int shift = 16 - 8 * channel;  // bit of the channel in a pixel
      if ((i >> channel & 1) == 0) {
        plan.kept |= 255U << shift;
        continue;
      }
      int source = channel;
      if (channel > 0 && (i >> (3 + channel) & 1) == 0) {
        source = 0;
      } else if (channel > 1 && (i >> (6 + channel) & 1) == 0) {
        source = 1;
      } else {
        plan.channels[plan.count] = static_cast<std::uint8_t>(channel);
        numbers[channel] = plan.count++;
      }
      plan.places[numbers[source]] |= 1U << shift;
    }
  }
  return plans;
}();

// Bit k is set if byte k of a colour is not 0.
Color ChannelsOf(Color color) {
  const Color low = color & 0x7f7f7f;
  const Color high = ((low + 0x7f7f7f) | color) & 0x808080;
  return high * 0x4081 >> 21 & 7;
}

}  // namespace

const ChannelPlan& PlanOf(const ColorTraits& traits) {
  return kPlans[ChannelsOf(traits.changed) |
                ChannelsOf(traits.unlike_blue) << 3 |
                ChannelsOf(traits.unlike_green) << 6];
}

}  // namespace envpool::box2d
