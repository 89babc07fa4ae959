// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Stepper: the parts of an instruction, for step.cc. cpu.cc uses the conversion
// of decimals, too.
//
// Threads, ownership: a Stepper lives while one instruction of its Machine
// runs. Errors: none; an invalid instruction stops the CPU.

#ifndef ENVPOOL_ATARI_VCS_STEP_H_
#define ENVPOOL_ATARI_VCS_STEP_H_

#include <cstdint>

#include "envpool/atari/vcs/machine.h"
#include "envpool/atari/vcs/state.h"

namespace envpool::atari::vcs {

// Cycles per opcode, not counting taken branches and crossed pages.
inline constexpr uint8_t kCycles[256] = {
    7, 6, 2, 8, 3, 3, 5, 5, 3, 2, 2, 2, 4, 4, 6, 6,  // 0
    2, 5, 2, 8, 4, 4, 6, 6, 2, 4, 2, 7, 4, 4, 7, 7,  // 1
    6, 6, 2, 8, 3, 3, 5, 5, 4, 2, 2, 2, 4, 4, 6, 6,  // 2
    2, 5, 2, 8, 4, 4, 6, 6, 2, 4, 2, 7, 4, 4, 7, 7,  // 3
    6, 6, 2, 8, 3, 3, 5, 5, 3, 2, 2, 2, 3, 4, 6, 6,  // 4
    2, 5, 2, 8, 4, 4, 6, 6, 2, 4, 2, 7, 4, 4, 7, 7,  // 5
    6, 6, 2, 8, 3, 3, 5, 5, 4, 2, 2, 2, 5, 4, 6, 6,  // 6
    2, 5, 2, 8, 4, 4, 6, 6, 2, 4, 2, 7, 4, 4, 7, 7,  // 7
    2, 6, 2, 6, 3, 3, 3, 3, 2, 2, 2, 2, 4, 4, 4, 4,  // 8
    2, 6, 2, 6, 4, 4, 4, 4, 2, 5, 2, 5, 5, 5, 5, 5,  // 9
    2, 6, 2, 6, 3, 3, 3, 4, 2, 2, 2, 2, 4, 4, 4, 4,  // a
    2, 5, 2, 5, 4, 4, 4, 4, 2, 4, 2, 4, 4, 4, 4, 4,  // b
    2, 6, 2, 8, 3, 3, 5, 5, 2, 2, 2, 2, 4, 4, 6, 6,  // c
    2, 5, 2, 8, 4, 4, 6, 6, 2, 4, 2, 7, 4, 4, 7, 7,  // d
    2, 6, 2, 8, 3, 3, 5, 5, 2, 2, 2, 2, 4, 4, 6, 6,  // e
    2, 5, 2, 8, 4, 4, 6, 6, 2, 4, 2, 7, 4, 4, 7, 7,  // f
};

// BCD to binary and back, with Stella's results for invalid BCD.
inline int FromBcd(uint8_t value) { return (value >> 4) * 10 + (value & 0xf); }
inline uint8_t ToBcd(int value) {
  if (value < 0) return FromBcd(value);  // Stella reads the preceding table
  value &= 0xff;
  return value % 100 / 10 << 4 | value % 10;
}

struct Stepper {
  Machine& vcs;
  MachineState& s;
  uint8_t bus = 0;

  void Run();
  bool Control(uint8_t opcode);
  void Branch(uint8_t opcode);
  bool Jump(uint8_t opcode);
  bool PushOrPull(uint8_t opcode);
  void Implied(uint8_t opcode);
  void SetFlag(uint8_t opcode);
  void Store(uint8_t opcode, uint16_t address);
  void Modify(uint8_t opcode, uint16_t address, uint8_t operand);
  void Load(uint8_t opcode, uint8_t operand);
  void LoadOrTestY(uint8_t opcode, uint8_t operand);
  void Accumulate(uint8_t opcode, uint8_t operand);
  bool Undocumented(uint8_t opcode, uint8_t operand);
  static bool IsNop(uint8_t opcode);
  uint16_t Indexed(uint16_t base, uint8_t index, bool crossing);

