// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// The DPC, the chip in Pitfall II. Its registers are at offsets 0x00 to 0x3f of
// the cartridge for reads and at 0x40 to 0x7f for writes: three bits select a
// function and three a data fetcher.

#include <cstdint>

#include "envpool/atari/vcs/machine.h"

namespace envpool::atari::vcs {

// Shifts the random number generator: the new bit is 1 if bits 7, 5, 4 and 3
// have an even sum. Stella does so at accesses to the registers, at those to
// the cartridge's last 64 bytes and at all writes.
void Machine::ClockDpc() {
  const uint8_t bits = s_.dpc.random & 0xb8;
  s_.dpc.random = s_.dpc.random << 1 | !__builtin_parity(bits);
}

// Counts the music's data fetchers down to the present cycle.
void Machine::UpdateMusic() {
  DpcState& dpc = s_.dpc;
  const auto now = static_cast<int32_t>(s_.cycles);
  const double clocks =
      15750.0 * (now - dpc.cycles) / 1193191.66666667 + dpc.fraction;
  dpc.cycles = now;
  const auto whole = static_cast<int32_t>(clocks);
  dpc.fraction = clocks - whole;
  if (whole <= 0) return;
  for (int i = 5; i < 8; ++i) {
    if (!dpc.music[i - 5]) continue;
    int low = 0;
    if (dpc.top[i] != 0) {
      const int period = dpc.top[i] + 1;
      low = (dpc.counter[i] & 0xff) - whole % period;
      if (low < 0) low += period;
    }
    if (low <= dpc.bottom[i]) {
      dpc.flag[i] = 0x00;
    } else if (low <= dpc.top[i]) {
      dpc.flag[i] = 0xff;
    }
    dpc.counter[i] = (dpc.counter[i] & 0x700) | low;
  }
}

uint8_t Machine::PeekDpc(uint32_t offset) {
  DpcState& dpc = s_.dpc;
  const uint32_t i = offset & 7;
  const uint8_t low = dpc.counter[i] & 0xff;
  if (low == dpc.top[i]) {
    dpc.flag[i] = 0xff;
  } else if (low == dpc.bottom[i]) {
    dpc.flag[i] = 0x00;
  }
  uint8_t value = 0;
  switch (offset >> 3 & 7) {
    case 0:
      if (i < 4) {
        value = dpc.random;
      } else {
        static constexpr uint8_t kAmplitudes[8] = {0x00, 0x04, 0x05, 0x09,
                                                   0x06, 0x0a, 0x0b, 0x0f};
        UpdateMusic();
        int voices = 0;
        for (int voice = 0; voice < 3; ++voice) {
          if (dpc.music[voice] && dpc.flag[5 + voice]) voices |= 1 << voice;
        }
        value = kAmplitudes[voices];
      }
      break;
    case 1:
      value = image_->dpc_data()[2047 - dpc.counter[i]];
      break;
    case 2:
      value = image_->dpc_data()[2047 - dpc.counter[i]] & dpc.flag[i];
      break;
    case 7:
      value = dpc.flag[i];
      break;
    default:
      break;
  }
  if (i < 5 || !dpc.music[i - 5]) {
    dpc.counter[i] = (dpc.counter[i] - 1) & 0x7ff;
  }
  return value;
}

void Machine::PokeDpc(uint32_t offset, uint8_t value) {
  DpcState& dpc = s_.dpc;
  const uint32_t i = offset & 7;
  const bool music = i >= 5 && dpc.music[i - 5];
  switch (offset >> 3 & 7) {
    case 0:
      dpc.top[i] = value;
      dpc.flag[i] = 0x00;
      break;
    case 1:
      dpc.bottom[i] = value;
      break;
    case 2:
      dpc.counter[i] = (dpc.counter[i] & 0x700) | (music ? dpc.top[i] : value);
      break;
    case 3:
      dpc.counter[i] = (value & 0x07) << 8 | (dpc.counter[i] & 0xff);
      if (i >= 5) dpc.music[i - 5] = (value & 0x10) != 0;
      break;
    case 6:
      dpc.random = 1;
      break;
    default:
      break;
  }
}

}  // namespace envpool::atari::vcs
