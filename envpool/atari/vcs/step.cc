// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Runs any single instruction exactly as Stella's M6502Low does: it adds the
// cycles first and makes the same dummy accesses.

#include "envpool/atari/vcs/step.h"

#include <cstdint>

#include "envpool/atari/vcs/addressing.h"

namespace envpool::atari::vcs {
namespace {

// Whether the instruction only writes, so that a crossed page costs nothing.
bool IsStore(uint8_t opcode) {
  return (opcode >= 0x80 && opcode < 0xa0 && (opcode & 0x0f) != 0x09 &&
          opcode != 0x80 && opcode != 0x82 && (opcode & 0x1f) != 0x0b) ||
         opcode == 0x99 || opcode == 0x9b;
}

// Whether the instruction reads, modifies and writes, so that a crossed page
// costs nothing.
bool IsModify(uint8_t opcode) {
  const bool illegal = (opcode & 3) == 3 && (opcode & 0x1f) != 0x0b;
  const bool shifts = (opcode & 0x07) == 0x06;
  const bool group = opcode < 0x80 || opcode >= 0xc0;
  return group && (illegal || shifts);
}

}  // namespace

void Machine::Step() {
  Stepper stepper{*this, s_};
  stepper.Run();
  if (image_->kind() == CartridgeKind::kFE) MapCartridge();
}

void Stepper::Run() {
  const uint8_t opcode = Fetch();
  s.cycles += kCycles[opcode];
  if (Control(opcode)) return;
  if (IsIllegalStop(opcode)) {
    s.dead = true;
    return;
  }
  uint16_t address = 0;
  const bool is_store = IsStore(opcode);
  const bool is_modify = IsModify(opcode);
  switch (ModeOf(opcode)) {
    case kImplied:
      Implied(opcode);
      return;
    case kImmediate:
      address = s.pc++;
      break;
    case kZero:
      address = Fetch();
      break;
    case kZeroX:
      address = static_cast<uint8_t>(Fetch() + s.x);
      break;
    case kZeroY:
      address = static_cast<uint8_t>(Fetch() + s.y);
      break;
    case kAbsolute:
      address = FetchTwo();
      break;
    case kAbsoluteX:
      address = Indexed(FetchTwo(), s.x, !is_store && !is_modify);
      break;
    case kAbsoluteY:
      address = Indexed(FetchTwo(), s.y, !is_store && !is_modify);
      break;
    case kIndirectX: {
      const uint8_t pointer = Fetch() + s.x;
      address = ReadTwo(pointer);
      break;
    }
    case kIndirectY: {
      const uint8_t pointer = Fetch();
      address = Indexed(ReadTwo(pointer), s.y, !is_store && !is_modify);
      break;
    }
  }
  if (is_store) {
    Store(opcode, address);
  } else if (is_modify) {
    Modify(opcode, address, Read(address));
  } else {
    Load(opcode, Read(address));
  }
}

uint16_t Stepper::Indexed(uint16_t base, uint8_t index, bool crossing) {
  const uint16_t address = base + index;
  if (crossing && ((base ^ address) & 0xff00)) s.cycles += 1;
  return address;
}

// Runs jumps, branches and stack instructions; returns false for others.
bool Stepper::Control(uint8_t opcode) {
  if ((opcode & 0x1f) == 0x10) {
    Branch(opcode);
    return true;
  }
  return Jump(opcode) || PushOrPull(opcode);
}

void Stepper::Branch(uint8_t opcode) {
  const uint8_t operand = Fetch();
  const bool flags[4] = {(s.nz & 0x8080) != 0, s.v != 0, s.c != 0,
                         (s.nz & 0xff) == 0};
  if (flags[opcode >> 6] != static_cast<bool>(opcode & 0x20)) return;
  const uint16_t target = s.pc + static_cast<int8_t>(operand);
  s.cycles += (s.pc ^ target) & 0xff00 ? 2 : 1;
  s.pc = target;
}

bool Stepper::Jump(uint8_t opcode) {
  switch (opcode) {
    case 0x00:  // BRK
      Fetch();
      s.b = true;
      Push(s.pc >> 8);
      Push(s.pc & 0xff);
      Push(Status());
      s.i = true;
      s.pc = ReadTwo(0xfffe);
      return true;
    case 0x20: {  // JSR
      const uint8_t low = Fetch();
      Read(0x100 + s.sp);
      Push(s.pc >> 8);
      Push(s.pc & 0xff);
      s.pc = low | Read(s.pc) << 8;
      return true;
    }
    case 0x40:  // RTI
      Read(0x100 + s.sp++);
      SetStatus(Read(0x100 + s.sp++));
      s.pc = Read(0x100 + s.sp++);
      s.pc |= Read(0x100 + s.sp) << 8;
      return true;
    case 0x60:  // RTS
      Read(0x100 + s.sp++);
      s.pc = Read(0x100 + s.sp++);
      s.pc |= Read(0x100 + s.sp) << 8;
      Fetch();
      return true;
    case 0x4c:  // JMP
      s.pc = FetchTwo();
      return true;
    case 0x6c: {
      // The pointer's second byte wraps around to the start of the page.
      const uint16_t pointer = FetchTwo();
      const uint16_t next =
          (pointer & 0xff) == 0xff ? pointer & 0xff00 : pointer + 1;
      const uint8_t low = Read(pointer);
      s.pc = low | Read(next) << 8;
      return true;
    }
    default:
      return false;
  }
}

bool Stepper::PushOrPull(uint8_t opcode) {
  switch (opcode) {
    case 0x08:  // PHP
      Push(Status());
      return true;
    case 0x28:  // PLP
      Read(0x100 + s.sp++);
      SetStatus(Read(0x100 + s.sp));
      return true;
    case 0x48:  // PHA
      Push(s.a);
      return true;
    case 0x68:  // PLA
      Read(0x100 + s.sp++);
      SetA(Read(0x100 + s.sp));
      return true;
    default:
      return false;
  }
}

// Runs instructions that use only registers and flags.
void Stepper::Implied(uint8_t opcode) {
  switch (opcode) {
    case 0x0a:  // ASL
      s.c = s.a >> 7;
      return SetA(s.a << 1);
    case 0x4a:  // LSR
      s.c = s.a & 1;
      return SetA(s.a >> 1);
    case 0x2a:  // ROL
      return SetA(RotateLeft(s.a));
    case 0x6a:  // ROR
      return SetA(RotateRight(s.a));
    case 0x88:  // DEY, INY, DEX, INX
      s.nz = --s.y;
      return;
    case 0xc8:
      s.nz = ++s.y;
      return;
    case 0xca:
      s.nz = --s.x;
      return;
    case 0xe8:
      s.nz = ++s.x;
      return;
    case 0x8a:  // TXA, TYA, TAX, TAY, TSX, TXS
      return SetA(s.x);
    case 0x98:
      return SetA(s.y);
    case 0xaa:
      s.nz = s.x = s.a;
      return;
    case 0xa8:
      s.nz = s.y = s.a;
      return;
    case 0xba:
      s.nz = s.x = s.sp;
      return;
    case 0x9a:
      s.sp = s.x;
      return;
    default:
      SetFlag(opcode);
  }
}

void Stepper::SetFlag(uint8_t opcode) {
  switch (opcode) {
    case 0x18:  // CLC, SEC
    case 0x38:
      s.c = opcode >> 5 & 1;
      break;
    case 0x58:  // CLI, SEI
    case 0x78:
      s.i = opcode >> 5 & 1;
      break;
    case 0xb8:  // CLV
      s.v = 0;
      break;
    case 0xd8:  // CLD, SED
    case 0xf8:
      s.d = opcode >> 5 & 1;
      break;
    default:
      break;  // NOP
  }
}

void Stepper::Store(uint8_t opcode, uint16_t address) {
  const uint8_t next = (address >> 8) + 1;
  switch (opcode) {
    case 0x9b:  // SHS
      s.sp = s.a & s.x;
      return Write(address, s.a & s.x & next);
    case 0x93:
    case 0x9f:  // SHA
      return Write(address, s.a & s.x & next);
    case 0x9e:  // SHX
      return Write(address, s.x & next);
    case 0x9c:  // SHY
      return Write(address, s.y & next);
    default:
      switch (opcode & 3) {
        case 0:
          return Write(address, s.y);
        case 1:
          return Write(address, s.a);
        case 2:
          return Write(address, s.x);
        default:
          return Write(address, s.a & s.x);  // SAX
      }
  }
}

void Stepper::Modify(uint8_t opcode, uint16_t address, uint8_t operand) {
  uint8_t value;
  switch (opcode >> 5) {
    case 0:
      s.c = operand >> 7;
      value = operand << 1;
      break;
    case 1:
      value = RotateLeft(operand);
      break;
    case 2:
      s.c = operand & 1;
      value = operand >> 1;
      break;
    case 3:
      value = RotateRight(operand);
      break;
    case 6:
      value = operand - 1;
      break;
    default:
      value = operand + 1;
      break;
  }
  Write(address, value);
  if ((opcode & 3) != 3) {
    s.nz = value;
    return;
  }
  switch (opcode >> 5) {
    case 0:
      SetA(s.a | value);
      break;  // SLO
    case 1:
      SetA(s.a & value);
      break;  // RLA
    case 2:
      SetA(s.a ^ value);
      break;  // SRE
    case 3:
      Add(value);
      break;  // RRA
    case 6:
      Compare(s.a, value);
      break;  // DCP
    default:
      Subtract(value);
      break;  // ISB
  }
}

// Whether the instruction ignores the operand that it reads.
bool Stepper::IsNop(uint8_t opcode) {
  switch (opcode & 0x1f) {
    case 0x00:
      return opcode == 0x80;
    case 0x02:
      return opcode == 0x82 || opcode == 0xc2 || opcode == 0xe2;
    case 0x04:
      return opcode == 0x04 || opcode == 0x44 || opcode == 0x64;
    case 0x09:
      return opcode == 0x89;
    case 0x0c:
      return opcode == 0x0c;
    case 0x14:
    case 0x1c:
      return opcode < 0x80 || opcode >= 0xc0;
    default:
      return false;
  }
}

void Stepper::Load(uint8_t opcode, uint8_t operand) {
  if (IsNop(opcode) || Undocumented(opcode, operand)) return;
  switch (opcode & 3) {
    case 0:
      return LoadOrTestY(opcode, operand);
    case 1:
      return Accumulate(opcode, operand);
    case 2:  // LDX
      s.nz = s.x = operand;
      return;
    default:  // LAX
      s.x = operand;
      return SetA(operand);
  }
}

// LDY, and BIT, CPY and CPX, which have the same two lowest bits.
void Stepper::LoadOrTestY(uint8_t opcode, uint8_t operand) {
  switch (opcode >> 5) {
    case 1:  // BIT
      s.v = operand >> 6 & 1;
      s.nz = ((s.a & operand) != 0) | (operand & 0x80) << 8;
      return;
    case 6:
      return Compare(s.y, operand);
    case 7:
      return Compare(s.x, operand);
    default:
      s.nz = s.y = operand;
  }
}

void Stepper::Accumulate(uint8_t opcode, uint8_t operand) {
  switch (opcode >> 5) {
    case 0:
      return SetA(s.a | operand);
    case 1:
      return SetA(s.a & operand);
    case 2:
      return SetA(s.a ^ operand);
    case 3:
      return Add(operand);
    case 5:
      return SetA(operand);
    case 6:
      return Compare(s.a, operand);
    default:
      return Subtract(operand);
  }
}

// Runs the undocumented instructions that read an operand, except LAX; returns
// false for others.
bool Stepper::Undocumented(uint8_t opcode, uint8_t operand) {
  switch (opcode) {
    case 0x0b:
    case 0x2b:  // ANC
      SetA(s.a & operand);
      s.c = s.a >> 7;
      return true;
    case 0x4b: {  // ASR
      const uint8_t value = s.a & operand;
      s.c = value & 1;
      SetA(value >> 1);
      return true;
    }
    case 0x6b:  // ARR
      Arr(operand);
      return true;
    case 0x8b:  // ANE
      SetA((s.a | 0xee) & s.x & operand);
      return true;
    case 0xab:  // LXA
      SetA((s.a | 0xee) & operand);
      s.x = s.a;
      return true;
    case 0xbb:  // LAS
      s.sp &= operand;
      s.x = s.sp;
      SetA(s.sp);
      return true;
    case 0xcb: {  // SBX
      const uint16_t value = (s.x & s.a) - operand;
      s.x = value;
      s.nz = s.x;
      s.c = !(value & 0x100);
      return true;
    }
    case 0xeb:  // SBC
      Subtract(operand);
      return true;
    default:
      return false;
  }
}

}  // namespace envpool::atari::vcs
