// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Assembler: appends x86-64 instructions to a buffer, for translate.cc. It
// knows the few instructions that translated code needs.
//
// Threads: one at a time per object. Ownership: the buffer belongs to the
// object. Errors: std::bad_alloc.

#ifndef ENVPOOL_ATARI_VCS_ASSEMBLER_H_
#define ENVPOOL_ATARI_VCS_ASSEMBLER_H_

#include <cstdint>
#include <cstring>
#include <vector>

namespace envpool::atari::vcs {

enum Reg : uint8_t {
  kRax,
  kRcx,
  kRdx,
  kRbx,
  kRsp,
  kRbp,
  kRsi,
  kRdi,
  kR8,
  kR9,
  kR10,
  kR11,
  kR12,
  kR13,
  kR14,
  kR15,
  kNoReg = 0xff,
};

/// base + index * 2^scale + displacement.
struct Mem {
  Reg base;
  int32_t displacement = 0;
  Reg index = kNoReg;
  uint8_t scale = 0;
};

/// The two-operand instructions, by their opcode for a register operand.
enum class Alu : uint8_t {
  kAdd = 0x00,
  kOr = 0x08,
  kAdc = 0x10,
  kSbb = 0x18,
  kAnd = 0x20,
  kSub = 0x28,
  kXor = 0x30,
  kCmp = 0x38,
};

/// Shifts and rotations, by the field that selects them.
enum class Shift : uint8_t { kRcl = 2, kRcr = 3, kShl = 4, kShr = 5 };

/// Conditions of jumps and of Set().
enum class If : uint8_t {
  kOverflow = 0,
  kBelow = 2,
  kAboveOrEqual = 3,
  kEqual = 4,
  kNotEqual = 5,
  kAbove = 7,
};

class Assembler {
 public:
  std::vector<uint8_t> bytes;
  int32_t here() const { return static_cast<int32_t>(bytes.size()); }

  // Registers of 32 bits; the upper halves become 0.
  void Move(Reg to, Reg from) { RegReg(0x8b, to, from); }
  void Move(Reg to, uint32_t value) {
    Rex(false, kRax, to, kNoReg);
    Byte(0xb8 | (to & 7));
    Word32(value);
  }
  void Move64(Reg to, uint64_t value) {
    Rex(true, kRax, to, kNoReg);
    Byte(0xb8 | (to & 7));
    Word32(static_cast<uint32_t>(value));
    Word32(static_cast<uint32_t>(value >> 32));
  }
  void Move64(Reg to, Reg from) { RegReg(0x8b, to, from, true); }
  void Do(Alu alu, Reg to, Reg from, bool wide = false) {
    RegReg(static_cast<uint8_t>(alu) | 3, to, from, wide);
  }
  void Do(Alu alu, Reg to, int32_t value, bool wide = false) {
    const bool byte = value >= -128 && value < 128;
    Rex(wide, kRax, to, kNoReg);
    Byte(byte ? 0x83 : 0x81);
    Byte(0xc0 | static_cast<uint8_t>(alu) | (to & 7));
    byte ? Byte(static_cast<uint8_t>(value)) : Word32(value);
  }
  void Do(Alu alu, Reg to, Mem from, bool wide = false) {
    RegMem(static_cast<uint8_t>(alu) | 3, to, from, wide);
  }
  void Test(Reg a, Reg b) { RegReg(0x85, b, a); }
  void Test(Reg reg, uint32_t value) {
    Rex(false, kRax, reg, kNoReg);
    Byte(0xf7);
    Byte(0xc0 | (reg & 7));
    Word32(value);
  }
  void Do(Shift shift, Reg reg, uint8_t count, bool wide = false) {
    Rex(wide, kRax, reg, kNoReg);
    Byte(0xc1);
    Byte(0xc0 | static_cast<uint8_t>(shift) << 3 | (reg & 7));
    Byte(count);
  }
  /// to = from * value, of 64 bits.
  void Multiply(Reg to, Reg from, int32_t value) {
    RegReg(0x69, to, from, true);
    Word32(value);
  }

  // The lowest byte of a register; the others stay.
  void DoByte(Alu alu, Reg to, Reg from) {
    RegReg(static_cast<uint8_t>(alu) | 2, to, from);
  }
  void DoByte(Alu alu, Reg to, uint8_t value) {
    Rex(false, kRax, to, kNoReg);
    Byte(0x80);
    Byte(0xc0 | static_cast<uint8_t>(alu) | (to & 7));
    Byte(value);
  }
  /// Shifts by one.
  void DoByte(Shift shift, Reg reg) {
    Rex(false, kRax, reg, kNoReg);
    Byte(0xd0);
    Byte(0xc0 | static_cast<uint8_t>(shift) << 3 | (reg & 7));
  }
  void Increment(Reg reg, bool up) {
    Rex(false, kRax, reg, kNoReg);
    Byte(0xfe);
    Byte(0xc0 | (up ? 0 : 8) | (reg & 7));
  }
  void Test8(Reg a, Reg b) { RegReg(0x84, b, a); }
  void Set(If condition, Reg reg) {
    Rex(false, kRax, reg, kNoReg);
    Byte(0x0f);
    Byte(0x90 | static_cast<uint8_t>(condition));
    Byte(0xc0 | (reg & 7));
  }
  void Set(If condition, Mem to) {
    MemOperand({0x0f, static_cast<uint8_t>(0x90 | static_cast<int>(condition))},
               kRax, to, false);
  }

