// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// The TIA's write registers. Before a register changes, all pixels that still
// depend on its old value are rendered.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "envpool/atari/vcs/machine.h"
#include "envpool/atari/vcs/tables.h"

namespace envpool::atari::vcs {
namespace {

// Colour clocks from a write to the change of the playfield's pixels, by the
// write's cycle in the line modulo 4.
constexpr uint8_t kPlayfieldDelays[4] = {4, 5, 2, 3};

constexpr uint8_t Bit(TiaObject object) { return 1 << object; }

}  // namespace

void Machine::Enable(TiaObject object, bool on) {
  s_.enabled = on ? s_.enabled | Bit(object) : s_.enabled & ~Bit(object);
}

void Machine::WritePf(uint16_t reg, uint8_t value) {
  Flush(Clock() + kPlayfieldDelays[(s_.cycles - s_.frame_start / 3) & 3]);
  const uint32_t bits = value;
  if (reg == tia::kPf0) {
    s_.pf = (s_.pf & 0xffff0) | bits >> 4;
  } else if (reg == tia::kPf1) {
    s_.pf = (s_.pf & 0xff00f) | bits << 4;
  } else {
    s_.pf = (s_.pf & 0x00fff) | bits << 12;
  }
  s_.written[reg] = value;
  Enable(kPF, s_.pf != 0);
  Touch(Bit(kPF));
}

void Machine::UpdateGrp(int player) {
  uint8_t grp = s_.vdelp[player] ? s_.dgrp[player] : s_.grp[player];
  if (s_.refp[player]) grp = kReversed[grp];
  s_.current_grp[player] = grp;
  Enable(player == 0 ? kP0 : kP1, grp != 0);
  Touch(Bit(player == 0 ? kP0 : kP1));
}

void Machine::UpdateBall() {
  Enable(kBL, s_.vdelbl ? s_.denabl : s_.enabl);
  Touch(0);
}

void Machine::UpdateMissile(int player) {
  Enable(player == 0 ? kM0 : kM1, s_.enam[player] && !s_.resmp[player]);
  Touch(0);
}

void Machine::ResetPlayer(int player) {
  Flush(Clock());
  const TiaObject object = player == 0 ? kP0 : kP1;
  const int hpos = Column();
  const int x = hpos < kBlankClocks ? 3 : (hpos - kBlankClocks + 5) % 160;
  const Copies& copies = kCopies[s_.nusiz[player] & 7];
  const int distance = (x - s_.pos[object] + 160) % 160;
  bool delay = false;
  bool display = false;
  for (int i = 0; i < copies.count; ++i) {
    const int at = distance - copies.at[i];
    delay |= at >= 0 && at < 4;
    display |= at >= 4 && at < 4 + 8 * copies.width;
  }
  // A copy that is being shown continues, approximately to its end. The reset
  // hides the first copy unless a copy is about to begin.
  if (display) Flush(Clock() + 11);
  s_.pos[object] = x;
  s_.skip_first[player] = !(delay && !display);
  s_.written[tia::kNusiz0 + player] =
      s_.skip_first[player] ? TiaState::kNotWritten : s_.nusiz[player];
  Touch(Bit(object));
}

void Machine::ResetMissile(int player) {
  Flush(Clock() + 8);
  const TiaObject object = player == 0 ? kM0 : kM1;
  const int hpos = Column();
  int x = hpos < kBlankClocks ? 2 : (hpos - kBlankClocks + 4) % 160;
  // Stella's special cases for Dolphin and Pitfall II.
  const int since_hmove = Clock() - s_.last_hmove;
  if (player == 0 && since_hmove == 20 * 3 && hpos == 69) x = 8;
  if (player == 1 && since_hmove == 3 * 3 && hpos == 18) x = 3;
  s_.pos[object] = x;
  if (player == 0) s_.m0_special = 0;
  Touch(Bit(object));
}

void Machine::ResetBall() {
  Flush(Clock());
  const int hpos = Column();
  int x = hpos < kBlankClocks ? 2 : (hpos - kBlankClocks + 4) % 160;
  // Stella's special cases for Escape from the Mindmaster, Decathlon, Robot
  // Tank and Hole Hunter.
  const int since_hmove = Clock() - s_.last_hmove;
  if (since_hmove == 18 * 3 && (hpos == 60 || hpos == 69)) {
    x = 10;
  } else if (since_hmove == 3 * 3 && hpos == 18) {
    x = 3;
  } else if (since_hmove == 7 * 3 && hpos == 30) {
    x = 6;
  } else if (since_hmove == 6 * 3 && hpos == 27) {
    x = 5;
  }
  s_.pos[kBL] = x;
  Touch(Bit(kBL));
}

void Machine::WriteResmp(int player, uint8_t value) {
  Flush(Clock());
  if (s_.resmp[player] && !(value & 0x02)) {
    const int nusiz = s_.nusiz[player] & 7;
    const int middle = nusiz == 5 ? 8 : nusiz == 7 ? 16 : 4;
    const TiaObject missile = player == 0 ? kM0 : kM1;
    s_.pos[missile] = (s_.pos[player == 0 ? kP0 : kP1] + middle) % 160;
    if (player == 0) s_.m0_special = 0;
    Touch(Bit(missile));
  }
  s_.resmp[player] = value & 0x02;
  UpdateMissile(player);
}

void Machine::MoveObjects() {
  Flush(Clock());
  const uint32_t cycle = (s_.cycles - s_.frame_start / 3) % kLineCycles;
  if (display_.hmove_blanks && BlanksBorder(cycle)) {
    s_.hmove_blank = true;
  }
  static constexpr TiaObject kOrder[5] = {kP0, kP1, kM0, kM1, kBL};
  for (int i = 0; i < 5; ++i) {
    const int8_t motion = kMotions[cycle][s_.hm[i]];
    const TiaObject object = kOrder[i];
    if (motion == 0) continue;
    int pos = s_.pos[object] + motion;
    if (pos >= 160) {
      pos -= 160;
    } else if (pos < 0) {
      pos += 160;
    }
    s_.pos[object] = pos;
    Touch(Bit(object));
  }
  for (int player = 0; player < 2; ++player) {
    if (!s_.skip_first[player]) continue;
    s_.skip_first[player] = false;
    Touch(Bit(player == 0 ? kP0 : kP1));
  }
  if (s_.m0_special) {
    s_.m0_special = 0;
    Touch(Bit(kM0));
  }
  s_.last_hmove = Clock();
  s_.cosmic_ark = false;
}

void Machine::WaitSync() {
  const uint32_t cycles =
      kLineCycles - (s_.cycles - s_.frame_start / 3) % kLineCycles;
  if (cycles < kLineCycles) s_.cycles += cycles;
}

void Machine::WriteVsync(uint8_t value) {
  Flush(Clock());
  s_.vsync = value;
  if (value & 0x02) {
    s_.vsync_finish = Clock() + kLineClocks;
  } else if (Clock() >= s_.vsync_finish) {
    s_.vsync_finish = TiaState::kNoVsync;
    s_.stop = true;
    s_.partial = false;
  }
}

inline void Machine::WriteVblank(uint8_t value) {
  Flush(Clock() + 1);
  if (!(s_.vblank & 0x80) && (value & 0x80)) s_.dump_enabled = true;
  if ((s_.vblank & 0x80) && !(value & 0x80)) {
    s_.dump_enabled = false;
    s_.dump_disabled_cycle = s_.cycles;
  }
  s_.vblank = value;
  Touch(0);
}

inline void Machine::WriteNusiz(int player, uint8_t value) {
  Flush(Clock() + 8);
  s_.nusiz[player] = value;
  s_.skip_first[player] = false;
  if (player == 0) s_.m0_special = 0;
  Touch(player == 0 ? Bit(kP0) | Bit(kM0) : Bit(kP1) | Bit(kM1));
}

inline void Machine::WriteColor(uint16_t reg, uint8_t value) {
  static constexpr uint8_t kColors[4] = {2, 3, 1, 0};
  Flush(Clock());
  s_.color[kColors[reg - tia::kColup0]] =
      (value & 0xfe) | (display_.pal && (s_.scanlines_of_last_frame & 1));
  Touch(0);
}

void Machine::WriteCtrlpf(uint8_t value) {
  Flush(Clock());
  s_.ctrlpf = value;
  s_.priority = (value & 0x06) << 5;
  if (Column() < kBlankClocks + 79) s_.reflected = value & 1;
  Touch(Bit(kPF) | Bit(kBL));
  s_.written[tia::kCtrlpf] =
      s_.reflected == (value & 1) ? value : TiaState::kNotWritten;
}

inline void Machine::WriteRefp(int player, uint8_t value) {
  if ((value & 0x08) == s_.refp[player]) return;
  Flush(Clock() + 1);
  s_.refp[player] = value & 0x08;
  s_.current_grp[player] = kReversed[s_.current_grp[player]];
  Touch(Bit(player == 0 ? kP0 : kP1));
}

// Functions for registers that games write many times per frame are `inline`,
// so that they become part of PokeTia.

// With VDEL, new graphics are shown only after the other player's are written.
inline void Machine::WriteGrp0(uint8_t value) {
  const bool shown = !s_.vdelp[0];
  const bool other = s_.vdelp[1] && s_.dgrp[1] != s_.grp[1];
  if (shown || other) Flush(Clock() + 1);
  s_.grp[0] = value;
  s_.dgrp[1] = s_.grp[1];
  if (shown) UpdateGrp(0);
  if (other) UpdateGrp(1);
  if (s_.dgrp[0] != s_.grp[0]) s_.written[tia::kGrp1] = TiaState::kNotWritten;
}

inline void Machine::WriteGrp1(uint8_t value) {
  const bool shown = !s_.vdelp[1];
  const bool other = s_.vdelp[0] && s_.dgrp[0] != s_.grp[0];
  const bool ball = s_.vdelbl && s_.denabl != s_.enabl;
  if (shown || other || ball) Flush(Clock() + 1);
  s_.grp[1] = value;
  s_.dgrp[0] = s_.grp[0];
  s_.denabl = s_.enabl;
  if (shown) UpdateGrp(1);
  if (other) UpdateGrp(0);
  if (ball) UpdateBall();
  if (s_.dgrp[1] != s_.grp[1]) s_.written[tia::kGrp0] = TiaState::kNotWritten;
}

inline void Machine::WriteEnabl(uint8_t value) {
  Flush(Clock());
  s_.enabl = value & 0x02;
  UpdateBall();
  if (s_.denabl != s_.enabl) s_.written[tia::kGrp1] = TiaState::kNotWritten;
}

inline void Machine::WriteEnam(int player, uint8_t value) {
  Flush(Clock());
  s_.enam[player] = value & 0x02;
  UpdateMissile(player);
}

void Machine::WriteVdelp(int player, uint8_t value) {
  Flush(Clock());
  s_.vdelp[player] = value & 0x01;
  UpdateGrp(player);
}

void Machine::WriteVdelbl(uint8_t value) {
  Flush(Clock());
  s_.vdelbl = value & 0x01;
  UpdateBall();
}

void Machine::WriteMotion(int object, uint8_t value) {
  const int8_t motion = value >> 4;
  if (object == 2 && Clock() == s_.last_hmove + 21 * 3 && s_.hm[2] == 7 &&
      motion == 6) {
    Flush(Clock());
    s_.cosmic_ark = true;
    s_.cosmic_ark_counter = 0;
    whole_line_ = kNoLine;
  }
  s_.hm[object] = motion;
}

void Machine::ClearMotions() {
  std::memset(s_.hm, 0, sizeof(s_.hm));
  for (int i = tia::kHmp0; i <= tia::kHmbl; ++i) s_.written[i] = 0;
}

void Machine::ClearCollisions() {
  Flush(Clock());
  s_.collision = 0;
  whole_line_ = kNoLine;
}

// Ends a frame that is too long at this write. Some registers take effect
// later.
void Machine::EndLongFrame(uint16_t reg) {
  int delay = 0;
  switch (reg) {
    case tia::kVblank:
    case tia::kRefp0:
    case tia::kRefp1:
    case tia::kGrp0:
    case tia::kGrp1:
      delay = 1;
      break;
    case tia::kNusiz0:
    case tia::kNusiz1:
    case tia::kResm0:
    case tia::kResm1:
      delay = 8;
      break;
    case tia::kPf0:
    case tia::kPf1:
    case tia::kPf2:
      delay = kPlayfieldDelays[Column() / 3 & 3];
      break;
    default:
      break;
  }
  Flush(Clock() + delay);
  s_.stop = true;
  s_.partial = false;
}

inline void Machine::WriteLateRegister(uint16_t reg, uint8_t value) {
  switch (reg) {
    case tia::kHmp0:
    case tia::kHmp1:
    case tia::kHmm0:
    case tia::kHmm1:
    case tia::kHmbl:
      WriteMotion(reg - tia::kHmp0, value);
      break;
    case tia::kVdelp0:
    case tia::kVdelp1:
      WriteVdelp(reg - tia::kVdelp0, value);
      break;
    case tia::kVdelbl:
      WriteVdelbl(value);
      break;
    case tia::kResmp0:
    case tia::kResmp1:
      WriteResmp(reg - tia::kResmp0, value);
      break;
    case tia::kHmove:
      return MoveObjects();
    case tia::kHmclr:
      return ClearMotions();
    case tia::kCxclr:
      return ClearCollisions();
    default:
      return;
  }
  s_.written[reg] = value;
}

// Writes to a register. If `reg` is a constant, only its case remains.
__attribute__((always_inline)) inline void Machine::WriteTia(uint16_t reg,
                                                             uint8_t value) {
  if (reg >= tia::kHmp0) return WriteLateRegister(reg, value);
  switch (reg) {
    case tia::kVsync:
      return WriteVsync(value);
    case tia::kVblank:
      WriteVblank(value);
      break;
    case tia::kWsync:
      if (s_.last_read) WaitSync();
      return;
    case tia::kNusiz0:
    case tia::kNusiz1:
      WriteNusiz(reg - tia::kNusiz0, value);
      break;
    case tia::kColup0:
    case tia::kColup1:
    case tia::kColupf:
    case tia::kColubk:
      WriteColor(reg, value);
      break;
    case tia::kCtrlpf:
      return WriteCtrlpf(value);
    case tia::kRefp0:
    case tia::kRefp1:
      WriteRefp(reg - tia::kRefp0, value);
      break;
    case tia::kPf0:
    case tia::kPf1:
    case tia::kPf2:
      return WritePf(reg, value);
    case tia::kResp0:
    case tia::kResp1:
      return ResetPlayer(reg - tia::kResp0);
    case tia::kResm0:
    case tia::kResm1:
      return ResetMissile(reg - tia::kResm0);
    case tia::kResbl:
      return ResetBall();
    case tia::kGrp0:
      WriteGrp0(value);
      break;
    case tia::kGrp1:
      WriteGrp1(value);
      break;
    case tia::kEnam0:
    case tia::kEnam1:
      WriteEnam(reg - tia::kEnam0, value);
      break;
    case tia::kEnabl:
      WriteEnabl(value);
      break;
    default:
      return;
  }
  s_.written[reg] = value;
}

void Machine::PokeTia(uint16_t address, uint8_t value) {
  const uint16_t reg = address & 0x3f;
  if (s_.cycles >= s_.deadline) EndLongFrame(reg);
  if (s_.written[reg] == value) return;
  WriteTia(reg, value);
}

Helpers::Result Helpers::Poke(Machine* machine, uint32_t address,
                              uint32_t value, uint64_t count) {
  LiveState& s = machine->s_;
  s.cycles = s.run.base + static_cast<uint32_t>(count & kCycleMask);
  s.last_read = true;
  machine->PokeTia(address, value);
  return {(count & ~kCycleMask) | (s.cycles - s.run.base), s.stop};
}

template <uint16_t kReg>
Helpers::Result Helpers::PokeRegister(Machine* machine, uint32_t,
                                      uint32_t value, uint64_t count) {
  LiveState& s = machine->s_;
  s.cycles = s.run.base + static_cast<uint32_t>(count & kCycleMask);
  s.last_read = true;
  machine->WriteTia(kReg, value);
  return {(count & ~kCycleMask) | (s.cycles - s.run.base), s.stop};
}

namespace {

template <size_t... kRegs>
constexpr std::array<Helpers::Helper*, sizeof...(kRegs)> MakePokes(
    std::index_sequence<kRegs...>) {
  return {Helpers::PokeRegister<kRegs>...};
}

}  // namespace

// A function per register.
Helpers::Helper* Helpers::PokeOf(uint32_t reg) {
  static constexpr auto kPokes = MakePokes(std::make_index_sequence<64>());
  return kPokes[reg & 0x3f];
}

}  // namespace envpool::atari::vcs
