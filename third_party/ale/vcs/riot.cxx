// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// The RIOT (6532): RAM, timer, ports.

#include "ale/vcs/vcs.hxx"

namespace ale {
namespace stella {

uint8_t Vcs::readTimer() {
  const uint32_t delta = s_.cycles - 1 - s_.timerSet;
  int timer =
      static_cast<int>(s_.timer) - static_cast<int>(delta >> s_.timerShift) - 1;
  if (timer >= 0) return timer;

  // It has expired: it counts cycles now, from the first read of it on.
  timer =
      static_cast<int>(s_.timer << s_.timerShift) - static_cast<int>(delta) - 1;
  if (timer <= -2 && !s_.timerReadAfterInterrupt) {
    s_.timerReadAfterInterrupt = true;
    s_.timerInterruptReset = s_.cycles;
  }
  if (s_.timerReadAfterInterrupt) {
    const int offset = static_cast<int>(
        s_.timerInterruptReset - (s_.timerSet + (s_.timer << s_.timerShift)));
    timer = static_cast<int>(s_.timer) -
            static_cast<int>(delta >> s_.timerShift) - offset;
  }
  return timer;
}

uint8_t Vcs::peekRiot(uint16_t address) {
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
      return readTimer();
    default: {
      const uint32_t delta = s_.cycles - 1 - s_.timerSet;
      const int timer = static_cast<int>(s_.timer) -
                        static_cast<int>(delta >> s_.timerShift) - 1;
      return timer >= 0 || s_.timerReadAfterInterrupt ? 0x00 : 0x80;
    }
  }
}

void Vcs::pokeRiot(uint16_t address, uint8_t value) {
  if ((address & 7) == 1) {
    s_.ddra = value;
  } else if ((address & 0x14) == 0x14 && (address & 7) >= 4) {
    static const uint8_t kShifts[4] = {0, 3, 6, 10};
    s_.timer = value;
    s_.timerShift = kShifts[address & 3];
    s_.timerSet = s_.cycles;
    s_.timerReadAfterInterrupt = false;
  }
}

}  // namespace stella
}  // namespace ale
