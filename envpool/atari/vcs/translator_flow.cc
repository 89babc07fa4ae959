// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Branches and jumps.

#include <cstddef>
#include <cstdint>

#include "envpool/atari/vcs/image.h"
#include "envpool/atari/vcs/layout.h"
#include "envpool/atari/vcs/translator.h"

namespace envpool::atari::vcs {

using namespace layout;  // NOLINT(build/namespaces): names of registers

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
    forward_[at_] = target;
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
      return true;
    case 0x6c:  // JMP, indirect
      LoadWord(kRax, Ram(p_[1]), kRcx, Ram(p_[1] + 1));
      as_.Test(kRax, 0x1000);
      StepIf(If::kEqual);
      Tick(5);
      as_.Patch(as_.Jump(), dispatch_);
      return true;
    case 0x20:
      Call();
      return true;
    case 0x60:
      Return();
      return true;
    default:
      return false;
  }
}

// JSR.
void Translator::Call() {
  as_.LoadByte(kRcx, Field(&CpuState::sp));
  as_.Do(Alu::kCmp, kRcx, 0x81);
  StepIf(If::kBelow);
  Tick(6);
  as_.Load(kRax, InRun(offsetof(Run, origin)));
  as_.Do(Alu::kAdd, kRax, static_cast<int32_t>(at_ + 2));
  as_.StoreByte(RamFrom(-0x81, kRcx), kRax);
  as_.Do(Shift::kShr, kRax, 8);
  as_.StoreByte(RamFrom(-0x80, kRcx), kRax);
  as_.Do(Alu::kSub, kRcx, 2);
  as_.StoreByte(Field(&CpuState::sp), kRcx);
  GoTo(Word());
}

// RTS. It reads the byte at the return address and continues after it.
void Translator::Return() {
  as_.LoadByte(kRcx, Field(&CpuState::sp));
  as_.Do(Alu::kSub, kRcx, 0x80);
  as_.Do(Alu::kCmp, kRcx, 0x7d);
  StepIf(If::kAbove);
  LoadWord(kRax, RamFrom(1, kRcx), kRdx, RamFrom(2, kRcx));
  as_.Test(kRax, 0x1000);
  StepIf(If::kEqual);
  as_.Move(kRdx, kRax);
  as_.Do(Alu::kAnd, kRdx, 0xfff);
  const uint32_t until = read_until_ < 0xfff ? read_until_ : 0xfff;
  as_.Do(Alu::kSub, kRdx, static_cast<int32_t>(read_from_));
  as_.Do(Alu::kCmp, kRdx, static_cast<int32_t>(until - read_from_));
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
}

}  // namespace envpool::atari::vcs
