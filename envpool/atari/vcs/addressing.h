// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// The addressing modes of the 6507's instructions, and their lengths.
//
// Threads: constants and pure functions. Errors: none.

#ifndef ENVPOOL_ATARI_VCS_ADDRESSING_H_
#define ENVPOOL_ATARI_VCS_ADDRESSING_H_

#include <cstdint>

namespace envpool::atari::vcs {

enum Mode : uint8_t {
  kImplied,
  kImmediate,
  kZero,
  kZeroX,
  kZeroY,
  kAbsolute,
  kAbsoluteX,
  kAbsoluteY,
  kIndirectX,
  kIndirectY,
};

// The mode of an instruction that reads or writes an operand.
inline Mode ModeOf(uint8_t opcode) {
  // Indexed by the opcode's low five bits.
  static constexpr Mode kModes[32] = {
      kImmediate, kIndirectX, kImmediate, kIndirectX, kZero,      kZero,
      kZero,      kZero,      kImplied,   kImmediate, kImplied,   kImmediate,
      kAbsolute,  kAbsolute,  kAbsolute,  kAbsolute,  kImmediate, kIndirectY,
      kImplied,   kIndirectY, kZeroX,     kZeroX,     kZeroX,     kZeroX,
      kImplied,   kAbsoluteY, kImplied,   kAbsoluteY, kAbsoluteX, kAbsoluteX,
      kAbsoluteX, kAbsoluteX,
  };
  // Instructions that store or load X are indexed by Y.
  const bool by_y = (opcode & 0xc2) == 0x82;
  const Mode mode = kModes[opcode & 0x1f];
  if (by_y && mode == kZeroX) return kZeroY;
  if (by_y && mode == kAbsoluteX) return kAbsoluteY;
  return mode;
}

// The bytes of an instruction with this mode.
inline uint32_t LengthOf(Mode mode) {
  if (mode == kImplied) return 1;
  return mode >= kAbsolute && mode <= kAbsoluteY ? 3 : 2;
}

}  // namespace envpool::atari::vcs

#endif  // ENVPOOL_ATARI_VCS_ADDRESSING_H_
