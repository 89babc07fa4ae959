// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// The TIA's registers and clocks.

#include "ale/emucore/TIA.hxx"

#include <algorithm>
#include <cstring>

#include "ale/vcs/tables.hxx"
#include "ale/vcs/vcs.hxx"

namespace ale {
namespace stella {
namespace {

constexpr int kBlank = 68;  // colour clocks before a line's first pixel
constexpr uint8_t bit(TiaObject object) { return 1 << object; }

}  // namespace

void Vcs::drawUntil(int32_t clock) {
  if (clock > s_.stopDisplay) clock = s_.stopDisplay;
  do {
    const int32_t from = 228 - s_.clocksToEndOfLine;
    int32_t clocks;
    // A line ends when something after it is drawn, not before.
    if (clock > s_.lastUpdate + s_.clocksToEndOfLine) {
      clocks = s_.clocksToEndOfLine;
      s_.clocksToEndOfLine = 228;
      s_.lastUpdate += clocks;
    } else {
      clocks = clock - s_.lastUpdate;
      s_.clocksToEndOfLine -= clocks;
      s_.lastUpdate = clock;
    }
    const int32_t x1 = from + clocks - kBlank;
    if (x1 > 0) {
      const int32_t x0 = from > kBlank ? from - kBlank : 0;
      if (x1 > x0) drawSegment(x0, x1);
      if (s_.hmoveBlank && x0 < 8) {
        if (drawing_) std::memset(pixels_ + s_.lineOffset + x0, 0, 8 - x0);
        if (x1 >= 8) s_.hmoveBlank = false;
      }
    }
    if (s_.clocksToEndOfLine == 228) endLine();
  } while (s_.lastUpdate < clock);

  if (s_.lastUpdate >= s_.stopDisplay) {
    s_.nextPixel = INT32_MAX;
  } else {
    s_.nextPixel = s_.lastUpdate + std::max(0, s_.clocksToEndOfLine - 160);
  }
}

void Vcs::endLine() {
  s_.lineOffset += 160;
  if (s_.reflected != (s_.ctrlpf & 1)) {
    s_.reflected = s_.ctrlpf & 1;
    touch(bit(kPF));
  }
  if (s_.skipFirst[0]) {
    s_.skipFirst[0] = false;
    touch(bit(kP0));
  }
  if (s_.skipFirst[1]) {
    s_.skipFirst[1] = false;
    touch(bit(kP1));
  }
  if (s_.cosmicArk) {
    static const uint8_t kMotion[4] = {18, 33, 0, 17};
    s_.cosmicArkCounter = (s_.cosmicArkCounter + 1) & 3;
    s_.pos[kM0] -= kMotion[s_.cosmicArkCounter];
    if (s_.pos[kM0] < 0) s_.pos[kM0] += 160;
    s_.m0Special = s_.cosmicArkCounter == 1 || s_.cosmicArkCounter == 2
                       ? s_.cosmicArkCounter
                       : 0;
    s_.written[0x04] = 0x100;
    touch(bit(kM0));
  }
}

void Vcs::waitSync() {
  const uint32_t cycles = 76 - (s_.cycles - s_.frameStart / 3) % 76;
  if (cycles < 76) s_.cycles += cycles;
}

uint8_t Vcs::peekTia(uint16_t address, uint8_t bus) {
  const uint8_t noise = bus & 0x3f;
  const int reg = address & 0xf;
  if (reg < 8) {
    flush(clock());
    const int two = s_.collision >> (reg < 6 ? reg * 2 : reg == 6 ? 12 : 13);
    return (two & 1 ? 0x80 : 0) | (two & 2 && reg != 6 ? 0x40 : 0) | noise;
  }
  switch (reg) {
    case 0x8:
    case 0x9:
    case 0xa:
    case 0xb: {
      const uint32_t needed = s_.pot[reg - 8];
      if (needed == 0) return 0x80 | noise;
      if (needed == UINT32_MAX || s_.dumpEnabled) return noise;
      const uint32_t full = s_.dumpDisabledCycle + (needed - 1);
      return s_.cycles > full ? 0x80 | noise : noise;
    }
    case 0xc:
    case 0xd:
      return s_.fire[reg - 0xc] ? 0x80 | noise : noise;
    default:
      return noise;
  }
}

void Vcs::enable(TiaObject object, bool on) {
  s_.enabled = on ? s_.enabled | bit(object) : s_.enabled & ~bit(object);
}

void Vcs::setPf(uint32_t pf, uint16_t address, uint8_t value) {
  // The pixels change some clocks later.
  static const uint8_t kDelays[4] = {4, 5, 2, 3};
  flush(clock() + kDelays[(s_.cycles - s_.frameStart / 3) & 3]);
  s_.pf = pf;
  s_.written[address] = value;
  enable(kPF, pf != 0);
  touch(bit(kPF));
}

void Vcs::updateGrp(int player) {
  uint8_t grp = s_.vdelp[player] ? s_.dgrp[player] : s_.grp[player];
  if (s_.refp[player]) grp = kReversed[grp];
  s_.currentGrp[player] = grp;
  enable(player == 0 ? kP0 : kP1, grp != 0);
  touch(bit(player == 0 ? kP0 : kP1));
}

void Vcs::updateBall() {
  enable(kBL, s_.vdelbl ? s_.denabl : s_.enabl);
  touch(0);
}

void Vcs::updateMissile(int player) {
  enable(player == 0 ? kM0 : kM1, s_.enam[player] && !s_.resmp[player]);
  touch(0);
}

void Vcs::resetPlayer(int player) {
  const TiaObject object = player == 0 ? kP0 : kP1;
  const int hpos = column();
  const int x = hpos < kBlank ? 3 : (hpos - kBlank + 5) % 160;
  const Copies& copies = kCopies[s_.nusiz[player] & 7];
  const int distance = (x - s_.pos[object] + 160) % 160;
  bool delay = false;
  bool display = false;
  for (int i = 0; i < copies.count; ++i) {
    const int at = distance - copies.at[i];
    delay |= at >= 0 && at < 4;
    display |= at >= 4 && at < 4 + 8 * copies.width;
  }
  // A copy that is being shown is shown to its end, roughly; only a reset while
  // a copy is about to begin does not hide the first one.
  if (display) flush(clock() + 11);
  s_.pos[object] = x;
  s_.skipFirst[player] = !(delay && !display);
  s_.written[0x04 + player] = s_.skipFirst[player] ? 0x100 : s_.nusiz[player];
  touch(bit(object));
}

void Vcs::resetMissile(int player) {
  const TiaObject object = player == 0 ? kM0 : kM1;
  const int hpos = column();
  int x = hpos < kBlank ? 2 : (hpos - kBlank + 4) % 160;
  // Stella's special cases for Dolphin and Pitfall II.
  const int sinceHmove = clock() - s_.lastHmove;
  if (player == 0 && sinceHmove == 20 * 3 && hpos == 69) x = 8;
  if (player == 1 && sinceHmove == 3 * 3 && hpos == 18) x = 3;
  s_.pos[object] = x;
  if (player == 0) s_.m0Special = 0;
  touch(bit(object));
}

void Vcs::resetBall() {
  const int hpos = column();
  int x = hpos < kBlank ? 2 : (hpos - kBlank + 4) % 160;
  // Stella's special cases for Escape from the Mindmaster, Decathlon, Robot
  // Tank and Hole Hunter.
  const int sinceHmove = clock() - s_.lastHmove;
  if (sinceHmove == 18 * 3 && (hpos == 60 || hpos == 69)) {
    x = 10;
  } else if (sinceHmove == 3 * 3 && hpos == 18) {
    x = 3;
  } else if (sinceHmove == 7 * 3 && hpos == 30) {
    x = 6;
  } else if (sinceHmove == 6 * 3 && hpos == 27) {
    x = 5;
  }
  s_.pos[kBL] = x;
  touch(bit(kBL));
}

void Vcs::releaseMissile(int player, uint8_t value) {
  if (s_.resmp[player] && !(value & 0x02)) {
    const int nusiz = s_.nusiz[player] & 7;
    const int middle = nusiz == 5 ? 8 : nusiz == 7 ? 16 : 4;
    const TiaObject missile = player == 0 ? kM0 : kM1;
    s_.pos[missile] = (s_.pos[player == 0 ? kP0 : kP1] + middle) % 160;
    if (player == 0) s_.m0Special = 0;
    touch(bit(missile));
  }
  s_.resmp[player] = value & 0x02;
  updateMissile(player);
}

void Vcs::moveObjects() {
  const uint32_t cycle = (s_.cycles - s_.frameStart / 3) % 76;
  if (hmoveBlanks_ && TIA::ourHMOVEBlankEnableCycles[cycle])
    s_.hmoveBlank = true;
  static constexpr TiaObject kOrder[5] = {kP0, kP1, kM0, kM1, kBL};
  for (int i = 0; i < 5; ++i) {
    const int motion = TIA::ourCompleteMotionTable[cycle][s_.hm[i]];
    const TiaObject object = kOrder[i];
    if (motion == 0) continue;
    int pos = s_.pos[object] + motion;
    if (pos >= 160) {
      pos -= 160;
    } else if (pos < 0) {
      pos += 160;
    }
    s_.pos[object] = pos;
    touch(bit(object));
  }
  for (int player = 0; player < 2; ++player) {
    if (!s_.skipFirst[player]) continue;
    s_.skipFirst[player] = false;
    touch(bit(player == 0 ? kP0 : kP1));
  }
  if (s_.m0Special) {
    s_.m0Special = 0;
    touch(bit(kM0));
  }
  s_.lastHmove = clock();
  s_.cosmicArk = false;
}

void Vcs::pokeTia(uint16_t address, uint8_t value) {
  const uint16_t reg = address & 0x3f;
  if (s_.cycles >= s_.deadline) {
    // The frame is too long: end it. Some registers take effect later.
    int delay = 0;
    if (reg == 0x01 || reg == 0x0b || reg == 0x0c || reg == 0x1b ||
        reg == 0x1c) {
      delay = 1;
    } else if (reg == 0x04 || reg == 0x05 || reg == 0x12 || reg == 0x13) {
      delay = 8;
    } else if (reg >= 0x0d && reg <= 0x0f) {
      static const uint8_t kDelays[4] = {4, 5, 2, 3};
      delay = kDelays[column() / 3 & 3];
    }
    flush(clock() + delay);
    s_.stop = true;
    s_.partial = false;
  }
  if (s_.written[reg] == value) return;

  switch (reg) {
    case 0x00:  // VSYNC
      flush(clock());
      s_.vsync = value;
      if (value & 0x02) {
        s_.vsyncFinish = clock() + 228;
      } else if (clock() >= s_.vsyncFinish) {
        s_.vsyncFinish = 0x7fffffff;
        s_.stop = true;
        s_.partial = false;
      }
      return;
    case 0x01:  // VBLANK
      flush(clock() + 1);
      if (!(s_.vblank & 0x80) && (value & 0x80)) s_.dumpEnabled = true;
      if ((s_.vblank & 0x80) && !(value & 0x80)) {
        s_.dumpEnabled = false;
        s_.dumpDisabledCycle = s_.cycles;
      }
      s_.vblank = value;
      touch(0);
      break;
    case 0x02:  // WSYNC
      if (s_.lastRead) waitSync();
      return;
    case 0x04:  // NUSIZ0
    case 0x05: {
      flush(clock() + 8);
      const int player = reg - 0x04;
      s_.nusiz[player] = value;
      s_.skipFirst[player] = false;
      if (player == 0) s_.m0Special = 0;
      touch(player == 0 ? bit(kP0) | bit(kM0) : bit(kP1) | bit(kM1));
      break;
    }
    case 0x06:  // COLUP0, COLUP1, COLUPF, COLUBK
    case 0x07:
    case 0x08:
    case 0x09: {
      flush(clock());
      static const uint8_t kColors[4] = {2, 3, 1, 0};
      s_.color[kColors[reg - 0x06]] =
          (value & 0xfe) | (colorLoss_ && (s_.scanlinesOfLastFrame & 1));
      touch(0);
      break;
    }
    case 0x0a:  // CTRLPF
      flush(clock());
      s_.ctrlpf = value;
      s_.priority = (value & 0x06) << 5;
      if (column() < kBlank + 79) s_.reflected = value & 1;
      touch(bit(kPF) | bit(kBL));
      s_.written[reg] = s_.reflected == (value & 1) ? value : 0x100;
      return;
    case 0x0b:  // REFP0
    case 0x0c: {
      const int player = reg - 0x0b;
      if ((value & 0x08) != s_.refp[player]) {
        flush(clock() + 1);
        s_.refp[player] = value & 0x08;
        s_.currentGrp[player] = kReversed[s_.currentGrp[player]];
        touch(bit(player == 0 ? kP0 : kP1));
      }
      break;
    }
    case 0x0d:  // PF0
      setPf((s_.pf & 0xffff0) | value >> 4, reg, value);
      return;
    case 0x0e:
      setPf((s_.pf & 0xff00f) | uint32_t{value} << 4, reg, value);
      return;
    case 0x0f:
      setPf((s_.pf & 0x00fff) | uint32_t{value} << 12, reg, value);
      return;
    case 0x10:  // RESP0
    case 0x11:
      flush(clock());
      resetPlayer(reg - 0x10);
      return;
    case 0x12:  // RESM0
    case 0x13:
      flush(clock() + 8);
      resetMissile(reg - 0x12);
      return;
    case 0x14:  // RESBL
      flush(clock());
      resetBall();
      return;
    case 0x1b: {  // GRP0
      // What is delayed is not shown yet.
      const bool shown = !s_.vdelp[0];
      const bool other = s_.vdelp[1] && s_.dgrp[1] != s_.grp[1];
      if (shown || other) flush(clock() + 1);
      s_.grp[0] = value;
      s_.dgrp[1] = s_.grp[1];
      if (shown) updateGrp(0);
      if (other) updateGrp(1);
      if (s_.dgrp[0] != s_.grp[0]) s_.written[0x1c] = 0x100;
      break;
    }
    case 0x1c: {  // GRP1
      const bool shown = !s_.vdelp[1];
      const bool other = s_.vdelp[0] && s_.dgrp[0] != s_.grp[0];
      const bool ball = s_.vdelbl && s_.denabl != s_.enabl;
      if (shown || other || ball) flush(clock() + 1);
      s_.grp[1] = value;
      s_.dgrp[0] = s_.grp[0];
      s_.denabl = s_.enabl;
      if (shown) updateGrp(1);
      if (other) updateGrp(0);
      if (ball) updateBall();
      if (s_.dgrp[1] != s_.grp[1]) s_.written[0x1b] = 0x100;
      break;
    }
    case 0x1d:  // ENAM0
    case 0x1e:
      flush(clock());
      s_.enam[reg - 0x1d] = value & 0x02;
      updateMissile(reg - 0x1d);
      break;
    case 0x1f:  // ENABL
      flush(clock());
      s_.enabl = value & 0x02;
      updateBall();
      if (s_.denabl != s_.enabl) s_.written[0x1c] = 0x100;
      break;
    case 0x20:  // HMP0
    case 0x21:
      s_.hm[reg - 0x20] = value >> 4;
      break;
    case 0x22: {  // HMM0
      const int8_t motion = value >> 4;
      if (clock() == s_.lastHmove + 21 * 3 && s_.hm[2] == 7 && motion == 6) {
        flush(clock());
        s_.cosmicArk = true;
        s_.cosmicArkCounter = 0;
        wholeLine_ = kNoLine;
      }
      s_.hm[2] = motion;
      break;
    }
    case 0x23:
    case 0x24:
      s_.hm[reg - 0x20] = value >> 4;
      break;
    case 0x25:  // VDELP0
    case 0x26:
      flush(clock());
      s_.vdelp[reg - 0x25] = value & 0x01;
      updateGrp(reg - 0x25);
      break;
    case 0x27:  // VDELBL
      flush(clock());
      s_.vdelbl = value & 0x01;
      updateBall();
      break;
    case 0x28:  // RESMP0
    case 0x29:
      flush(clock());
      releaseMissile(reg - 0x28, value);
      break;
    case 0x2a:  // HMOVE
      flush(clock());
      moveObjects();
      return;
    case 0x2b:  // HMCLR
      std::memset(s_.hm, 0, sizeof(s_.hm));
      for (int i = 0x20; i < 0x25; ++i) s_.written[i] = 0;
      return;
    case 0x2c:  // CXCLR
      flush(clock());
      s_.collision = 0;
      wholeLine_ = kNoLine;
      return;
    default:
      return;
  }
  s_.written[reg] = value;
}

}  // namespace stella
}  // namespace ale
