// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Translator: writes the machine code of a cartridge's units, for
// translation.cc. A unit is what is mapped as a whole: a bank, or a slice of an
// E0 cartridge.
//
// Registers of translated code: rbx is the LiveState, rbp the counter, r9 the
// mapped ROM; r10d is the carry, r12d A, r13d X, r14d Y, all zero-extended;
// r15d is `nz` as in CpuState. The others are free within an instruction. SP, V
// and the rest of the state are in memory.
//
// Invariants: an instruction checks all that may send it to Machine::Step()
// before it changes anything. A write to the TIA that changes nothing and is
// before the frame's deadline is skipped; every other access to TIA and RIOT
// calls a Helper with the exact cycle. Backward branches and jumps check the
// count of instructions.
//
// Threads, ownership: a local variable of Translation::Make(). Errors:
// std::bad_alloc.

#ifndef ENVPOOL_ATARI_VCS_TRANSLATOR_H_
#define ENVPOOL_ATARI_VCS_TRANSLATOR_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "envpool/atari/vcs/addressing.h"
#include "envpool/atari/vcs/assembler.h"
#include "envpool/atari/vcs/image.h"
#include "envpool/atari/vcs/translation.h"

namespace envpool::atari::vcs {

class Translator {
 public:
  explicit Translator(const CartridgeImage& image);

  /// Appends the code of a unit that begins at an offset of the bank, and
  /// returns where the code of each of its bytes begins.
  std::vector<int32_t> Unit(const CodeBank& bank, uint32_t first,
                            uint32_t size);

  /// The code so far; its first byte is the function that Translation::Enter()
  /// calls.
  const std::vector<uint8_t>& bytes() const { return as_.bytes; }

  /// The most instructions that run without a check of their count.
  uint32_t longest() const { return longest_; }

 private:
  // Operations on the operand in eax. The first eight are in the order of the
  // 6502's opcodes.
  enum Op {
    kOra,
    kAnd,
    kEor,
    kAdc,
    kSta,
    kLda,
    kCmp,
    kSbc,
    kLdx,
    kLdy,
    kCpx,
    kCpy,
    kBit
  };
  struct Jump {
    int32_t at;       // what to patch
    uint32_t target;  // an offset in the unit
  };

  // translator.cc
  void Prologue();
  int32_t Thunk(bool stops);
  bool Instruction();

  // translator_flow.cc
  void Branch(uint8_t code);
  void JumpOut(uint32_t target);
  bool JumpTo(uint8_t code);
  void GoTo(uint32_t address);
  void Call();
  void Return();

  // translator_basic.cc
  bool Implied(uint8_t code);
  bool Stack(uint8_t code);
  void Modify(uint8_t code);
  void ModifyAt(uint8_t code, Mem mem);
  void ShiftByte(uint8_t code, Reg reg);
  bool Store(uint8_t code);
  void Status(Reg to);

  // translator_rare.cc
  bool Rare();
  bool RareRead(uint8_t opcode);
  bool RareAbsolute(Op op);
  bool RareIndexed(Op op, Reg index);
  void LoadIndexedIndirect();
  bool RareStore(uint8_t opcode);

  // translator_access.cc
  struct Reading {
    Op op;
    Mode mode;
  };
  static std::optional<Reading> Decode(uint8_t opcode);
  bool ReadOperand(uint8_t code);
  bool Special(uint8_t code);
  void Read(Mode mode, Op op);
  void LoadWord(Reg to, Mem low, Reg high_reg, Mem high);
  void LoadIndexed(uint32_t base, Reg index);
  void LoadIndirect();
  void LoadPointed(int cycles);
  void Apply(Op op);
  void Poke(uint8_t address, Reg value, uint32_t length);
  void PokeAt(Reg value, uint32_t length);
  void Peek(uint32_t address, uint8_t bus);
  void WaitSync(bool waits);
  void Timer(uint8_t code);
  void ZeroBase(bool store, Reg index);

  void Tick(int cycles);
  void CallHelper(Helpers::Helper* helper);
  void CallPoke(Helpers::Helper* helper, uint32_t next);
  void StepIf(If condition) { steps_.push_back({as_.JumpIf(condition), at_}); }
  void Cold(std::function<void()> code) { cold_.push_back(std::move(code)); }
  uint32_t Word() const { return p_[1] | p_[2] << 8; }

  Assembler as_;
  const bool sliced_, split_, cart_ram_, dpc_;
  const CartridgeImage& image_;
  const uint32_t read_from_, read_until_, read_span_;
  int32_t exit_ = 0, exit_at_pc_ = 0, stopped_ = 0, dispatch_ = 0;
  int32_t poke_ = 0, read_ = 0;

  // Of the unit.
  const CodeBank* bank_ = nullptr;
  uint32_t first_ = 0, size_ = 0;
  uint32_t half_ = 0;  // of an FE cartridge: a bit of its addresses
  std::vector<int32_t> entries_;
  std::vector<Jump> jumps_, steps_;
  // By offset: the instructions that may follow unchecked, or 0 for none.
  std::vector<uint32_t> next_, forward_;
  std::vector<std::function<void()>> cold_;

  uint32_t longest_ = 0;

  // Of the instruction: its offset in the unit, its bytes, its length.
  uint32_t at_ = 0, length_ = 0;
  const uint8_t* p_ = nullptr;
};

}  // namespace envpool::atari::vcs

#endif  // ENVPOOL_ATARI_VCS_TRANSLATOR_H_
