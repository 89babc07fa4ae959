// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Operations on whole frames and states.
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_PROCGEN_PIXELS_H_
#define ENVPOOL_PROCGEN_PIXELS_H_

#include <cstdint>
#include <string_view>

#include "envpool/core/isa.h"

namespace envpool::procgen {

/// Splits RGB pixels into red, green and blue planes. `pixels` must be a
/// multiple of 64.
void SplitChannels(const std::uint8_t* rgb, std::uint8_t* planes, int pixels,
                   Isa isa = CurrentIsa());

/// Detects changes of a saved state's bytes (FNV-1a).
std::uint64_t Checksum(std::string_view bytes);

}  // namespace envpool::procgen

#endif  // ENVPOOL_PROCGEN_PIXELS_H_
