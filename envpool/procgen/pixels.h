// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is done to whole frames and states.
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_PROCGEN_PIXELS_H_
#define ENVPOOL_PROCGEN_PIXELS_H_

#include <cstdint>
#include <string_view>

namespace envpool::procgen {

/// Writes the reds of RGB pixels, then the greens, then the blues. The number
/// of pixels is a multiple of 16.
void SplitChannels(const std::uint8_t* rgb, std::uint8_t* planes, int pixels);

/// Tells a state that was saved from bytes that were changed since (FNV-1a).
std::uint64_t Checksum(std::string_view bytes);

}  // namespace envpool::procgen

#endif  // ENVPOOL_PROCGEN_PIXELS_H_
