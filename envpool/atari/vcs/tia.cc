// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// The TIA's clocks and read registers.

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "envpool/atari/vcs/machine.h"
#include "envpool/atari/vcs/tables.h"

namespace envpool::atari::vcs {
namespace {

constexpr uint8_t Bit(TiaObject object) { return 1 << object; }

}  // namespace

void Machine::RenderUntil(int32_t clock) {
  if (clock > s_.stop_display) clock = s_.stop_display;
  do {
    const int32_t from = kLineClocks - s_.clocks_to_end_of_line;
    int32_t clocks;
    // A line ends only when something after it is rendered.
    if (clock > s_.last_update + s_.clocks_to_end_of_line) {
      clocks = s_.clocks_to_end_of_line;
      s_.clocks_to_end_of_line = kLineClocks;
      s_.last_update += clocks;
    } else {
      clocks = clock - s_.last_update;
      s_.clocks_to_end_of_line -= clocks;
      s_.last_update = clock;
    }
    const int32_t x1 = from + clocks - kBlankClocks;
    if (x1 > 0) {
      const int32_t x0 = from > kBlankClocks ? from - kBlankClocks : 0;
      if (x1 > x0) RenderSegment(x0, x1);
      if (s_.hmove_blank && x0 < 8) {
        if (rendering_) std::memset(pixels_ + s_.line_offset + x0, 0, 8 - x0);
        if (x1 >= 8) s_.hmove_blank = false;
      }
    }
    if (s_.clocks_to_end_of_line == kLineClocks) EndLine();
  } while (s_.last_update < clock);

  if (s_.last_update >= s_.stop_display) {
    s_.next_pixel = INT32_MAX;
  } else {
    s_.next_pixel =
        s_.last_update + std::max(0, s_.clocks_to_end_of_line - 160);
  }
}

void Machine::EndLine() {
  s_.line_offset += 160;
  if (s_.reflected != (s_.ctrlpf & 1)) {
    s_.reflected = s_.ctrlpf & 1;
    Touch(Bit(kPF));
  }
  if (s_.skip_first[0]) {
    s_.skip_first[0] = false;
    Touch(Bit(kP0));
  }
  if (s_.skip_first[1]) {
    s_.skip_first[1] = false;
    Touch(Bit(kP1));
  }
  if (s_.cosmic_ark) {
    static const uint8_t kMotion[4] = {18, 33, 0, 17};
    s_.cosmic_ark_counter = (s_.cosmic_ark_counter + 1) & 3;
    s_.pos[kM0] -= kMotion[s_.cosmic_ark_counter];
    if (s_.pos[kM0] < 0) s_.pos[kM0] += 160;
    s_.m0_special = s_.cosmic_ark_counter == 1 || s_.cosmic_ark_counter == 2
                        ? s_.cosmic_ark_counter
                        : 0;
    s_.written[tia::kNusiz0] = TiaState::kNotWritten;
    Touch(Bit(kM0));
  }
}

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
