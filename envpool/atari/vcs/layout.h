// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Where translated code finds registers and state; see translator.h.
//
// Threads, ownership, errors: none; these are values.

#ifndef ENVPOOL_ATARI_VCS_LAYOUT_H_
#define ENVPOOL_ATARI_VCS_LAYOUT_H_

#include <cstddef>
#include <cstdint>

#include "envpool/atari/vcs/assembler.h"
#include "envpool/atari/vcs/translation.h"

namespace envpool::atari::vcs::layout {

inline constexpr Reg kState = kRbx, kCount = kRbp, kRom = kR9, kC = kR10,
                     kA = kR12, kX = kR13, kY = kR14, kNz = kR15;

/// A member of the state, `offset` bytes from its beginning.
template <typename T, typename Owner>
Mem Field(T Owner::* member, int32_t offset = 0) {
  static const LiveState state{};
  const auto* const from = reinterpret_cast<const uint8_t*>(&state);
  const auto* const to = reinterpret_cast<const uint8_t*>(&(state.*member));
  return {kState, static_cast<int32_t>(to - from) + offset};
}
inline Mem InRun(size_t offset) {
  return Field(&LiveState::run, static_cast<int32_t>(offset));
}
/// The RAM byte at an address, or at the address in a register.
inline Mem Ram(uint32_t address) {
  return Field(&RiotState::ram, static_cast<int32_t>(address & 0x7f));
}
inline Mem RamFrom(int32_t base, Reg index) {
  Mem mem = Field(&RiotState::ram, base);
  mem.index = index;
  return mem;
}

}  // namespace envpool::atari::vcs::layout

#endif  // ENVPOOL_ATARI_VCS_LAYOUT_H_
