// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Reads of operands, and accesses to TIA and RIOT.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "envpool/atari/vcs/image.h"
#include "envpool/atari/vcs/layout.h"
#include "envpool/atari/vcs/tables.h"
#include "envpool/atari/vcs/translator.h"

namespace envpool::atari::vcs {

using namespace layout;  // NOLINT(build/namespaces): names of registers

namespace {

struct TiaStore {
  uint8_t code, cycles, length;
  Reg value;
};
constexpr TiaStore kTiaStores[] = {
    {kStaTia, 3, 2, kA},    {kStxTia, 3, 2, kX},    {kStyTia, 3, 2, kY},
    {kStaTiaAbs, 4, 3, kA}, {kStxTiaAbs, 4, 3, kX}, {kStyTiaAbs, 4, 3, kY}};

}  // namespace

// Returns how an instruction that reads an operand does so; nothing for others
// and for undocumented ones.
std::optional<Translator::Reading> Translator::Decode(uint8_t opcode) {
  const int row = opcode >> 5;
  if ((opcode & 3) == 1) {
    if (row == kSta) return std::nullopt;
    return Reading{static_cast<Op>(row), ModeOf(opcode)};
  }
  const bool ldx = row == 5 && (opcode & 3) == 2;
  if (!ldx && (opcode & 3) != 0) return std::nullopt;
  static constexpr Op kOps[8] = {kSta, kBit, kSta, kSta,
                                 kSta, kLdy, kCpy, kCpx};
  const Op op = ldx ? kLdx : kOps[row];
  if (op == kSta) return std::nullopt;
  switch (opcode >> 2 & 7) {
    case 0:
      if (op == kBit) return std::nullopt;  // JSR
      break;
    case 1:
    case 3:
      break;
    case 5:
    case 7:
      if (!ldx && op != kLdy) return std::nullopt;
      break;
    default:
      return std::nullopt;
  }
  return Reading{op, ModeOf(opcode)};
}

bool Translator::ReadOperand(uint8_t code) {
  const auto reading = Decode(code);
  if (reading) Read(reading->mode, reading->op);
  return reading.has_value();
}

void Translator::Read(Mode mode, Op op) {
  length_ = LengthOf(mode);
  if ((op == kAdc || op == kSbc)) {
    as_.CompareByte(Field(&CpuState::d), 0);
    StepIf(If::kNotEqual);
  }
  switch (mode) {
    case kImplied:
      break;  // Decode() never returns it
    case kImmediate:
      Tick(2);
      as_.Move(kRax, p_[1]);
      break;
    case kZero:
      Tick(3);
      as_.LoadByte(kRax, Ram(p_[1]));
      break;
    case kZeroX:
    case kZeroY: {
      as_.Move(kRcx, mode == kZeroX ? kX : kY);
      as_.DoByte(Alu::kAdd, kRcx, p_[1]);
      as_.Do(Alu::kCmp, kRcx, 0x80);
      if (p_[0] != 0xb5) {
        StepIf(If::kBelow);
        Tick(4);
        as_.LoadByte(kRax, RamFrom(-0x80, kRcx));
        break;
      }
      // LDA may read the TIA.
      const int32_t tia = as_.JumpIf(If::kBelow);
      Tick(4);
      as_.LoadByte(kRax, RamFrom(-0x80, kRcx));
      const int32_t resume = as_.here();
      Cold([this, tia, resume, bus = p_[1]] {
        as_.Patch(tia, as_.here());
        Tick(4);
        as_.Move(kRsi, kRcx);
        as_.Move(kRdx, bus);
        CallHelper(Helpers::Peek);
        as_.Patch(as_.Jump(), resume);
      });
      break;
    }
    case kAbsolute:
      Tick(4);
      as_.LoadByte(kRax, {kRom, static_cast<int32_t>(Word() & 0xfff)});
      break;
    case kAbsoluteX:
    case kAbsoluteY:
      LoadIndexed(Word() & 0xfff, mode == kAbsoluteX ? kX : kY);
      break;
    case kIndirectX:
      LoadIndexedIndirect();
      break;
    case kIndirectY:
      LoadIndirect();
      break;
  }
  Apply(op);
}

// Reads base + index in the mapped ROM, outside hot spots.
void Translator::LoadIndexed(uint32_t base, Reg index) {
  if (base + 0xff >= read_until_) {
    as_.Do(Alu::kCmp, index, static_cast<int32_t>(read_until_ - base));
    StepIf(If::kAboveOrEqual);
  }
  Tick(4);
  if ((base & 0xff) != 0) {
    // A crossed page takes a cycle: count - (-1) - (1 if not crossed).
    as_.Do(Alu::kCmp, index, static_cast<int32_t>(0x100 - (base & 0xff)));
    as_.Do(Alu::kSbb, kCount, -1, true);
  }
  as_.LoadByte(kRax, {kRom, static_cast<int32_t>(base), index});
}

// Loads a little-endian word; its high byte passes through another register.
void Translator::LoadWord(Reg to, Mem low, Reg high_reg, Mem high) {
  as_.LoadByte(to, low);
  as_.LoadByte(high_reg, high);
  as_.Do(Shift::kShl, high_reg, 8);
  as_.Do(Alu::kOr, to, high_reg);
}

void Translator::LoadIndirect() {
  as_.LoadByte(kRax, Ram(p_[1]));
  as_.LoadByte(kRcx, Ram(p_[1] + 1));
  as_.Do(Shift::kShl, kRcx, 8);
  as_.Do(Alu::kAdd, kRax, kY);
  as_.Do(Alu::kAdd, kRcx, kRax);
  as_.Do(Shift::kShr, kRax, 8);  // whether a page is crossed
  LoadPointed(5);
}

// Reads the address in ecx, in the cartridge or in RAM. Adds the cycles and
// those in eax.
void Translator::LoadPointed(int cycles) {
  as_.Test(kRcx, 0x1000);
  const int32_t in_ram = as_.JumpIf(If::kEqual);
  if (split_) {
    as_.Test(kRcx, 0x2000);
    StepIf(half_ != 0 ? If::kEqual : If::kNotEqual);
  }
  as_.Do(Alu::kAnd, kRcx, 0xfff);
  if (read_span_ < 0x1000) {
    as_.Move(kRdx, kRcx);
    as_.Do(Alu::kSub, kRdx, static_cast<int32_t>(read_from_));
    as_.Do(Alu::kCmp, kRdx, static_cast<int32_t>(read_span_));
    StepIf(If::kAboveOrEqual);
  }
  Tick(cycles);
  as_.Do(Alu::kAdd, kCount, kRax, true);
  as_.LoadByte(kRax, {kRom, 0, kRcx});
  const int32_t resume = as_.here();
  Cold([this, in_ram, resume, cycles, at = at_] {
    at_ = at;
    as_.Patch(in_ram, as_.here());
    as_.Move(kRdx, kRcx);
    as_.Do(Alu::kAnd, kRdx, 0x280);
    as_.Do(Alu::kCmp, kRdx, 0x80);
    StepIf(If::kNotEqual);
    Tick(cycles);
    as_.Do(Alu::kAdd, kCount, kRax, true);
    as_.Do(Alu::kAnd, kRcx, 0x7f);
    as_.LoadByte(kRax, RamFrom(0, kRcx));
    as_.Patch(as_.Jump(), resume);
  });
}

void Translator::Apply(Op op) {
  const auto logic = [this](Alu alu) {
    as_.Do(alu, kA, kRax);
    as_.Move(kNz, kA);
  };
  const auto load = [this](Reg reg) {
    as_.Move(reg, kRax);
    as_.Move(kNz, kRax);
  };
  const auto compare = [this](Reg reg) {
    as_.Move(kNz, reg);
    as_.DoByte(Alu::kSub, kNz, kRax);
    as_.Set(If::kAboveOrEqual, kC);
  };
  switch (op) {
    case kOra:
      return logic(Alu::kOr);
    case kAnd:
      return logic(Alu::kAnd);
    case kEor:
      return logic(Alu::kXor);
    case kLda:
      return load(kA);
    case kLdx:
      return load(kX);
    case kLdy:
      return load(kY);
    case kCmp:
      return compare(kA);
    case kCpx:
      return compare(kX);
    case kCpy:
      return compare(kY);
    case kAdc:
    case kSbc:
      // SBC adds the complement. Adding -1 to C carries if C is set.
      if (op == kSbc) as_.Do(Alu::kXor, kRax, 0xff);
      as_.DoByte(Alu::kAdd, kC, 0xff);
      as_.DoByte(Alu::kAdc, kA, kRax);
      as_.Set(If::kBelow, kC);
      as_.Set(If::kOverflow, Field(&CpuState::v));
      as_.Move(kNz, kA);
      return;
    case kBit:
      as_.Move(kRcx, kRax);
      as_.Do(Shift::kShr, kRcx, 6);
      as_.Do(Alu::kAnd, kRcx, 1);
      as_.StoreByte(Field(&CpuState::v), kRcx);
      as_.Move(kNz, kRax);
      as_.Do(Alu::kAnd, kNz, 0x80);
      as_.Do(Shift::kShl, kNz, 8);
      as_.Move(kRcx, 0u);
      as_.Test(kRax, kA);
      as_.Set(If::kNotEqual, kRcx);
      as_.Do(Alu::kOr, kNz, kRcx);
      return;
    case kSta:
      return;
  }
}

// Writes to a register of the TIA.
void Translator::Poke(uint8_t address, Reg value, uint32_t length) {
  length_ = length;
  as_.Move(kRax, kCount);
  as_.Do(Alu::kAnd, kRax, kCycleMask);
  as_.Do(Alu::kCmp, kRax, InRun(offsetof(Run, cycle_limit)));
  const int32_t late = as_.JumpIf(If::kAboveOrEqual);
  as_.CompareShort(Field(&TiaState::written, (address & 0x3f) * 2), value);
  const int32_t changed = as_.JumpIf(If::kNotEqual);
  const int32_t resume = as_.here();
  Cold([=, this, next = at_ + length] {
    as_.Patch(changed, as_.here());
    as_.Move(kRdx, value);
    CallPoke(Helpers::PokeOf(address), next);
    as_.Patch(as_.Jump(), resume);
    as_.Patch(late, as_.here());
    as_.Move(kRsi, address);
    as_.Move(kRdx, value);
    CallPoke(Helpers::Poke, next);
    as_.Patch(as_.Jump(), resume);
  });
}

// Writes to the address in ecx, in page 0 or 1: RAM or the TIA.
void Translator::PokeAt(Reg value, uint32_t length) {
  as_.Test(kRcx, 0x80);
  const int32_t tia = as_.JumpIf(If::kEqual);
  as_.Do(Alu::kAnd, kRcx, 0x7f);
  as_.StoreByte(RamFrom(0, kRcx), value);
  const int32_t resume = as_.here();
  Cold([=, this, next = at_ + length] {
    as_.Patch(tia, as_.here());
    as_.Move(kRsi, kRcx);
    as_.Do(Alu::kAnd, kRcx, 0x3f);
    Mem written = Field(&TiaState::written);
    written.index = kRcx;
    written.scale = 1;
    as_.CompareShort(written, value);
    const int32_t changed = as_.JumpIf(If::kNotEqual);
    as_.Move(kRax, kCount);
    as_.Do(Alu::kAnd, kRax, kCycleMask);
    as_.Do(Alu::kCmp, kRax, InRun(offsetof(Run, cycle_limit)));
    as_.Patch(as_.JumpIf(If::kBelow), resume);
    as_.Patch(changed, as_.here());
    if (value != kRdx) as_.Move(kRdx, value);
    CallPoke(Helpers::Poke, next);
    as_.Patch(as_.Jump(), resume);
  });
}

// Reads a register of the TIA into eax.
void Translator::Peek(uint32_t address, uint8_t bus) {
  as_.Move(kRsi, address);
  as_.Move(kRdx, bus);
  CallHelper(Helpers::Peek);
}

// A store to WSYNC, which waits for the beginning of the next line, or to a
// register without effect.
void Translator::WaitSync(bool waits) {
  length_ = 2;
  as_.Move(kRax, kCount);
  as_.Do(Alu::kAnd, kRax, kCycleMask);
  as_.Do(Alu::kAdd, kRax, 3);
  as_.Do(Alu::kCmp, kRax, InRun(offsetof(Run, cycle_limit)));
  StepIf(If::kAboveOrEqual);
  Tick(3);
  if (!waits) return;
  as_.Move(kRcx, kCount);
  as_.Do(Alu::kAnd, kRcx, kCycleMask);
  as_.Do(Alu::kAdd, kRcx, InRun(offsetof(Run, line)));
  as_.Move(kRax, kRcx);
  as_.Do(Alu::kAdd, kRax, kLineCycles - 1);
  // Divides by 76 with the reciprocal 2^32 / 76, rounded up: exact below 2^27.
  as_.Multiply(kRax, kRax, static_cast<int32_t>((uint64_t{1} << 32) / 76 + 1));
  as_.Do(Shift::kShr, kRax, 32, true);
  as_.Multiply(kRax, kRax, kLineCycles);
  as_.Do(Alu::kSub, kRax, kRcx);
  as_.Do(Alu::kAdd, kCount, kRax, true);
}

void Translator::Timer(uint8_t code) {
  length_ = 3;
  Tick(4);
  uint32_t loop = kNoLoop;
  if (at_ + 5 <= size_ && p_[4] == 0xfb) {
    const uint8_t next = bank_->code[first_ + at_ + 3];
    loop = next == 0xd0 ? kUntilZero : next == 0x10 ? kWhilePositive : kNoLoop;
  }
  as_.Move(kRsi, 0u);
  as_.Move(kRdx, loop);
  CallHelper(Helpers::Timer);
  Apply(code == kLdaTimer ? kLda : code == kLdxTimer ? kLdx : kLdy);
}

// LDA or STA, absolute and indexed, from a base in page 0.
void Translator::ZeroBase(bool store, Reg index) {
  length_ = 3;
  as_.Move(kRcx, index);
  as_.Do(Alu::kAdd, kRcx, static_cast<int32_t>(uint32_t{p_[1]}));
  if (store) {
    Tick(5);
    PokeAt(kA, 3);
    return;
  }
  Tick(4);
  as_.Move(kRax, kRcx);
  as_.Do(Shift::kShr, kRax, 8);
  as_.Do(Alu::kAdd, kCount, kRax, true);
  as_.Test(kRcx, 0x80);
  const int32_t tia = as_.JumpIf(If::kEqual);
  as_.Do(Alu::kAnd, kRcx, 0x7f);
  as_.LoadByte(kRax, RamFrom(0, kRcx));
  const int32_t resume = as_.here();
  Apply(kLda);
  Cold([this, tia, resume, bus = p_[2]] {
    as_.Patch(tia, as_.here());
    as_.Move(kRsi, kRcx);
    as_.Move(kRdx, bus);
    CallHelper(Helpers::Peek);
    as_.Patch(as_.Jump(), resume);
  });
}

// Translates the codes of image.h that are not opcodes; false for opcodes.
bool Translator::Special(uint8_t code) {
  for (const TiaStore& store : kTiaStores) {
    if (code != store.code) continue;
    Tick(store.cycles);
    Poke(p_[1], store.value, store.length);
    return true;
  }
  static constexpr struct {
    uint8_t code;
    Op op;
    bool tia;  // else the RIOT
  } kReads[] = {{kLdaTia, kLda, true},   {kLdxTia, kLdx, true},
                {kOraTia, kOra, true},   {kBitTia, kBit, true},
                {kLdaRiot, kLda, false}, {kBitRiot, kBit, false},
                {kAndRiot, kAnd, false}};
  for (const auto& read : kReads) {
    if (code != read.code) continue;
    length_ = read.tia ? 2 : 3;
    Tick(length_ + 1);
    if (read.tia) {
      Peek(p_[1], p_[1]);
    } else {
      as_.Move(kRsi, Word());
      CallHelper(Helpers::Riot);
    }
    Apply(read.op);
    return true;
  }
  switch (code) {
    case kWsync:
    case kStoreNone:
      WaitSync(code == kWsync);
      return true;
    case kLdaTimer:
    case kLdxTimer:
    case kLdyTimer:
      Timer(code);
      return true;
    case kStaRamAbs:
    case kLdaRamAbs:
      length_ = 3;
      Tick(4);
      if (code == kStaRamAbs) {
        as_.StoreByte(Ram(p_[1]), kA);
      } else {
        as_.LoadByte(kRax, Ram(p_[1]));
        Apply(kLda);
      }
      return true;
    case kLdaZeroY:
    case kStaZeroY:
      ZeroBase(code == kStaZeroY, kY);
      return true;
    case kLdaZeroXAbs:
    case kStaZeroXAbs:
      ZeroBase(code == kStaZeroXAbs, kX);
      return true;
    default:
      return false;
  }
}

}  // namespace envpool::atari::vcs