  // Memory.
  void LoadByte(Reg to, Mem from) { MemOperand({0x0f, 0xb6}, to, from, false); }
  void ZeroExtend(Reg to, Reg from) {
    Rex(false, to, from, kNoReg);
    Byte(0x0f);
    Byte(0xb6);
    Byte(0xc0 | (to & 7) << 3 | (from & 7));
  }
  void LoadShort(Reg to, Mem from) {
    MemOperand({0x0f, 0xb7}, to, from, false);
  }
  void Load(Reg to, Mem from) { RegMem(0x8b, to, from, false); }
  void Load64(Reg to, Mem from) { RegMem(0x8b, to, from, true); }
  void StoreByte(Mem to, Reg from) { RegMem(0x88, from, to, false); }
  void StoreByte(Mem to, uint8_t value) {
    RegMem(0xc6, kRax, to, false);
    Byte(value);
  }
  void StoreShort(Mem to, Reg from) {
    Byte(0x66);
    RegMem(0x89, from, to, false);
  }
  void Store(Mem to, Reg from) { RegMem(0x89, from, to, false); }
  void Store(Mem to, uint32_t value) {
    RegMem(0xc7, kRax, to, false);
    Word32(value);
  }
  void Store64(Mem to, Reg from) { RegMem(0x89, from, to, true); }
  void CompareByte(Mem a, uint8_t value) {
    RegMem(0x80, static_cast<Reg>(7), a, false);
    Byte(value);
  }
  void CompareShort(Mem a, Reg b) {
    Byte(0x66);
    RegMem(0x39, b, a, false);
  }
  void AddByte(Mem to, uint8_t value) {
    RegMem(0x80, kRax, to, false);
    Byte(value);
  }

  void Push(Reg reg) {
    Rex(false, kRax, reg, kNoReg);
    Byte(0x50 | (reg & 7));
  }
  void Pop(Reg reg) {
    Rex(false, kRax, reg, kNoReg);
    Byte(0x58 | (reg & 7));
  }
  void Return() { Byte(0xc3); }
  void CallReg(Reg reg) {
    Rex(false, kRax, reg, kNoReg);
    Byte(0xff);
    Byte(0xd0 | (reg & 7));
  }
  void JumpReg(Reg reg) {
    Rex(false, kRax, reg, kNoReg);
    Byte(0xff);
    Byte(0xe0 | (reg & 7));
  }
  void JumpMem(Mem to) { RegMem(0xff, static_cast<Reg>(4), to, false); }

  // Jumps; they return where their target is stored, for Patch().
  int32_t JumpIf(If condition) {
    Byte(0x0f);
    Byte(0x80 | static_cast<uint8_t>(condition));
    Word32(0);
    return here() - 4;
  }
  int32_t Jump() {
    Byte(0xe9);
    Word32(0);
    return here() - 4;
  }
  int32_t Call() {
    Byte(0xe8);
    Word32(0);
    return here() - 4;
  }
  void Patch(int32_t at, int32_t target) {
    const int32_t distance = target - (at + 4);
    std::memcpy(&bytes[at], &distance, 4);
  }

 private:
  struct Opcode {
    uint8_t first, second;
  };

  void Byte(uint32_t value) { bytes.push_back(static_cast<uint8_t>(value)); }
  void Word32(uint32_t value) {
    for (int i = 0; i < 32; i += 8) Byte(value >> i & 0xff);
  }
  // The prefix that extends register numbers to four bits. It is there always,
  // so that byte operations reach the lowest byte of every register.
  void Rex(bool wide, Reg reg, Reg base, Reg index) {
    const uint8_t x = index == kNoReg ? 0 : index >> 3;
    Byte(0x40 | wide << 3 | reg >> 3 << 2 | x << 1 | base >> 3);
  }
  void RegReg(uint8_t opcode, Reg reg, Reg rm, bool wide = false) {
    Rex(wide, reg, rm, kNoReg);
    Byte(opcode);
    Byte(0xc0 | (reg & 7) << 3 | (rm & 7));
  }
  void RegMem(uint8_t opcode, Reg reg, Mem mem, bool wide) {
    MemOperand({opcode, 0}, reg, mem, wide);
  }
  void MemOperand(Opcode opcode, Reg reg, Mem mem, bool wide) {
    Rex(wide, reg, mem.base, mem.index);
    Byte(opcode.first);
    if (opcode.first == 0x0f) Byte(opcode.second);
    const bool byte = mem.displacement >= -128 && mem.displacement < 128;
    const bool sib = mem.index != kNoReg || (mem.base & 7) == kRsp;
    Byte((byte ? 0x40 : 0x80) | (reg & 7) << 3 | (sib ? 4 : mem.base & 7));
    if (sib) {
      const uint8_t index = mem.index == kNoReg ? 4 : mem.index & 7;
      Byte(mem.scale << 6 | index << 3 | (mem.base & 7));
    }
    byte ? Byte(static_cast<uint8_t>(mem.displacement))
         : Word32(mem.displacement);
  }
};

}  // namespace envpool::atari::vcs

#endif  // ENVPOOL_ATARI_VCS_ASSEMBLER_H_
