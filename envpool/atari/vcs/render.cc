// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// From the TIA's registers to pixels and collisions.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>

#include "envpool/atari/vcs/machine.h"
#include "envpool/atari/vcs/paint.h"
#include "envpool/atari/vcs/tables.h"

namespace envpool::atari::vcs {
namespace {

constexpr uint8_t Bit(TiaObject object) { return 1 << object; }

// Sets the row to `bits` from column `at` on, and to `far` from column at + 64
// on; both wrap at the end of the line. at <= 160.
void Place(Row* row, uint64_t bits, uint64_t far, int at) {
  uint64_t words[6] = {};
  const int word = at >> 6;
  const int shift = at & 63;
  // Two shifts, since a shift by 64 is undefined.
  words[word] = bits << shift;
  words[word + 1] = (bits >> 1 >> (63 - shift)) | far << shift;
  words[word + 2] = far >> 1 >> (63 - shift);
  row->w[0] = words[0] | words[2] >> 32 | words[3] << 32;
  row->w[1] = words[1] | words[3] >> 32 | words[4] << 32;
  row->w[2] = words[2] & 0xffffffff;
}

// Multiplying a copy's pixels by `near` repeats them at the offsets below 64 of
// the copies for each NUSIZ, without the first copy in the second half.
struct Repeat {
  uint64_t near;
  bool far;  // whether there is a copy at offset 64
};
constexpr std::array<Repeat, 16> MakeRepeats() {
  std::array<Repeat, 16> table{};
  for (int i = 0; i < 16; ++i) {
    const Copies& copies = kCopies[i & 7];
    for (int copy = i >> 3; copy < copies.count; ++copy) {
      if (copies.at[copy] == 64) {
        table[i].far = true;
      } else {
        table[i].near |= uint64_t{1} << copies.at[copy];
      }
    }
  }
  return table;
}
constexpr std::array<Repeat, 16> kRepeats = MakeRepeats();

void PlacePlayer(Row* row, uint8_t grp, int pos, uint8_t nusiz,
                 bool skip_first) {
  const Repeat& repeat = kRepeats[skip_first << 3 | (nusiz & 7)];
  uint64_t bits = kReversed[grp];
  const uint8_t width = kCopies[nusiz & 7].width;
  if (width != 1) {
    bits = width == 2 ? kTwice[bits] : kFourTimes[bits];
    ++pos;
  }
  Place(row, bits * repeat.near, repeat.far ? bits : 0, pos);
}

void PlaceMissile(Row* row, int pos, uint8_t nusiz, int size) {
  const Repeat& repeat = kRepeats[nusiz & 7];
  const uint64_t bits = (1u << (1 << size)) - 1;
  Place(row, bits * repeat.near, repeat.far ? bits : 0, pos);
}

void PlacePlayfield(Row* row, uint32_t pf, bool reflected) {
  // 20 cells from left to right; `wide` makes each four pixels wide.
  const uint32_t left =
      (pf & 0xf) | kReversed[pf >> 4 & 0xff] << 4 | (pf >> 12 & 0xff) << 12;
  uint32_t right = left;
  if (reflected) {
    right = (kReversed[left & 0xff] << 16 | kReversed[left >> 8 & 0xff] << 8 |
             kReversed[left >> 16]) >>
            4;
  }
  const auto wide = [](uint32_t cells) {
    return uint64_t{kFourTimes[cells & 0xff]} |
           uint64_t{kFourTimes[cells >> 8 & 0xff]} << 32;
  };
  const uint64_t right_low = wide(right);
  row->w[0] = wide(left);
  row->w[1] = kFourTimes[left >> 16] | right_low << 16;
  row->w[2] = right_low >> 48 | uint64_t{kFourTimes[right >> 16]} << 16;
}

constexpr Row kNone = {{0, 0, 0}};
// The pixels left of each column.
constexpr std::array<Row, 161> MakeLeftOf() {
  std::array<Row, 161> table{};
  for (int x = 0; x < 160; ++x) {
    table[x + 1] = table[x];
    table[x + 1].w[x >> 6] |= uint64_t{1} << (x & 63);
  }
  return table;
}
constexpr std::array<Row, 161> kLeftOf = MakeLeftOf();
constexpr const Row& kLeft = kLeftOf[80];

// The pixels x0..x1 - 1. A table is several times as fast as a loop over words,
// which compilers replace by a call of memset.
Row Between(uint32_t x0, uint32_t x1) {
  const Row &from = kLeftOf[x0], &to = kLeftOf[x1];
  return {{to.w[0] & ~from.w[0], to.w[1] & ~from.w[1], to.w[2] & ~from.w[2]}};
}

}  // namespace

void Machine::UpdateRows(uint32_t objects) {
  s_.dirty &= ~objects;
  for (; objects != 0; objects &= objects - 1) {
    const int i = __builtin_ctz(objects);
    Row* row = &s_.rows[i];
    switch (i) {
      case kP0:
      case kP1: {
        const int p = i == kP1;
        PlacePlayer(row, s_.current_grp[p], s_.pos[i], s_.nusiz[p],
                    s_.skip_first[p]);
        break;
      }
      case kM0:
        if (s_.m0_special == 2) {
          *row = kNone;
        } else {
          const int size = (s_.nusiz[0] >> 4 & 3) | s_.m0_special;
          PlaceMissile(row, s_.pos[i], s_.nusiz[0], size);
        }
        break;
      case kM1:
        PlaceMissile(row, s_.pos[i], s_.nusiz[1], s_.nusiz[1] >> 4 & 3);
        break;
      case kBL: {
        const int size = s_.ctrlpf >> 4 & 3;
        Place(row, (1u << (1 << size)) - 1, 0, s_.pos[i]);
        break;
      }
      default:
        PlacePlayfield(row, s_.pf, s_.reflected);
    }
  }
}

void Machine::Collide(uint32_t need, uint32_t x0, uint32_t x1) {
  const Row range = Between(x0, x1);
  const Row* row[kObjects];
  for (int i = 0; i < kObjects; ++i) {
    row[i] = s_.enabled >> i & 1 ? &s_.rows[i] : &kNone;
  }
  const uint32_t last = (x1 - 1) >> 6;
  for (uint32_t w = x0 >> 6; w <= last; ++w) {
    // Most words have no pixel that two objects share; skip them.
    uint64_t one = row[0]->w[w];
    uint64_t two = 0;
    for (int i = 1; i < kObjects; ++i) {
      two |= one & row[i]->w[w];
      one |= row[i]->w[w];
    }
    two &= range.w[w];
    if (two == 0) continue;
    for (uint32_t rest = need; rest != 0; rest &= rest - 1) {
      const int bit = __builtin_ctz(rest);
      const Pair pair = kPairs[bit];
      if (row[pair.a]->w[w] & row[pair.b]->w[w] & two) {
        s_.collision |= 1 << bit;
      }
    }
  }
}

// Renders pixels x0..x1 - 1 of the line in the registers' present state.
inline void Machine::RenderSegment(uint32_t x0, uint32_t x1) {
  const uint32_t need = kPossible[s_.enabled] & ~s_.collision;
  if (!rendering_ && need == 0) return;
  const bool whole = x0 == 0 && x1 == 160;
  if (whole && whole_line_ != kNoLine &&
      (!whole_line_blank_ || s_.hmove_blank)) {
    if (rendering_) {
      std::memcpy(pixels_ + s_.line_offset, pixels_ + whole_line_, 160);
    }
    return;
  }
  if (s_.vblank & 0x02) {
    if (rendering_) std::memset(pixels_ + s_.line_offset + x0, 0, x1 - x0);
  } else {
    const uint32_t outdated = s_.enabled & s_.dirty;
    if (outdated != 0) UpdateRows(outdated);
    if (need != 0) Collide(need, x0, x1);
    if (rendering_) Paint(x0, x1);
  }
  if (whole) {
    whole_line_ = s_.line_offset;
    whole_line_blank_ = s_.hmove_blank;
  }
}

// Renders a stretch of the line, given by colour clocks in it.
inline void Machine::RenderClocks(int32_t from, int32_t to) {
  const int32_t x1 = to - kBlankClocks;
  if (x1 <= 0) return;
  const int32_t x0 = from > kBlankClocks ? from - kBlankClocks : 0;
  if (x1 > x0) RenderSegment(x0, x1);
  if (s_.hmove_blank && x0 < 8) {
    if (rendering_) std::memset(pixels_ + s_.line_offset + x0, 0, 8 - x0);
    if (x1 >= 8) s_.hmove_blank = false;
  }
}

void Machine::RenderUntil(int32_t clock) {
  if (clock > s_.stop_display) clock = s_.stop_display;
  // A line ends only when something after it is rendered.
  while (clock > s_.last_update + s_.clocks_to_end_of_line) {
    const int32_t from = kLineClocks - s_.clocks_to_end_of_line;
    s_.last_update += s_.clocks_to_end_of_line;
    s_.clocks_to_end_of_line = kLineClocks;
    RenderClocks(from, kLineClocks);
    EndLine();
  }
  const int32_t from = kLineClocks - s_.clocks_to_end_of_line;
  const int32_t clocks = clock - s_.last_update;
  s_.clocks_to_end_of_line -= clocks;
  s_.last_update = clock;
  RenderClocks(from, from + clocks);

  if (s_.last_update >= s_.stop_display) {
    s_.next_pixel = std::numeric_limits<int32_t>::max();
  } else {
    s_.next_pixel =
        s_.last_update + std::max(0, s_.clocks_to_end_of_line - 160);
  }
}

inline void Machine::EndLine() {
  s_.line_offset += 160;
  const uint8_t reflected = s_.ctrlpf & 1;
  // Most lines change nothing.
  if ((s_.skip_first[0] | s_.skip_first[1] | s_.cosmic_ark |
       (s_.reflected ^ reflected)) == 0) {
    return;
  }
  if (s_.reflected != reflected) {
    s_.reflected = reflected;
    Touch(Bit(kPF));
  }
  if (s_.skip_first[0]) {
    s_.skip_first[0] = false;
    Touch(Bit(kP0));
  }
  if (s_.skip_first[1]) {
    s_.skip_first[1] = false;
    Touch(Bit(kP1));
  }
  if (s_.cosmic_ark) {
    static const uint8_t kMotion[4] = {18, 33, 0, 17};
    s_.cosmic_ark_counter = (s_.cosmic_ark_counter + 1) & 3;
    s_.pos[kM0] -= kMotion[s_.cosmic_ark_counter];
    if (s_.pos[kM0] < 0) s_.pos[kM0] += 160;
    s_.m0_special = s_.cosmic_ark_counter == 1 || s_.cosmic_ark_counter == 2
                        ? s_.cosmic_ark_counter
                        : 0;
    s_.written[tia::kNusiz0] = TiaState::kNotWritten;
    Touch(Bit(kM0));
  }
}

void Machine::Paint(uint32_t x0, uint32_t x1) {
  uint8_t* const line = pixels_ + s_.line_offset;
  if (s_.enabled == 0) {
    std::memset(line + x0, s_.color[0], x1 - x0);
    return;
  }

  // Which pixels show the colours of the playfield and of the players.
  const auto row = [this](int object) -> const Row& {
    return s_.enabled >> object & 1 ? s_.rows[object] : kNone;
  };
  const Row &p0 = row(kP0), &m0 = row(kM0), &p1 = row(kP1), &m1 = row(kM1);
  const Row &bl = row(kBL), &pf = row(kPF);
  const uint32_t first = x0 >> 6;
  const uint32_t last = (x1 - 1) >> 6;
  ColorRows rows;
  const bool priority = s_.priority & 0x80;
  const bool score = s_.priority & 0x40;
  if (score && (!priority || s_.enabled == 1 << kPF)) {
    for (uint32_t w = first; w <= last; ++w) {
      const uint64_t c2 = p0.w[w] | m0.w[w] | (pf.w[w] & kLeft.w[w]);
      const uint64_t c3 = p1.w[w] | m1.w[w] | (pf.w[w] & ~kLeft.w[w]);
      rows.c2.w[w] = c2;
      rows.c3.w[w] = c3 & ~c2;
      rows.c1.w[w] = bl.w[w] & ~(c2 | c3);
    }
  } else if (priority) {
    for (uint32_t w = first; w <= last; ++w) {
      const uint64_t c1 = pf.w[w] | bl.w[w];
      const uint64_t c2 = p0.w[w] | m0.w[w];
      rows.c1.w[w] = c1;
      rows.c2.w[w] = c2 & ~c1;
      rows.c3.w[w] = (p1.w[w] | m1.w[w]) & ~(c1 | c2);
    }
  } else {
    for (uint32_t w = first; w <= last; ++w) {
      const uint64_t c2 = p0.w[w] | m0.w[w];
      const uint64_t c3 = p1.w[w] | m1.w[w];
      rows.c2.w[w] = c2;
      rows.c3.w[w] = c3 & ~c2;
      rows.c1.w[w] = (pf.w[w] | bl.w[w]) & ~(c2 | c3);
    }
  }
  kPaintRows(line, Between(x0, x1), rows, s_.color, first, last);
}

}  // namespace envpool::atari::vcs
