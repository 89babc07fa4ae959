// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// The fast interpreter: runs what image.cxx classified, leaves the rest to
// step().
//
// A frame ends after 25000 instructions at the latest. Only jumps look at the
// count, and near the limit everything is left to step(), one by one.

#include "ale/vcs/step.hxx"
#include "ale/vcs/vcs.hxx"

namespace ale {
namespace stella {
namespace {

constexpr uint32_t kMaxInstructions = 25000;
// Cycles in the low bits, instructions in the high ones: one addition for both.
constexpr int kCycleBits = 24;
constexpr uint64_t kOne = uint64_t{1} << kCycleBits;
constexpr uint64_t kCycleMask = kOne - 1;
// Between two jumps are less than 4096 instructions.
constexpr uint64_t kSoftLimit = (kMaxInstructions - 4200) * kOne;

}  // namespace

// Each instruction: OP(code) { ... NEXT(bytes); }. `p` points at its first
// byte.
#define OP(code) op_##code:
#define DISPATCH() goto* kHandlers[p[sizeof(bank->byte)]]
#define NEXT(bytes) \
  do {              \
    p += (bytes);   \
    DISPATCH();     \
  } while (false)
#define TICK(cycles) count += kOne + (cycles)
#define CYCLES() (base + static_cast<uint32_t>(count & kCycleMask))

// Between the local variables and the state.
#define SAVE()                                                \
  do {                                                        \
    s.a = a, s.x = x, s.y = y, s.sp = sp, s.nz = nz, s.c = c; \
    s.cycles = CYCLES();                                      \
  } while (false)
#define SAVE_PC() s.pc = high | static_cast<uint16_t>(p - bank->byte)
#define LOAD_CYCLES() count = (count & ~kCycleMask) | (s.cycles - base)

#define ZERO ram[p[1] & 0x7f]
#define ABSOLUTE (p[1] | p[2] << 8)

void Vcs::execute() {
#define H(code) &&op_##code
#define STEP &&step
  static const void* const kHandlers[256] = {
#include "ale/vcs/handlers.inc"
  };
#undef H
#undef STEP

  VcsState& s = s_;
  uint8_t* const ram = s.ram;
  const uint32_t readFrom = image_->readFrom();
  const uint32_t readUntil = image_->readUntil();
  const uint32_t readSpan =
      image_->kind() == CartridgeKind::kFE ? 0 : readUntil - readFrom;
  const uint32_t base = s.cycles;
  uint64_t count = 0;
  uint32_t a, x, y, sp, nz, c;
  uint16_t high;
  const CodeBank* bank;
  const uint8_t* p;
  uint32_t operand, address;

  goto enter;

  // What cannot be run here.
step:
  SAVE();
  SAVE_PC();
stepping:
  count += kOne;
  step();
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

#include "ale/vcs/reads.inc"
#include "ale/vcs/writes.inc"
}

}  // namespace stella
}  // namespace ale
