// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Instructions that use only registers, RAM and stack.

#include <cstdint>

#include "envpool/atari/vcs/image.h"
#include "envpool/atari/vcs/layout.h"
#include "envpool/atari/vcs/translator.h"

namespace envpool::atari::vcs {

using namespace layout;  // NOLINT(build/namespaces): names of registers

namespace {

struct Transfer {
  uint8_t opcode;
  Reg to, from;
};
constexpr Transfer kTransfers[] = {
    {0xaa, kX, kA}, {0xa8, kY, kA}, {0x8a, kA, kX}, {0x98, kA, kY}};

struct Count {
  uint8_t opcode;
  Reg reg;
  bool up;
};
constexpr Count kCounts[] = {
    {0xe8, kX, true}, {0xc8, kY, true}, {0xca, kX, false}, {0x88, kY, false}};

struct Flag {
  uint8_t opcode;
  uint8_t CpuState::* flag;
  uint8_t value;
};
constexpr Flag kFlags[] = {{0xd8, &CpuState::d, 0},
                           {0xf8, &CpuState::d, 1},
                           {0x58, &CpuState::i, 0},
                           {0x78, &CpuState::i, 1},
                           {0xb8, &CpuState::v, 0}};

// The flags in the status register that are in memory, and their bits.
struct Part {
  uint8_t CpuState::* flag;
  uint8_t shift;
};
constexpr Part kParts[] = {
    {&CpuState::v, 6}, {&CpuState::b, 4}, {&CpuState::d, 3}, {&CpuState::i, 2}};

// Of ASL, ROL, LSR and ROR, by the opcodes' upper three bits.
constexpr Shift kShifts[] = {Shift::kShl, Shift::kRcl, Shift::kShr,
                             Shift::kRcr};

}  // namespace

// Translates instructions on registers and flags.
bool Translator::Implied(uint8_t code) {
  length_ = 1;
  for (const Transfer& transfer : kTransfers) {
    if (code != transfer.opcode) continue;
    Tick(2);
    as_.Move(transfer.to, transfer.from);
    as_.Move(kNz, transfer.from);
    return true;
  }
  for (const Count& count : kCounts) {
    if (code != count.opcode) continue;
    Tick(2);
    as_.Increment(count.reg, count.up);
    as_.Move(kNz, count.reg);
    return true;
  }
  for (const Flag& flag : kFlags) {
    if (code != flag.opcode) continue;
    Tick(2);
    as_.StoreByte(Field(flag.flag), flag.value);
    return true;
  }
  switch (code) {
    case 0xba:  // TSX
      Tick(2);
      as_.LoadByte(kX, Field(&CpuState::sp));
      as_.Move(kNz, kX);
      return true;
    case 0x9a:  // TXS
      Tick(2);
      as_.StoreByte(Field(&CpuState::sp), kX);
      return true;
    case 0x18:  // CLC, SEC
    case 0x38:
      Tick(2);
      as_.Move(kC, uint32_t{code} >> 5);
      return true;
    case 0xea:  // NOP
      Tick(2);
      return true;
    case 0x0a:
    case 0x2a:
    case 0x4a:
    case 0x6a:
      Tick(2);
      ShiftByte(code, kA);
      as_.Move(kNz, kA);
      return true;
    default:
      return false;
  }
}

// Shifts or rotates a register's byte, by the opcode.
void Translator::ShiftByte(uint8_t code, Reg reg) {
  // Adding -1 puts C into the processor's carry, for the rotations.
  if (code & 0x20) as_.DoByte(Alu::kAdd, kC, 0xff);
  as_.DoByte(kShifts[code >> 5], reg);
  as_.Set(If::kBelow, kC);
}

// Puts the status register into a register.
void Translator::Status(Reg to) {
  as_.Move(to, kC);
  as_.Do(Alu::kOr, to, 0x20);
  for (const Part& part : kParts) {
    as_.LoadByte(kRax, Field(part.flag));
    as_.Do(Shift::kShl, kRax, part.shift);
    as_.Do(Alu::kOr, to, kRax);
  }
  as_.Move(kRax, 0u);
  as_.Test(kNz, 0x8080);
  as_.Set(If::kNotEqual, kRax);
  as_.Do(Shift::kShl, kRax, 7);
  as_.Do(Alu::kOr, to, kRax);
  as_.Move(kRax, 0u);
  as_.Test8(kNz, kNz);
  as_.Set(If::kEqual, kRax);
  as_.Do(Shift::kShl, kRax, 1);
  as_.Do(Alu::kOr, to, kRax);
}

bool Translator::Stack(uint8_t code) {
  length_ = 1;
  if (code == 0x48 || code == 0x08) {  // PHA, PHP
    Tick(3);
    as_.LoadByte(kRcx, Field(&CpuState::sp));
    as_.AddByte(Field(&CpuState::sp), 0xff);
    if (code == 0x08) {
      Status(kRdx);
    } else {
      as_.Move(kRdx, kA);
    }
    PokeAt(kRdx, 1);
    return true;
  }
  if (code != 0x68) return false;
  // PLA. Some games point the stack pointer at the TIA.
  as_.LoadByte(kRcx, Field(&CpuState::sp));
  as_.Move(kRax, kRcx);
  as_.Do(Alu::kAnd, kRax, 0x7f);
  as_.Do(Alu::kCmp, kRax, 0x7f);
  StepIf(If::kEqual);
  Tick(4);
  as_.AddByte(Field(&CpuState::sp), 1);
  as_.Do(Alu::kCmp, kRcx, 0x80);
  const int32_t tia = as_.JumpIf(If::kBelow);
  as_.LoadByte(kRax, RamFrom(1 - 0x80, kRcx));
  const int32_t resume = as_.here();
  Apply(kLda);
  Cold([this, tia, resume] {
    as_.Patch(tia, as_.here());
    as_.Move(kRsi, kRcx);
    as_.Move(kRdx, 0x68);
    CallHelper(Helpers::Pull);
    as_.Patch(as_.Jump(), resume);
  });
  return true;
}

// Reads, modifies and writes RAM.
void Translator::Modify(uint8_t code) {
  length_ = 2;
  Mem mem = Ram(p_[1]);
  if (code & 0x10) {
    as_.Move(kRcx, kX);
    as_.DoByte(Alu::kAdd, kRcx, p_[1]);
    as_.Do(Alu::kCmp, kRcx, 0x80);
    StepIf(If::kBelow);
    mem = RamFrom(-0x80, kRcx);
    Tick(6);
  } else {
    Tick(5);
  }
  ModifyAt(code, mem);
}

void Translator::ModifyAt(uint8_t code, Mem mem) {
  as_.LoadByte(kNz, mem);
  if (code >= 0xc0) {  // DEC, INC
    as_.Increment(kNz, code >= 0xe0);
  } else {
    ShiftByte(code, kNz);
  }
  as_.StoreByte(mem, kNz);
}

bool Translator::Store(uint8_t code) {
  length_ = 2;
  const Reg value = (code & 3) == 1 ? kA : (code & 3) == 2 ? kX : kY;
  switch (code) {
    case 0x84:
    case 0x85:
    case 0x86:
      Tick(3);
      as_.StoreByte(Ram(p_[1]), value);
      return true;
    case 0x94:
    case 0x95:
    case 0x96:
      Tick(4);
      as_.Move(kRcx, code == 0x96 ? kY : kX);
      as_.DoByte(Alu::kAdd, kRcx, p_[1]);
      PokeAt(value, 2);
      return true;
    case 0x91:
      LoadWord(kRcx, Ram(p_[1]), kRax, Ram(p_[1] + 1));
      as_.Do(Alu::kAdd, kRcx, kY);
      as_.Move(kRax, kRcx);
      as_.Do(Alu::kAnd, kRax, 0x1280);
      as_.Do(Alu::kCmp, kRax, 0x80);
      StepIf(If::kNotEqual);
      Tick(6);
      as_.Do(Alu::kAnd, kRcx, 0x7f);
      as_.StoreByte(RamFrom(0, kRcx), kA);
      return true;
    default:
      return false;
  }
}

}  // namespace envpool::atari::vcs