  static bool IsIllegalStop(uint8_t opcode) {
    return (opcode & 0x1f) == 0x12 ||
           ((opcode & 0x1f) == 0x02 && opcode < 0x80);
  }

  uint8_t Read(uint16_t address) {
    if (!(address & 0x1080)) {
      bus = vcs.PeekTia(address, bus);
    } else {
      bus = vcs.Peek(address);
    }
    s.last_read = true;
    return bus;
  }
  void Write(uint16_t address, uint8_t value) {
    vcs.Poke(address, value);
    bus = value;
    s.last_read = false;
  }
  uint8_t Fetch() { return Read(s.pc++); }
  uint16_t FetchTwo() {
    const uint8_t low = Fetch();
    return low | Fetch() << 8;
  }
  // Does not wrap at the end of a page.
  uint16_t ReadTwo(uint16_t address) {
    const uint8_t low = Read(address);
    return low | Read(address + 1) << 8;
  }
  void Push(uint8_t value) { Write(0x100 + s.sp--, value); }

  uint8_t Status() const {
    return 0x20 | (s.nz & 0x8080 ? 0x80 : 0) | s.v << 6 | s.b << 4 | s.d << 3 |
           s.i << 2 | (s.nz & 0xff ? 0 : 0x02) | s.c;
  }
  void SetStatus(uint8_t value) {
    s.nz = (value & 0x80) << 8 | (value & 0x02 ? 0 : 1);
    s.v = value >> 6 & 1;
    s.b = true;
    s.d = value >> 3 & 1;
    s.i = value >> 2 & 1;
    s.c = value & 1;
  }

  void SetA(uint8_t value) { s.nz = s.a = value; }
  uint8_t RotateLeft(uint8_t value) {
    const uint8_t carry = s.c;
    s.c = value >> 7;
    return value << 1 | carry;
  }
  uint8_t RotateRight(uint8_t value) {
    const uint8_t carry = s.c;
    s.c = value & 1;
    return value >> 1 | carry << 7;
  }
  void Compare(uint8_t reg, uint8_t operand) {
    s.nz = static_cast<uint8_t>(reg - operand);
    s.c = reg >= operand;
  }
  void AddBinary(uint8_t operand) {
    const int sum = s.a + operand + s.c;
    s.v = (~(s.a ^ operand) & (s.a ^ sum) & 0x80) != 0;
    s.c = sum > 0xff;
    SetA(sum);
  }
  void Add(uint8_t operand) {
    if (!s.d) return AddBinary(operand);
    const uint8_t old = s.a;
    const int sum = FromBcd(s.a) + FromBcd(operand) + s.c;
    s.c = sum > 99;
    SetA(ToBcd(sum));
    s.v = ((old ^ s.a) & 0x80) && ((s.a ^ operand) & 0x80);
  }
  void Subtract(uint8_t operand) {
    if (!s.d) return AddBinary(~operand);
    const uint8_t old = s.a;
    int difference = FromBcd(s.a) - FromBcd(operand) - !s.c;
    if (difference < 0) difference += 100;
    SetA(ToBcd(difference));
    s.c = old >= operand + !s.c;
    s.v = ((old ^ s.a) & 0x80) && ((s.a ^ operand) & 0x80);
  }
  void Arr(uint8_t operand) {
    if (!s.d) {
      const uint8_t value = (s.a & operand) >> 1 | s.c << 7;
      s.c = value >> 6 & 1;
      s.v = ((value >> 6 ^ value >> 5) & 1);
      SetA(value);
      return;
    }
    const uint8_t value = s.a & operand;
    uint8_t result = value >> 1 | s.c << 7;
    s.nz = (result != 0) | s.c << 15;
    s.v = (value ^ result) >> 6 & 1;
    if ((value & 0x0f) + (value & 0x01) > 0x05) {
      result = (result & 0xf0) | ((result + 0x06) & 0x0f);
    }
    s.c = (value & 0xf0) + (value & 0x10) > 0x50;
    if (s.c) result += 0x60;
    s.a = result;
  }
};

}  // namespace envpool::atari::vcs

#endif  // ENVPOOL_ATARI_VCS_STEP_H_
