// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// The TIA's registers and constants.
//
// Threads, ownership, errors: none; these are values.

#ifndef ENVPOOL_ATARI_VCS_TABLES_H_
#define ENVPOOL_ATARI_VCS_TABLES_H_

#include <array>
#include <cstdint>

namespace envpool::atari::vcs {

// The write registers.
namespace tia {
enum Register : uint16_t {
  kVsync = 0x00,
  kVblank,
  kWsync,
  kNusiz0 = 0x04,
  kNusiz1,
  kColup0,
  kColup1,
  kColupf,
  kColubk,
  kCtrlpf,
  kRefp0,
  kRefp1,
  kPf0,
  kPf1,
  kPf2,
  kResp0,
  kResp1,
  kResm0,
  kResm1,
  kResbl,
  kGrp0 = 0x1b,  // 0x15 to 0x1a are audio
  kGrp1,
  kEnam0,
  kEnam1,
  kEnabl,
  kHmp0,
  kHmp1,
  kHmm0,
  kHmm1,
  kHmbl,
  kVdelp0,
  kVdelp1,
  kVdelbl,
  kResmp0,
  kResmp1,
  kHmove,
  kHmclr,
  kCxclr,
};
static_assert(kCtrlpf == 0x0a && kResbl == 0x14 && kCxclr == 0x2c);
}  // namespace tia

constexpr std::array<uint8_t, 256> MakeReversed() {
  std::array<uint8_t, 256> table{};
  for (int i = 0; i < 256; ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      if (i >> bit & 1) table[i] |= 0x80 >> bit;
    }
  }
  return table;
}

// Repeats each bit `times` times: 8 bits to 16, or to 32.
constexpr std::array<uint32_t, 256> MakeStretched(int times) {
  std::array<uint32_t, 256> table{};
  for (int i = 0; i < 256; ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      if (i >> bit & 1) table[i] |= ((1u << times) - 1) << (bit * times);
    }
  }
  return table;
}

// Expands each bit to a byte of 0x00 or 0xff.
constexpr std::array<uint64_t, 256> MakeBytes() {
  std::array<uint64_t, 256> table{};
  for (int i = 0; i < 256; ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      if (i >> bit & 1) table[i] |= uint64_t{0xff} << (bit * 8);
    }
  }
  return table;
}

inline constexpr std::array<uint8_t, 256> kReversed = MakeReversed();
inline constexpr std::array<uint32_t, 256> kTwice = MakeStretched(2);
inline constexpr std::array<uint32_t, 256> kFourTimes = MakeStretched(4);
inline constexpr std::array<uint64_t, 256> kBytes = MakeBytes();

// Indexed by the low three bits of NUSIZ: the offsets of a player's copies, and
// the width of its pixels. Missiles have the same copies.
struct Copies {
  uint8_t count, at[3], width;
};
inline constexpr Copies kCopies[8] = {
    {1, {0, 0, 0}, 1},   {2, {0, 16, 0}, 1}, {2, {0, 32, 0}, 1},
    {3, {0, 16, 32}, 1}, {2, {0, 64, 0}, 1}, {1, {0, 0, 0}, 2},
    {3, {0, 32, 64}, 1}, {1, {0, 0, 0}, 4},
};

// The pair of objects, by TiaObject, for each collision bit.
struct Pair {
  uint8_t a, b;
};
inline constexpr Pair kPairs[15] = {
    {1, 2}, {1, 0}, {3, 0}, {3, 2}, {0, 5}, {0, 4}, {2, 5}, {2, 4},
    {1, 5}, {1, 4}, {3, 5}, {3, 4}, {4, 5}, {0, 2}, {1, 3},
};

// The collisions that are possible for each set of objects.
constexpr std::array<uint16_t, 64> MakePossible() {
  std::array<uint16_t, 64> table{};
  for (int objects = 0; objects < 64; ++objects) {
    for (int bit = 0; bit < 15; ++bit) {
      if (objects >> kPairs[bit].a & objects >> kPairs[bit].b & 1) {
        table[objects] |= 1 << bit;
      }
    }
  }
  return table;
}
inline constexpr std::array<uint16_t, 64> kPossible = MakePossible();

// Colour clocks per scanline, and before its first pixel.
inline constexpr int kLineClocks = 228;
inline constexpr int kBlankClocks = 68;
inline constexpr int kLineCycles = kLineClocks / 3;

// The motion of an HMOVE in pixels to the right, by the cycle in the line and
// the motion register's four bits. HMOVE sends each object up to fifteen extra
// clocks, one every four colour clocks. Each moves the object one pixel left;
// a motion of 0 takes eight, which the blanked border makes up for. If HMOVE
// begins in the blank part of a line, only the extra clocks within that part
// count. If it begins late in a line, the clocks reach into the next line's
// blank part, and no blanked border makes up for the eight.
constexpr std::array<std::array<int8_t, 16>, kLineCycles> MakeMotions() {
  std::array<std::array<int8_t, 16>, kLineCycles> table{};
  const auto quarter = [](int clocks) {  // rounded down
    return (clocks + 4 * kLineClocks) / 4 - kLineClocks;
  };
  for (int cycle = 0; cycle < kLineCycles; ++cycle) {
    for (int bits = 0; bits < 16; ++bits) {
      const int right = bits < 8 ? -bits : 16 - bits;
      int motion = right;
      if (cycle <= 20) {
        const int least = quarter(3 * cycle - 35);
        if (motion < least) motion = least;
      } else if (cycle < kLineCycles - 1) {
        motion += 6 - quarter(3 * (cycle - 55) + 2);
        if (motion > 0) motion = 0;
      }
      table[cycle][bits] = static_cast<int8_t>(motion);
    }
  }
  return table;
}
inline constexpr auto kMotions = MakeMotions();

// Whether an HMOVE in this cycle of a line blanks the line's first 8 pixels.
constexpr bool BlanksBorder(int cycle) {
  return cycle <= 20 || cycle == kLineCycles - 1;
}

}  // namespace envpool::atari::vcs

#endif  // ENVPOOL_ATARI_VCS_TABLES_H_
