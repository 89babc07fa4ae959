// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Entry and exit of translated code, and the instructions that jump or use
// only registers, RAM and stack.

#include "envpool/atari/vcs/translator.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "envpool/atari/vcs/image.h"
#include "envpool/atari/vcs/layout.h"

namespace envpool::atari::vcs {

using namespace layout;  // NOLINT(build/namespaces): names of registers

Translator::Translator(const CartridgeImage& image)
    : sliced_(image.kind() == CartridgeKind::kE0),
      split_(image.kind() == CartridgeKind::kFE),
      cart_ram_(image.has_ram()),
      dpc_(image.kind() == CartridgeKind::kDpc),
      image_(image),
      read_from_(image.read_from()),
      read_until_(image.read_until()),
      read_span_(read_until_ - read_from_) {
  Prologue();
}

void Translator::Prologue() {
  static constexpr Reg kSaved[] = {kRbx, kRbp, kR12, kR13, kR14, kR15};
  // void Enter(LiveState* s, const void* entry).
  for (const Reg reg : kSaved) as_.Push(reg);
  as_.Do(Alu::kSub, kRsp, 8, true);  // calls need a multiple of 16
  as_.Move64(kState, kRdi);
  as_.Load64(kCount, InRun(offsetof(Run, count)));
  as_.Load64(kRom, InRun(offsetof(Run, rom)));
  as_.LoadByte(kA, Field(&CpuState::a));
  as_.LoadByte(kX, Field(&CpuState::x));
  as_.LoadByte(kY, Field(&CpuState::y));
  as_.LoadByte(kC, Field(&CpuState::c));
  as_.LoadShort(kNz, Field(&CpuState::nz));
  as_.JumpReg(kRsi);

  // After the end of a frame: drops the return address of a thunk.
  stopped_ = as_.here();
  as_.Do(Alu::kAdd, kRsp, 8, true);
  // eax is an offset in the unit.
  exit_ = as_.here();
  as_.Do(Alu::kAdd, kRax, InRun(offsetof(Run, origin)));
  exit_at_pc_ = as_.here();
  as_.StoreShort(Field(&CpuState::pc), kRax);
  as_.Store64(InRun(offsetof(Run, count)), kCount);
  as_.StoreByte(Field(&CpuState::a), kA);
  as_.StoreByte(Field(&CpuState::x), kX);
  as_.StoreByte(Field(&CpuState::y), kY);
  as_.StoreByte(Field(&CpuState::c), kC);
  as_.StoreShort(Field(&CpuState::nz), kNz);
  as_.Do(Alu::kAdd, kRsp, 8, true);
  for (int i = 5; i >= 0; --i) as_.Pop(kSaved[i]);
  as_.Return();

  // Jumps to the address in eax, which is in the cartridge.
  dispatch_ = as_.here();
  as_.Do(Alu::kCmp, kCount, InRun(offsetof(Run, soft_limit)), true);
  as_.Patch(as_.JumpIf(If::kAboveOrEqual), exit_at_pc_);
  as_.Move(kRcx, kRax);
  as_.Do(Alu::kAnd, kRcx, sliced_ ? 0xfc00 : 0xf000);
  as_.Store(InRun(offsetof(Run, origin)), kRcx);
  Mem entries = InRun(offsetof(Run, entries));
  if (sliced_) {
    as_.Do(Shift::kShr, kRcx, 10);
    as_.Do(Alu::kAnd, kRcx, 3);
    entries.index = kRcx;
    entries.scale = 3;
  }
  as_.Load64(kRcx, entries);
  as_.Do(Alu::kAnd, kRax, sliced_ ? 0x3ff : 0xfff);
  as_.JumpMem({kRcx, 0, kRax, 3});

  poke_ = Thunk(true);
  read_ = Thunk(false);
}

// Calls the helper in r11 with esi and edx; the value returns in eax. A write
// has the next instruction's offset in eax, where translated code is left if
// the frame has ended.
int32_t Translator::Thunk(bool stops) {
  const int32_t begin = as_.here();
  as_.StoreByte(Field(&CpuState::c), kC);
  as_.Push(kRax);
  as_.Load64(kRdi, InRun(offsetof(Run, machine)));
  as_.Move64(kRcx, kCount);
  as_.CallReg(kR11);
  as_.Move64(kCount, kRax);
  as_.Pop(kRax);
  as_.LoadByte(kC, Field(&CpuState::c));
  as_.Load64(kRom, InRun(offsetof(Run, rom)));
  if (stops) {
    as_.Test(kRdx, kRdx);
    as_.Patch(as_.JumpIf(If::kNotEqual), stopped_);
  } else {
    as_.Move(kRax, kRdx);
  }
  as_.Return();
  return begin;
}

void Translator::CallHelper(Helpers::Helper* helper) {
  as_.Move64(kR11, reinterpret_cast<uint64_t>(helper));
  as_.Patch(as_.Call(), read_);
}

void Translator::CallPoke(Helpers::Helper* helper, uint32_t next) {
  as_.Move64(kR11, reinterpret_cast<uint64_t>(helper));
  as_.Move(kRax, next);
  as_.Patch(as_.Call(), poke_);
}

std::vector<int32_t> Translator::Unit(const CodeBank& bank, uint32_t first,
                                      uint32_t size) {
  bank_ = &bank;
  first_ = first;
  size_ = size;
  half_ = &bank == &image_.bank(0) ? 0x2000 : 0;
  entries_.assign(size, 0);
  for (uint32_t begin = 0; begin < size; ++begin) {
    // Instructions that follow one another have their code in a row.
    at_ = begin;
    while (entries_[at_] == 0) {
      entries_[at_] = as_.here();
      if (!Instruction()) break;
      at_ += length_;
      if (at_ == size) {  // only a slice continues in the next one
        JumpOut(at_);
        break;
      }
      if (entries_[at_] != 0) as_.Patch(as_.Jump(), entries_[at_]);
    }
  }
  // Code may add code to `cold_`.
  for (const auto& code : std::exchange(cold_, {})) code();
  for (const Jump& jump : std::exchange(jumps_, {})) {
    as_.Patch(jump.at, entries_[jump.target]);
  }
  std::vector<int32_t> stubs(size, 0);
  for (const Jump& step : std::exchange(steps_, {})) {
    int32_t& stub = stubs[step.target];
    if (stub == 0) {
      stub = as_.here();
      as_.Move(kRax, step.target);
      as_.Patch(as_.Jump(), exit_);
    }
    as_.Patch(step.at, stub);
  }
  return entries_;
}

void Translator::Tick(int cycles) {
  as_.Do(Alu::kAdd, kCount, static_cast<int32_t>(kOne) + cycles, true);
}

// Translates the instruction at `at_`, and returns whether the next one in
// memory may follow it.
bool Translator::Instruction() {
  p_ = bank_->byte + first_ + at_;
  const uint8_t code = bank_->code[first_ + at_];
  if (code == kRare && Rare()) return true;
  if (code == kStep || code == kRare) {
    steps_.push_back({as_.Jump(), at_});
    return false;
  }
  const bool far = code >= kBplFar && code <= kBeqFar && (code & 3) == 3;
  if ((code & 0x1f) == 0x10 || far) {
    Branch(code);
    return true;
  }
  if (code == 0x4c || code == 0x6c || code == 0x20 || code == 0x60) {
    return JumpTo(code);
  }
  const bool known = Special(code) || Store(code) || Stack(code) ||
                     Implied(code) || ReadOperand(code);
  if (!known) Modify(code);
  return true;
}

void Translator::Branch(uint8_t code) {
  length_ = 2;
  const bool other_code = (code & 3) == 3;
  const int kind = other_code ? (code - kBplFar) / 4 : code >> 5;
  const uint32_t target = at_ + 2 + static_cast<int8_t>(p_[1]);
  const bool far = other_code || target >= size_;  // into another page
  Tick(2);
  switch (kind >> 1) {
    case 0:
      as_.Test(kNz, 0x8080);
      break;
    case 1:
      as_.CompareByte(Field(&CpuState::v), 0);
      break;
    case 2:
      as_.Test(kC, kC);
      break;
    default:
      as_.Test8(kNz, kNz);
  }
  // BPL, BVC, BCC and BNE have even numbers; Z is set if the byte is 0.
  const bool if_zero = (kind & 1) == (kind >> 1 == 3);
  const int32_t skip = as_.JumpIf(if_zero ? If::kNotEqual : If::kEqual);
  as_.Do(Alu::kAdd, kCount, far ? 2 : 1, true);
  if (target >= size_) {
    JumpOut(target);
  } else if (target > at_) {
    jumps_.push_back({as_.Jump(), target});
  } else {
    as_.Do(Alu::kCmp, kCount, InRun(offsetof(Run, soft_limit)), true);
    jumps_.push_back({as_.JumpIf(If::kBelow), target});
    as_.Move(kRax, target);
    as_.Patch(as_.Jump(), exit_);
  }
  as_.Patch(skip, as_.here());
}

// Jumps to an offset outside the unit.
void Translator::JumpOut(uint32_t target) {
  as_.Move(kRax, target);
  as_.Do(Alu::kAdd, kRax, InRun(offsetof(Run, origin)));
  as_.Test(kRax, 0x1000);
  as_.Patch(as_.JumpIf(If::kEqual), exit_at_pc_);
  as_.Patch(as_.Jump(), dispatch_);
}

// Ends a jump to an address.
void Translator::GoTo(uint32_t address) {
  if (sliced_) {
    as_.Move(kRax, address);
    as_.Patch(as_.Jump(), dispatch_);
    return;
  }
  as_.Store(InRun(offsetof(Run, origin)), address & 0xf000);
  as_.Do(Alu::kCmp, kCount, InRun(offsetof(Run, soft_limit)), true);
  jumps_.push_back({as_.JumpIf(If::kBelow), address & 0xfff});
  as_.Move(kRax, address);
  as_.Patch(as_.Jump(), exit_at_pc_);
}

bool Translator::JumpTo(uint8_t code) {
  switch (code) {
    case 0x4c:  // JMP
      Tick(3);
      GoTo(Word());
      return false;
    case 0x6c:  // JMP, indirect
      as_.LoadByte(kRax, Ram(p_[1]));
      as_.LoadByte(kRcx, Ram(p_[1] + 1));
      as_.Do(Shift::kShl, kRcx, 8);
      as_.Do(Alu::kOr, kRax, kRcx);
      as_.Test(kRax, 0x1000);
      StepIf(If::kEqual);
      Tick(5);
      as_.Patch(as_.Jump(), dispatch_);
      return false;
    case 0x20:  // JSR
      as_.LoadByte(kRcx, Field(&CpuState::sp));
      as_.Do(Alu::kCmp, kRcx, 0x81);
      StepIf(If::kBelow);
      Tick(6);
      as_.Load(kRax, InRun(offsetof(Run, origin)));
      as_.Do(Alu::kAdd, kRax, at_ + 2);
      as_.StoreByte(RamFrom(-0x81, kRcx), kRax);
      as_.Do(Shift::kShr, kRax, 8);
      as_.StoreByte(RamFrom(-0x80, kRcx), kRax);
      as_.Do(Alu::kSub, kRcx, 2);
      as_.StoreByte(Field(&CpuState::sp), kRcx);
      GoTo(Word());
      return false;
    default:  // RTS
      as_.LoadByte(kRcx, Field(&CpuState::sp));
      as_.Do(Alu::kSub, kRcx, 0x80);
      as_.Do(Alu::kCmp, kRcx, 0x7d);
      StepIf(If::kAbove);
      as_.LoadByte(kRax, RamFrom(1, kRcx));
      as_.LoadByte(kRdx, RamFrom(2, kRcx));
      as_.Do(Shift::kShl, kRdx, 8);
      as_.Do(Alu::kOr, kRax, kRdx);
      // The byte at the return address is read, then skipped.
      as_.Test(kRax, 0x1000);
      StepIf(If::kEqual);
      as_.Move(kRdx, kRax);
      as_.Do(Alu::kAnd, kRdx, 0xfff);
      as_.Do(Alu::kCmp, kRdx, read_until_ < 0xfff ? read_until_ : 0xfff);
      StepIf(If::kAboveOrEqual);
      if (split_) {
        as_.Test(kRax, 0x2000);
        StepIf(half_ != 0 ? If::kEqual : If::kNotEqual);
      }
      Tick(6);
      as_.Do(Alu::kAdd, kRcx, 0x82);
      as_.StoreByte(Field(&CpuState::sp), kRcx);
      as_.Do(Alu::kAdd, kRax, 1);
      as_.Patch(as_.Jump(), dispatch_);
      return false;
  }
}

bool Translator::Implied(uint8_t code) {
  length_ = 1;
  const auto move = [this](Reg to, Reg from) {
    Tick(2);
    as_.Move(to, from);
    as_.Move(kNz, from);
    return true;
  };
  const auto count = [this](Reg reg, bool up) {
    Tick(2);
    as_.Increment(reg, up);
    as_.Move(kNz, reg);
    return true;
  };
  const auto flag = [this](Mem mem, uint8_t value) {
    Tick(2);
    as_.StoreByte(mem, value);
    return true;
  };
  switch (code) {
    case 0xaa: return move(kX, kA);
    case 0xa8: return move(kY, kA);
    case 0x8a: return move(kA, kX);
    case 0x98: return move(kA, kY);
    case 0xe8: return count(kX, true);
    case 0xc8: return count(kY, true);
    case 0xca: return count(kX, false);
    case 0x88: return count(kY, false);
    case 0xd8: return flag(Field(&CpuState::d), 0);
    case 0xf8: return flag(Field(&CpuState::d), 1);
    case 0x58: return flag(Field(&CpuState::i), 0);
    case 0x78: return flag(Field(&CpuState::i), 1);
    case 0xb8: return flag(Field(&CpuState::v), 0);
    case 0xba:  // TSX
      Tick(2);
      as_.LoadByte(kX, Field(&CpuState::sp));
      as_.Move(kNz, kX);
      return true;
    case 0x9a:  // TXS
      Tick(2);
      as_.StoreByte(Field(&CpuState::sp), kX);
      return true;
    case 0x18:
    case 0x38:
      Tick(2);
      as_.Move(kC, code >> 5);
      return true;
    case 0xea:
      Tick(2);
      return true;
    case 0x0a: case 0x2a: case 0x4a: case 0x6a:
      Tick(2);
      // Adding -1 puts C into the processor's carry, for the rotations.
      if (code & 0x20) as_.DoByte(Alu::kAdd, kC, 0xff);
      as_.DoByte(code == 0x0a   ? Shift::kShl
                 : code == 0x2a ? Shift::kRcl
                 : code == 0x4a ? Shift::kShr
                                : Shift::kRcr,
                 kA);
      as_.Set(If::kBelow, kC);
      as_.Move(kNz, kA);
      return true;
    default:
      return false;
  }
}

// Puts the status register into a register.
void Translator::Status(Reg to) {
  static constexpr struct {
    uint8_t CpuState::*flag;
    uint8_t shift;
  } kFlags[] = {{&CpuState::v, 6}, {&CpuState::b, 4}, {&CpuState::d, 3},
                {&CpuState::i, 2}};
  as_.Move(to, kC);
  as_.Do(Alu::kOr, to, 0x20);
  for (const auto& flag : kFlags) {
    as_.LoadByte(kRax, Field(flag.flag));
    as_.Do(Shift::kShl, kRax, flag.shift);
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
  const int kind = code >> 5;  // ASL, ROL, LSR, ROR, -, -, DEC, INC
  if (kind >= 6) {
    as_.Increment(kNz, kind == 7);
  } else {
    static constexpr Shift kShifts[] = {Shift::kShl, Shift::kRcl, Shift::kShr,
                                        Shift::kRcr};
    if (kind & 1) as_.DoByte(Alu::kAdd, kC, 0xff);
    as_.DoByte(kShifts[kind], kNz);
    as_.Set(If::kBelow, kC);
  }
  as_.StoreByte(mem, kNz);
}

bool Translator::Store(uint8_t code) {
  length_ = 2;
  const Reg value = (code & 3) == 1 ? kA : (code & 3) == 2 ? kX : kY;
  switch (code) {
    case 0x84: case 0x85: case 0x86:
      Tick(3);
      as_.StoreByte(Ram(p_[1]), value);
      return true;
    case 0x94: case 0x95: case 0x96:
      Tick(4);
      as_.Move(kRcx, code == 0x96 ? kY : kX);
      as_.DoByte(Alu::kAdd, kRcx, p_[1]);
      PokeAt(value, 2);
      return true;
    case 0x91:
      as_.LoadByte(kRax, Ram(p_[1]));
      as_.LoadByte(kRcx, Ram(p_[1] + 1));
      as_.Do(Shift::kShl, kRcx, 8);
      as_.Do(Alu::kOr, kRcx, kRax);
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
