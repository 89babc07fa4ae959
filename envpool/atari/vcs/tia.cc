// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// The TIA's read registers.

#include <cstdint>

#include "envpool/atari/vcs/machine.h"

namespace envpool::atari::vcs {
uint8_t Machine::PeekTia(uint16_t address, uint8_t bus) {
  const uint8_t noise = bus & 0x3f;
  const int reg = address & 0xf;
  if (reg < 8) {
    Flush(Clock());
    const int two = s_.collision >> (reg < 6 ? reg * 2 : reg == 6 ? 12 : 13);
    return (two & 1 ? 0x80 : 0) | (two & 2 && reg != 6 ? 0x40 : 0) | noise;
  }
  switch (reg) {
    case 0x8:
    case 0x9:
    case 0xa:
    case 0xb: {
      const uint32_t needed = s_.pot[reg - 8];
      if (needed == 0) return 0x80 | noise;
      if (needed == UINT32_MAX || s_.dump_enabled) return noise;
      const uint32_t full = s_.dump_disabled_cycle + (needed - 1);
      return s_.cycles > full ? 0x80 | noise : noise;
    }
    case 0xc:
    case 0xd:
      return s_.fire[reg - 0xc] ? 0x80 | noise : noise;
    default:
      return noise;
  }
}

}  // namespace envpool::atari::vcs
