// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Instructions that cpu.cc leaves to Machine::Step(), and that some games run
// often: reads and writes of RAM, TIA, RIOT and the cartridge's RAM by more
// instructions and addressing modes, and branches between slices.

#include <cstdint>

#include "envpool/atari/vcs/image.h"
#include "envpool/atari/vcs/layout.h"
#include "envpool/atari/vcs/translator.h"

namespace envpool::atari::vcs {

using namespace layout;  // NOLINT(build/namespaces): names of registers

// Translates the instruction if it is one of these.
bool Translator::Rare() {
  const uint8_t opcode = p_[0];
  if ((opcode & 0x1f) == 0x10) {
    if (!sliced_) return false;
    Branch(opcode);
    return true;
  }
  if (RareRead(opcode) || RareStore(opcode)) return true;
  // Read, modify and write RAM, absolute.
  const bool modifies = (opcode & 0x1f) == 0x0e && (opcode >> 5 & 6) != 4;
  if (!modifies || (Word() & 0x1280) != 0x80) return false;
  length_ = 3;
  Tick(6);
  ModifyAt(opcode, Ram(Word()));
  return true;
}

bool Translator::RareRead(uint8_t opcode) {
  const auto reading = Decode(opcode);
  if (!reading) return false;
  const Op op = reading->op;
  switch (reading->mode) {
    case kIndirectX:
      Read(kIndirectX, op);
      return true;
    case kZero:  // of the TIA
      if ((p_[1] & 0x80) != 0 || op == kAdc || op == kSbc) return false;
      length_ = 2;
      Tick(3);
      Peek(p_[1], p_[1]);
      Apply(op);
      return true;
    case kAbsolute:
      return RareAbsolute(op);
    case kAbsoluteX:
      return RareIndexed(op, kX);
    case kAbsoluteY:
      return RareIndexed(op, kY);
    default:
      return false;
  }
}

bool Translator::RareAbsolute(Op op) {
  const uint32_t address = Word() & 0x1fff;
  const bool in_ram = (address & 0x1280) == 0x80;
  const bool in_cart_ram = cart_ram_ && address >= 0x1080 && address < 0x1100;
  const bool in_dpc = dpc_ && address >= 0x1000 && address < 0x1040;
  if ((address & 0x1000) != 0 && !in_cart_ram && !in_dpc) return false;
  if (op == kAdc || op == kSbc) {
    as_.CompareByte(Field(&CpuState::d), 0);
    StepIf(If::kNotEqual);
  }
  length_ = 3;
  Tick(4);
  if (in_ram) {
    as_.LoadByte(kRax, Ram(address));
  } else if (in_cart_ram) {
    as_.LoadByte(kRax, Field(&CartridgeState::cart_ram, address & 0x7f));
  } else if (in_dpc) {
    as_.Move(kRsi, address);
    CallHelper(Helpers::Cartridge);
  } else if ((address & 0x80) == 0) {
    Peek(Word(), p_[2]);
  } else {
    as_.Move(kRsi, address);
    CallHelper(Helpers::Riot);
  }
  Apply(op);
  return true;
}

// Indexed from a base in page 0 or in the cartridge's RAM, to an address in RAM
// or in the cartridge's RAM.
bool Translator::RareIndexed(Op op, Reg index) {
  const uint32_t base = Word() & 0x1fff;
  const bool from_zero = p_[2] == 0;
  const bool in_cart_ram = cart_ram_ && base >= 0x1080 && base < 0x1100;
  if ((!from_zero && !in_cart_ram) || op == kAdc || op == kSbc) return false;
  length_ = 3;
  if (in_cart_ram) {
    as_.Do(Alu::kCmp, index, static_cast<int32_t>(0x1100 - base));
    StepIf(If::kAboveOrEqual);
    Tick(4);
    Mem mem = Field(&CartridgeState::cart_ram, base & 0x7f);
    mem.index = index;
    as_.LoadByte(kRax, mem);
  } else {
    as_.Move(kRcx, index);
    as_.Do(Alu::kAdd, kRcx, static_cast<int32_t>(base));
    as_.Test(kRcx, 0x80);
    StepIf(If::kEqual);
    Tick(4);
    as_.Move(kRax, kRcx);
    as_.Do(Shift::kShr, kRax, 8);
    as_.Do(Alu::kAdd, kCount, kRax, true);
    as_.Do(Alu::kAnd, kRcx, 0x7f);
    as_.LoadByte(kRax, RamFrom(0, kRcx));
  }
  Apply(op);
  return true;
}

// Reads through a pointer in RAM, at an address in page 0 plus X.
void Translator::LoadIndexedIndirect() {
  as_.Move(kRdx, kX);
  as_.DoByte(Alu::kAdd, kRdx, p_[1]);
  as_.Do(Alu::kSub, kRdx, 0x80);
  as_.Do(Alu::kCmp, kRdx, 0x7e);
  StepIf(If::kAbove);
  LoadWord(kRcx, RamFrom(0, kRdx), kRax, RamFrom(1, kRdx));
  as_.Move(kRax, 0u);
  LoadPointed(6);
}

bool Translator::RareStore(uint8_t opcode) {
  const uint32_t address = Word() & 0x1fff;
  const Reg value = (opcode & 3) == 1 ? kA : (opcode & 3) == 2 ? kX : kY;
  const bool in_cart_ram = cart_ram_ && address >= 0x1000 && address < 0x1080;
  switch (opcode) {
    case 0x8c:
    case 0x8d:
    case 0x8e:
      length_ = 3;
      if ((address & 0x1280) == 0x80) {
        Tick(4);
        as_.StoreByte(Ram(address), value);
        return true;
      }
      if ((address & 0x1280) == 0x280) {
        Tick(4);
        as_.Move(kRsi, address);
        as_.Move(kRdx, value);
        CallHelper(Helpers::PokeRiot);
        return true;
      }
      if (!in_cart_ram) return false;
      Tick(4);
      as_.StoreByte(Field(&CartridgeState::cart_ram, address & 0x7f), value);
      return true;
    case 0x99:
    case 0x9d: {
      if (!in_cart_ram) return false;
      const Reg index = opcode == 0x99 ? kY : kX;
      length_ = 3;
      as_.Do(Alu::kCmp, index, static_cast<int32_t>(0x1080 - address));
      StepIf(If::kAboveOrEqual);
      Tick(5);
      Mem mem = Field(&CartridgeState::cart_ram, address & 0x7f);
      mem.index = index;
      as_.StoreByte(mem, kA);
      return true;
    }
    default:
      return false;
  }
}

}  // namespace envpool::atari::vcs
