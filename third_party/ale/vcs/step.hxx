// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// The parts of an instruction, for step.cxx; decimal arithmetic also for
// cpu.cxx.

#ifndef ALE_VCS_STEP_HXX
#define ALE_VCS_STEP_HXX

#include "ale/vcs/vcs.hxx"

namespace ale {
namespace stella {

// Cycles before branches taken and pages crossed.
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

// BCD to binary and back, with Stella's results for what is not BCD.
inline int fromBcd(uint8_t value) { return (value >> 4) * 10 + (value & 0xf); }
inline uint8_t toBcd(int value) {
  if (value < 0) return fromBcd(value);  // beyond its table is the other one
  value &= 0xff;
  return value % 100 / 10 << 4 | value % 10;
}

struct Stepper {
  Vcs& vcs;
  VcsState& s;
  uint8_t bus = 0;

  void run();
  bool control(uint8_t opcode);
  void implied(uint8_t opcode);
  void store(uint8_t opcode, uint16_t address);
  void modify(uint8_t opcode, uint16_t address, uint8_t operand);
  void load(uint8_t opcode, uint8_t operand);
  uint16_t indexed(uint16_t base, uint8_t index, bool crossing);

  static bool isIllegalStop(uint8_t opcode) {
    return (opcode & 0x1f) == 0x12 ||
           ((opcode & 0x1f) == 0x02 && opcode < 0x80);
  }

  uint8_t read(uint16_t address) {
    if (!(address & 0x1080)) {
      bus = vcs.peekTia(address, bus);
    } else {
      bus = vcs.peek(address);
    }
    s.lastRead = true;
    return bus;
  }
  void write(uint16_t address, uint8_t value) {
    vcs.poke(address, value);
    bus = value;
    s.lastRead = false;
  }
  uint8_t fetch() { return read(s.pc++); }
  uint16_t fetchTwo() {
    const uint8_t low = fetch();
    return low | fetch() << 8;
  }
  // Not around the end of a page.
  uint16_t readTwo(uint16_t address) {
    const uint8_t low = read(address);
    return low | read(address + 1) << 8;
  }
  void push(uint8_t value) { write(0x100 + s.sp--, value); }

  uint8_t status() const {
    return 0x20 | (s.nz & 0x8080 ? 0x80 : 0) | s.v << 6 | s.b << 4 | s.d << 3 |
           s.i << 2 | (s.nz & 0xff ? 0 : 0x02) | s.c;
  }
  void setStatus(uint8_t value) {
    s.nz = (value & 0x80) << 8 | (value & 0x02 ? 0 : 1);
    s.v = value >> 6 & 1;
    s.b = true;
    s.d = value >> 3 & 1;
    s.i = value >> 2 & 1;
    s.c = value & 1;
  }

  void setA(uint8_t value) { s.nz = s.a = value; }
  uint8_t rotateLeft(uint8_t value) {
    const uint8_t carry = s.c;
    s.c = value >> 7;
    return value << 1 | carry;
  }
  uint8_t rotateRight(uint8_t value) {
    const uint8_t carry = s.c;
    s.c = value & 1;
    return value >> 1 | carry << 7;
  }
  void compare(uint8_t reg, uint8_t operand) {
    s.nz = static_cast<uint8_t>(reg - operand);
    s.c = reg >= operand;
  }
  void addBinary(uint8_t operand) {
    const int sum = s.a + operand + s.c;
    s.v = (~(s.a ^ operand) & (s.a ^ sum) & 0x80) != 0;
    s.c = sum > 0xff;
    setA(sum);
  }
  void add(uint8_t operand) {
    if (!s.d) return addBinary(operand);
    const uint8_t old = s.a;
    const int sum = fromBcd(s.a) + fromBcd(operand) + s.c;
    s.c = sum > 99;
    setA(toBcd(sum));
    s.v = ((old ^ s.a) & 0x80) && ((s.a ^ operand) & 0x80);
  }
  void subtract(uint8_t operand) {
    if (!s.d) return addBinary(~operand);
    const uint8_t old = s.a;
    int difference = fromBcd(s.a) - fromBcd(operand) - !s.c;
    if (difference < 0) difference += 100;
    setA(toBcd(difference));
    s.c = old >= operand + !s.c;
    s.v = ((old ^ s.a) & 0x80) && ((s.a ^ operand) & 0x80);
  }
  void arr(uint8_t operand) {
    if (!s.d) {
      const uint8_t value = (s.a & operand) >> 1 | s.c << 7;
      s.c = value >> 6 & 1;
      s.v = ((value >> 6 ^ value >> 5) & 1);
      setA(value);
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

}  // namespace stella
}  // namespace ale

#endif  // ALE_VCS_STEP_HXX
