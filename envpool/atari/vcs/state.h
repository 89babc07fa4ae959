// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// MachineState: the complete state of a Machine's emulation, as plain data that
// is copied to save and to restore it.
//
// Threads, ownership, errors: none; these are values.

#ifndef ENVPOOL_ATARI_VCS_STATE_H_
#define ENVPOOL_ATARI_VCS_STATE_H_

#include <cstdint>
#include <limits>
#include <type_traits>

namespace envpool::atari::vcs {

/// 160 pixels, one bit each; pixel x is bit x % 64 of word x / 64.
struct Row {
  uint64_t w[3];
};

/// What the TIA renders: two players with a missile each, ball and playfield.
enum TiaObject { kP0, kM0, kP1, kM1, kBL, kPF, kObjects };

/// The 6507. Z is set if the low byte of `nz` is 0, N if `nz` has one of the
/// bits 0x8080.
struct CpuState {
  uint8_t a, x, y, sp;
  uint16_t pc, nz;
  uint8_t c, v, d, i, b;
  uint8_t dead;  // an invalid instruction has stopped the CPU
  uint8_t last_read;
  uint32_t cycles;
};

/// RAM and timer.
struct RiotState {
  uint8_t ram[128];
  uint32_t timer, timer_shift, timer_set, timer_interrupt_reset;
  uint8_t timer_read_after_interrupt, ddra;
};

/// The DPC, a chip of Pitfall II. It has a random number generator and eight
/// data fetchers; the last three can play music.
struct DpcState {
  double fraction;  // of a clock of the music's oscillator
  int32_t cycles;   // when the music was updated last
  uint16_t counter[8];
  uint8_t top[8], bottom[8], flag[8];
  uint8_t music[3], random;
};

struct CartridgeState {
  DpcState dpc;
  uint8_t bank, slices[4];
  uint8_t cart_ram[128];
};

/// Switches and controllers, constant during a frame.
struct Inputs {
  static constexpr uint32_t kNever = std::numeric_limits<uint32_t>::max();

  uint8_t swcha, swchb;
  uint8_t fire[2];
  uint32_t pot[4];  // cycles to charge each paddle's capacitor, or kNever
};

struct TiaState {
  // In colour clocks since cycle 0.
  int32_t frame_start, start_display, stop_display, last_update,
      clocks_to_end_of_line;
  int32_t next_pixel;  // up to this clock there is nothing to render
  int32_t scanlines_of_last_frame, current_scanline, vsync_finish;
  uint32_t deadline;    // a write at this cycle or later ends the frame
  int32_t line_offset;  // of the scanline being rendered, in pixels
  uint8_t partial, greyed, stop;

  // The registers.
  uint8_t enabled;  // a bit per TiaObject
  uint8_t vsync, vblank, nusiz[2], color[4], ctrlpf, priority;
  uint8_t refp[2], grp[2], dgrp[2], current_grp[2];
  uint8_t enam[2], enabl, denabl, vdelp[2], vdelbl, resmp[2];
  int8_t hm[5];  // P0, P1, M0, M1, BL
  uint32_t pf;
  uint16_t collision;
  int16_t pos[kObjects];  // by TiaObject
  uint8_t reflected;      // the playfield's right half on this line
  uint8_t skip_first[2];  // the player's first copy is not shown on this line
  uint8_t m0_special;     // 1: stretched, 2: off, by the "Cosmic Ark" bug
  int32_t last_hmove;
  uint8_t hmove_blank, cosmic_ark;
  uint32_t cosmic_ark_counter;
  uint8_t dump_enabled;
  int32_t dump_disabled_cycle;

  static constexpr int32_t kNoVsync = std::numeric_limits<int32_t>::max();

  // Derived data. `rows` has the pixels of each object without a bit in
  // `dirty`. `written` has the last value written to each register, or
  // kNotWritten if writing the same value again may change something.
  static constexpr uint16_t kNotWritten = 0x100;
  Row rows[kObjects];
  uint8_t dirty;
  uint16_t written[64];
};

struct MachineState : CpuState, RiotState, CartridgeState, Inputs, TiaState {};
static_assert(std::is_trivially_copyable_v<MachineState>);

}  // namespace envpool::atari::vcs

#endif  // ENVPOOL_ATARI_VCS_STATE_H_
