// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// Execute(): translated code, or else the fast interpreter, which runs the
// instructions that image.cc classified, and leaves the others to Step().
//
// All instructions are in one long function, which includes reads.inc and
// writes.inc. Each instruction jumps to the label of the next one's code. The
// 6507's registers are local variables, so that the compiler keeps them in
// registers; with a function per instruction it would store and load them every
// time. Macros are used since functions cannot jump to a label.
//
#include "envpool/atari/vcs/machine.h"
#include "envpool/atari/vcs/step.h"

namespace envpool::atari::vcs {

// Each instruction: OP(code) { ... NEXT(bytes); }. `p` points at its first
// byte.
#define OP(code) op_##code:
#define DISPATCH() goto* kHandlers[p[sizeof(bank->byte)]]  // NOLINT
#define NEXT(bytes) \
  do {              \
    p += (bytes);   \
    DISPATCH();     \
  } while (false)
#define TICK(cycles) (count += kOne + (cycles))
#define CYCLES() (base + static_cast<uint32_t>(count & kCycleMask))

// These copy between the local variables and the state.
#define SAVE()                                                \
  do {                                                        \
    s.a = a, s.x = x, s.y = y, s.sp = sp, s.nz = nz, s.c = c; \
    s.cycles = CYCLES();                                      \
  } while (false)
#define SAVE_PC() (s.pc = high | static_cast<uint16_t>(p - bank->byte))
#define LOAD_CYCLES() (count = (count & ~kCycleMask) | (s.cycles - base))

#define ZERO ram[p[1] & 0x7f]
#define ABSOLUTE (p[1] | p[2] << 8)

// NOLINTNEXTLINE(google-readability-function-size): see above
void Machine::Interpret() {
#define H(code) &&op_##code
#define STEP &&step
  static const void* const kHandlers[256] = {
#include "envpool/atari/vcs/handlers.inc"
  };
#undef H
#undef STEP

  MachineState& s = s_;
  uint8_t* const ram = s.ram;
  const uint32_t read_from = image_->read_from();
  const uint32_t read_until = image_->read_until();
  const uint32_t read_span =
      image_->kind() == CartridgeKind::kFE ? 0 : read_until - read_from;
  const uint32_t base = s.cycles;
  uint64_t count = 0;
  uint32_t a, x, y, sp, nz, c;
  uint16_t high;
  const CodeBank* bank;
  const uint8_t* p;
  uint32_t operand, address;

  goto enter;

  // Instructions that this function cannot run.
step:
  SAVE();
  SAVE_PC();
stepping:
  count += kOne;
  Step();
  LOAD_CYCLES();
  if (s.stop || s.dead || count >> kCycleBits >= kMaxInstructions) return;
enter:
  if (s.dead) return;
  if (!(s.pc & 0x1000) || count >= kSoftLimit) goto stepping;
  bank = code_;
  high = s.pc & 0xf000;
  p = bank->byte + (s.pc & 0xfff);
  a = s.a, x = s.x, y = s.y, sp = s.sp, nz = s.nz, c = s.c;
  DISPATCH();

#include "envpool/atari/vcs/reads.inc"
#include "envpool/atari/vcs/writes.inc"
}

// Runs translated code, and Step() for what it leaves.
void Machine::Execute() {
  const Translation* const translation = image_->translation();
  if (translation == nullptr) return Interpret();
  Run& run = s_.run;
  run.count = 0;
  run.soft_limit = translation->soft_limit();
  run.machine = this;
  run.base = s_.cycles;
  run.cycle_limit = s_.deadline > run.base ? s_.deadline - run.base : 0;
  run.line = run.base - s_.frame_start / 3;
  while (!s_.dead) {
    if ((s_.pc & 0x1000) && run.count < run.soft_limit) {
      translation->Enter(&s_);
      if (s_.stop) return;
      s_.cycles = run.base + static_cast<uint32_t>(run.count & kCycleMask);
    }
    run.count += kOne;
    Step();
    run.count = (run.count & ~kCycleMask) | (s_.cycles - run.base);
    if (s_.stop || run.count >> kCycleBits >= kMaxInstructions) return;
  }
}

}  // namespace envpool::atari::vcs
