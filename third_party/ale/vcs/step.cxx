// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// One instruction, whatever it is and wherever it is, exactly as Stella's
// M6502Low runs it: cycles are added first, no dummy accesses but those it
// makes.

#include "ale/vcs/step.hxx"

namespace ale {
namespace stella {
namespace {

enum Mode : uint8_t {
  kImplied,
  kImmediate,
  kZero,
  kZeroX,
  kZeroY,
  kAbsolute,
  kAbsoluteX,
  kAbsoluteY,
  kIndirectX,
  kIndirectY,
};

// By the low five bits; the exceptions are in mode().
constexpr Mode kModes[32] = {
    kImmediate, kIndirectX, kImmediate, kIndirectX, kZero,      kZero,
    kZero,      kZero,      kImplied,   kImmediate, kImplied,   kImmediate,
    kAbsolute,  kAbsolute,  kAbsolute,  kAbsolute,  kImmediate, kIndirectY,
    kImplied,   kIndirectY, kZeroX,     kZeroX,     kZeroX,     kZeroX,
    kImplied,   kAbsoluteY, kImplied,   kAbsoluteY, kAbsoluteX, kAbsoluteX,
    kAbsoluteX, kAbsoluteX,
};

Mode mode(uint8_t opcode) {
  // STX, LDX and their relatives are indexed by Y.
  const bool byY = (opcode & 0xc2) == 0x82;
  const Mode usual = kModes[opcode & 0x1f];
  if (byY && usual == kZeroX) return kZeroY;
  if (byY && usual == kAbsoluteX) return kAbsoluteY;
  return usual;
}

// Whether the instruction writes only, so that a crossed page costs nothing.
bool isStore(uint8_t opcode) {
  return (opcode >= 0x80 && opcode < 0xa0 && (opcode & 0x0f) != 0x09 &&
          opcode != 0x80 && opcode != 0x82 && (opcode & 0x1f) != 0x0b) ||
         opcode == 0x99 || opcode == 0x9b;
}

// Whether it reads, changes and writes, which takes as long on any page.
bool isModify(uint8_t opcode) {
  const bool illegal = (opcode & 3) == 3 && (opcode & 0x1f) != 0x0b;
  const bool shifts = (opcode & 0x07) == 0x06;
  const bool group = opcode < 0x80 || opcode >= 0xc0;
  return group && (illegal || shifts);
}

}  // namespace

void Vcs::step() {
  Stepper stepper{*this, s_};
  stepper.run();
  if (image_->kind() == CartridgeKind::kFE) mapCartridge();
}

void Stepper::run() {
  const uint8_t opcode = fetch();
  s.cycles += kCycles[opcode];
  if (control(opcode)) return;
  if (isIllegalStop(opcode)) {
    s.dead = true;
    return;
  }
  uint16_t address = 0;
  const bool store = isStore(opcode);
  const bool modify = isModify(opcode);
  switch (mode(opcode)) {
    case kImplied:
      implied(opcode);
      return;
    case kImmediate:
      address = s.pc++;
      break;
    case kZero:
      address = fetch();
      break;
    case kZeroX:
      address = static_cast<uint8_t>(fetch() + s.x);
      break;
    case kZeroY:
      address = static_cast<uint8_t>(fetch() + s.y);
      break;
    case kAbsolute:
      address = fetchTwo();
      break;
    case kAbsoluteX:
      address = indexed(fetchTwo(), s.x, !store && !modify);
      break;
    case kAbsoluteY:
      address = indexed(fetchTwo(), s.y, !store && !modify);
      break;
    case kIndirectX: {
      const uint8_t pointer = fetch() + s.x;
      address = readTwo(pointer);
      break;
    }
    case kIndirectY: {
      const uint8_t pointer = fetch();
      address = indexed(readTwo(pointer), s.y, !store && !modify);
      break;
    }
  }
  if (store) {
    this->store(opcode, address);
  } else if (modify) {
    this->modify(opcode, address, read(address));
  } else {
    load(opcode, read(address));
  }
}

uint16_t Stepper::indexed(uint16_t base, uint8_t index, bool crossing) {
  const uint16_t address = base + index;
  if (crossing && ((base ^ address) & 0xff00)) s.cycles += 1;
  return address;
}

// Jumps, branches, and what uses the stack; false if it is none of these.
bool Stepper::control(uint8_t opcode) {
  if ((opcode & 0x1f) == 0x10) {
    const uint8_t operand = fetch();
    bool flag;
    switch (opcode >> 6) {
      case 0:
        flag = s.nz & 0x8080;
        break;
      case 1:
        flag = s.v;
        break;
      case 2:
        flag = s.c;
        break;
      default:
        flag = !(s.nz & 0xff);
    }
    if (flag == static_cast<bool>(opcode & 0x20)) {
      const uint16_t target = s.pc + static_cast<int8_t>(operand);
      s.cycles += (s.pc ^ target) & 0xff00 ? 2 : 1;
      s.pc = target;
    }
    return true;
  }
  switch (opcode) {
    case 0x00:  // BRK
      fetch();
      s.b = true;
      push(s.pc >> 8);
      push(s.pc & 0xff);
      push(status());
      s.i = true;
      s.pc = readTwo(0xfffe);
      return true;
    case 0x20: {  // JSR
      const uint8_t low = fetch();
      read(0x100 + s.sp);
      push(s.pc >> 8);
      push(s.pc & 0xff);
      s.pc = low | read(s.pc) << 8;
      return true;
    }
    case 0x40:  // RTI
      read(0x100 + s.sp++);
      setStatus(read(0x100 + s.sp++));
      s.pc = read(0x100 + s.sp++);
      s.pc |= read(0x100 + s.sp) << 8;
      return true;
    case 0x60:  // RTS
      read(0x100 + s.sp++);
      s.pc = read(0x100 + s.sp++);
      s.pc |= read(0x100 + s.sp) << 8;
      fetch();
      return true;
    case 0x4c:  // JMP
      s.pc = fetchTwo();
      return true;
    case 0x6c: {
      // The pointer's second byte is in the same page.
      const uint16_t pointer = fetchTwo();
      const uint16_t next =
          (pointer & 0xff) == 0xff ? pointer & 0xff00 : pointer + 1;
      const uint8_t low = read(pointer);
      s.pc = low | read(next) << 8;
      return true;
    }
    case 0x08:  // PHP
      push(status());
      return true;
    case 0x28:  // PLP
      read(0x100 + s.sp++);
      setStatus(read(0x100 + s.sp));
      return true;
    case 0x48:  // PHA
      push(s.a);
      return true;
    case 0x68:  // PLA
      read(0x100 + s.sp++);
      setA(read(0x100 + s.sp));
      return true;
    default:
      return false;
  }
}

void Stepper::implied(uint8_t opcode) {
  switch (opcode) {
    case 0x0a:
      s.c = s.a >> 7;
      setA(s.a << 1);
      break;
    case 0x4a:
      s.c = s.a & 1;
      setA(s.a >> 1);
      break;
    case 0x2a:
      setA(rotateLeft(s.a));
      break;
    case 0x6a:
      setA(rotateRight(s.a));
      break;
    case 0x18:
      s.c = 0;
      break;
    case 0x38:
      s.c = 1;
      break;
    case 0x58:
      s.i = 0;
      break;
    case 0x78:
      s.i = 1;
      break;
    case 0xb8:
      s.v = 0;
      break;
    case 0xd8:
      s.d = 0;
      break;
    case 0xf8:
      s.d = 1;
      break;
    case 0x88:
      s.nz = --s.y;
      break;
    case 0xc8:
      s.nz = ++s.y;
      break;
    case 0xca:
      s.nz = --s.x;
      break;
    case 0xe8:
      s.nz = ++s.x;
      break;
    case 0x8a:
      setA(s.x);
      break;
    case 0x98:
      setA(s.y);
      break;
    case 0xaa:
      s.nz = s.x = s.a;
      break;
    case 0xa8:
      s.nz = s.y = s.a;
      break;
    case 0xba:
      s.nz = s.x = s.sp;
      break;
    case 0x9a:
      s.sp = s.x;
      break;
    default:
      break;  // NOP
  }
}

void Stepper::store(uint8_t opcode, uint16_t address) {
  const uint8_t next = (address >> 8) + 1;
  switch (opcode) {
    case 0x9b:  // SHS
      s.sp = s.a & s.x;
      return write(address, s.a & s.x & next);
    case 0x93:
    case 0x9f:  // SHA
      return write(address, s.a & s.x & next);
    case 0x9e:  // SHX
      return write(address, s.x & next);
    case 0x9c:  // SHY
      return write(address, s.y & next);
    default:
      switch (opcode & 3) {
        case 0:
          return write(address, s.y);
        case 1:
          return write(address, s.a);
        case 2:
          return write(address, s.x);
        default:
          return write(address, s.a & s.x);  // SAX
      }
  }
}

void Stepper::modify(uint8_t opcode, uint16_t address, uint8_t operand) {
  uint8_t value;
  switch (opcode >> 5) {
    case 0:
      s.c = operand >> 7;
      value = operand << 1;
      break;
    case 1:
      value = rotateLeft(operand);
      break;
    case 2:
      s.c = operand & 1;
      value = operand >> 1;
      break;
    case 3:
      value = rotateRight(operand);
      break;
    case 6:
      value = operand - 1;
      break;
    default:
      value = operand + 1;
      break;
  }
  write(address, value);
  if ((opcode & 3) != 3) {
    s.nz = value;
    return;
  }
  switch (opcode >> 5) {
    case 0:
      setA(s.a | value);
      break;  // SLO
    case 1:
      setA(s.a & value);
      break;  // RLA
    case 2:
      setA(s.a ^ value);
      break;  // SRE
    case 3:
      add(value);
      break;  // RRA
    case 6:
      compare(s.a, value);
      break;  // DCP
    default:
      subtract(value);
      break;  // ISB
  }
}

void Stepper::load(uint8_t opcode, uint8_t operand) {
  switch (opcode) {
    case 0x0b:
    case 0x2b:  // ANC
      setA(s.a & operand);
      s.c = s.a >> 7;
      return;
    case 0x4b: {  // ASR
      const uint8_t value = s.a & operand;
      s.c = value & 1;
      setA(value >> 1);
      return;
    }
    case 0x6b:
      arr(operand);
      return;
    case 0x8b:
      setA((s.a | 0xee) & s.x & operand);
      return;   // ANE
    case 0xab:  // LXA
      setA((s.a | 0xee) & operand);
      s.x = s.a;
      return;
    case 0xbb:  // LAS
      s.sp &= operand;
      s.x = s.sp;
      setA(s.sp);
      return;
    case 0xcb: {  // SBX
      const uint16_t value = (s.x & s.a) - operand;
      s.x = value;
      s.nz = s.x;
      s.c = !(value & 0x100);
      return;
    }
    case 0xeb:
      subtract(operand);
      return;
    case 0xe0:
    case 0xe4:
    case 0xec:
      compare(s.x, operand);
      return;
    case 0xc0:
    case 0xc4:
    case 0xcc:
      compare(s.y, operand);
      return;
    case 0x24:
    case 0x2c:  // BIT
      s.v = operand >> 6 & 1;
      s.nz = ((s.a & operand) != 0) | (operand & 0x80) << 8;
      return;
    case 0x80:
    case 0x82:
    case 0x89:
    case 0xc2:
    case 0xe2:  // NOP
    case 0x04:
    case 0x44:
    case 0x64:
    case 0x14:
    case 0x34:
    case 0x54:
    case 0x74:
    case 0xd4:
    case 0xf4:
    case 0x0c:
    case 0x1c:
    case 0x3c:
    case 0x5c:
    case 0x7c:
    case 0xdc:
    case 0xfc:
      return;
    default:
      break;
  }
  switch (opcode & 3) {
    case 0:
      s.nz = s.y = operand;
      return;  // LDY
    case 2:
      s.nz = s.x = operand;
      return;  // LDX
    case 3:    // LAX
      s.x = operand;
      setA(operand);
      return;
    default:
      break;
  }
  switch (opcode >> 5) {
    case 0:
      setA(s.a | operand);
      return;
    case 1:
      setA(s.a & operand);
      return;
    case 2:
      setA(s.a ^ operand);
      return;
    case 3:
      add(operand);
      return;
    case 5:
      setA(operand);
      return;
    case 6:
      compare(s.a, operand);
      return;
    default:
      subtract(operand);
      return;
  }
}

}  // namespace stella
}  // namespace ale
