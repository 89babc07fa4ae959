// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// The RIOT (6532): RAM, timer, ports.

#include <cstdint>

#include "envpool/atari/vcs/machine.h"

namespace envpool::atari::vcs {

uint8_t Machine::ReadTimer() {
  const uint32_t delta = s_.cycles - 1 - s_.timer_set;
  int timer = static_cast<int>(s_.timer) -
              static_cast<int>(delta >> s_.timer_shift) - 1;
  if (timer >= 0) return timer;

  // An expired timer counts single cycles, offset by the time of its first
  // read.
  timer = static_cast<int>(s_.timer << s_.timer_shift) -
          static_cast<int>(delta) - 1;
  if (timer <= -2 && !s_.timer_read_after_interrupt) {
    s_.timer_read_after_interrupt = true;
    s_.timer_interrupt_reset = s_.cycles;
  }
  if (s_.timer_read_after_interrupt) {
    const int offset =
        static_cast<int>(s_.timer_interrupt_reset -
                         (s_.timer_set + (s_.timer << s_.timer_shift)));
    timer = static_cast<int>(s_.timer) -
            static_cast<int>(delta >> s_.timer_shift) - offset;
  }
  return timer;
}

uint8_t Machine::PeekRiot(uint16_t address) {
  switch (address & 7) {
    case 0:
      return s_.swcha;
    case 1:
      return s_.ddra;
    case 2:
      return s_.swchb;
    case 3:
      return 0;
    case 4:
    case 6:
      return ReadTimer();
    default: {
      const uint32_t delta = s_.cycles - 1 - s_.timer_set;
      const int timer = static_cast<int>(s_.timer) -
                        static_cast<int>(delta >> s_.timer_shift) - 1;
      return timer >= 0 || s_.timer_read_after_interrupt ? 0x00 : 0x80;
    }
  }
}

void Machine::PokeRiot(uint16_t address, uint8_t value) {
  if ((address & 7) == 1) {
    s_.ddra = value;
  } else if ((address & 0x14) == 0x14 && (address & 7) >= 4) {
    static const uint8_t kShifts[4] = {0, 3, 6, 10};
    s_.timer = value;
    s_.timer_shift = kShifts[address & 3];
    s_.timer_set = s_.cycles;
    s_.timer_read_after_interrupt = false;
  }
}

}  // namespace envpool::atari::vcs
