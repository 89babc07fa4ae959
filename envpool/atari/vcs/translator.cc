// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Entry and exit of translated code, and the order of its parts.

#include "envpool/atari/vcs/translator.h"

#include <algorithm>
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
  next_.assign(size, 0);
  forward_.assign(size, 0);
  for (uint32_t begin = 0; begin < size; ++begin) {
    // Instructions that follow one another have their code in a row.
    at_ = begin;
    while (entries_[at_] == 0) {
      entries_[at_] = as_.here();
      if (!Instruction()) break;
      if (at_ + length_ < size) next_[at_] = at_ + length_;
      at_ += length_;
      if (at_ == size) {  // only a slice continues in the next one
        JumpOut(at_);
        break;
      }
      if (entries_[at_] != 0) as_.Patch(as_.Jump(), entries_[at_]);
    }
  }
  // Unchecked code only goes forward, so that the last instructions are first.
  std::vector<uint32_t> runs(size, 1);
  for (uint32_t at = size; at-- > 0;) {
    for (const uint32_t to : {next_[at], forward_[at]}) {
      if (to != 0) runs[at] = std::max(runs[at], runs[to] + 1);
    }
    longest_ = std::max(longest_, runs[at]);
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
  if (JumpTo(code)) return false;
  const bool known = Special(code) || Store(code) || Stack(code) ||
                     Implied(code) || ReadOperand(code);
  if (!known) Modify(code);
  return true;
}

}  // namespace envpool::atari::vcs
