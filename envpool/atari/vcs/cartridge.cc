// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Bank switching.

#include <cstdint>
#include <cstring>

#include "envpool/atari/vcs/machine.h"

namespace envpool::atari::vcs {

// Maps 0x1000..0x1fff for the CPU, after a change of `bank` or `slices`.
void Machine::MapCartridge() {
  if (image_->kind() == CartridgeKind::kFE) s_.bank = !(s_.pc & 0x2000);
  if (image_->kind() != CartridgeKind::kE0) {
    code_ = &image_->bank(s_.bank);
    s_.run.rom = code_->byte;
    if (const Translation* translation = image_->translation()) {
      s_.run.entries[0] = translation->entries(s_.bank);
    }
    return;
  }
  for (int segment = 0; segment < 4; ++segment) MapSlice(segment);
  code_ = window_.get();
  s_.run.rom = code_->byte;
}

void Machine::MapSlice(int segment) {
  const int slice = s_.slices[segment];
  const CodeBank& from = image_->bank(slice / 4);
  const size_t offset = slice % 4 * 1024;
  std::memcpy(window_->byte + segment * 1024, from.byte + offset, 1024);
  std::memcpy(window_->code + segment * 1024, from.code + offset, 1024);
  if (const Translation* translation = image_->translation()) {
    s_.run.entries[segment] = translation->entries(slice);
  }
}

// Called with the address of each access that may be a hot spot.
void Machine::SwitchBank(uint16_t address) {
  const uint32_t offset = address & 0xfff;
  switch (image_->kind()) {
    case CartridgeKind::k4K:
    case CartridgeKind::kFE:
      return;
    case CartridgeKind::kF8:
    case CartridgeKind::kDpc:
      if (offset != 0xff8 && offset != 0xff9) return;
      s_.bank = offset - 0xff8;
      break;
    case CartridgeKind::kF6:
      if (offset < 0xff6 || offset > 0xff9) return;
      s_.bank = offset - 0xff6;
      break;
    case CartridgeKind::kE0:
      if (offset < 0xfe0 || offset > 0xff7) return;
      if (s_.slices[(offset - 0xfe0) >> 3] == (offset & 7)) return;
      s_.slices[(offset - 0xfe0) >> 3] = offset & 7;
      MapSlice((offset - 0xfe0) >> 3);
      return;
  }
  MapCartridge();
}

uint8_t Machine::PeekCartridge(uint16_t address) {
  const uint32_t offset = address & 0xfff;
  if (image_->kind() == CartridgeKind::kDpc &&
      (offset < 0x80 || offset >= image_->read_until())) {
    ClockDpc();
    if (offset < 0x40) return PeekDpc(offset);
  }
  if (image_->has_ram() && offset >= 0x80 && offset < 0x100) {
    return s_.cart_ram[offset & 0x7f];
  }
  if (offset >= image_->read_until()) SwitchBank(address);
  if (image_->kind() == CartridgeKind::kFE) {
    return image_->bank(!(address & 0x2000)).byte[offset];
  }
  return code_->byte[offset];
}

void Machine::PokeCartridge(uint16_t address, uint8_t value) {
  const uint32_t offset = address & 0xfff;
  if (image_->kind() == CartridgeKind::kDpc) {
    ClockDpc();
    if (offset >= 0x40 && offset < 0x80) return PokeDpc(offset, value);
  }
  if (image_->has_ram() && offset < 0x80) {
    s_.cart_ram[offset] = value;
  } else if (offset >= image_->read_until()) {
    SwitchBank(address);
  }
}

}  // namespace envpool::atari::vcs
