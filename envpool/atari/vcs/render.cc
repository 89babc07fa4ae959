// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: GPL-2.0-only
//
// From the TIA's registers to pixels and collisions.

#include <cstdint>
#include <cstring>

#include "envpool/atari/vcs/machine.h"
#include "envpool/atari/vcs/paint.h"
#include "envpool/atari/vcs/tables.h"

namespace envpool::atari::vcs {
namespace {

// Sets `count` <= 32 pixels from column `at` on; wraps at the end of the line.
void Place(Row* row, uint64_t bits, int at, int count) {
  if (at + count > 160) {
    row->w[0] |= bits >> (160 - at);
    bits &= (uint64_t{1} << (160 - at)) - 1;
  }
  const int word = at >> 6;
  const int shift = at & 63;
  row->w[word] |= bits << shift;
  if (shift + count > 64) row->w[word + 1] |= bits >> (64 - shift);
}

void PlacePlayer(Row* row, uint8_t grp, int pos, uint8_t nusiz,
                 bool skip_first) {
  const Copies& copies = kCopies[nusiz & 7];
  const uint8_t bits = kReversed[grp];
  for (int i = skip_first; i < copies.count; ++i) {
    const int at = pos + copies.at[i];
    switch (copies.width) {
      case 1:
        Place(row, bits, at % 160, 8);
        break;
      case 2:
        Place(row, kTwice[bits], (at + 1) % 160, 16);
        break;
      default:
        Place(row, kFourTimes[bits], (at + 1) % 160, 32);
    }
  }
}

void PlaceMissile(Row* row, int pos, uint8_t nusiz, int size) {
  const Copies& copies = kCopies[nusiz & 7];
  for (int i = 0; i < copies.count; ++i) {
    Place(row, (1u << (1 << size)) - 1, (pos + copies.at[i]) % 160, 1 << size);
  }
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
// The left half of the screen.
constexpr Row kLeft = {{~uint64_t{0}, 0xffff, 0}};

// The pixels x0..x1 - 1.
Row Between(uint32_t x0, uint32_t x1) {
  Row row = kNone;
  const uint32_t first = x0 >> 6;
  const uint32_t last = (x1 - 1) >> 6;
  for (uint32_t w = first; w <= last; ++w) row.w[w] = ~uint64_t{0};
  row.w[first] &= ~uint64_t{0} << (x0 & 63);
  row.w[last] &= ~uint64_t{0} >> (63 - ((x1 - 1) & 63));
  return row;
}

}  // namespace

void Machine::UpdateRows(uint32_t objects) {
  s_.dirty &= ~objects;
  for (; objects != 0; objects &= objects - 1) {
    const int i = __builtin_ctz(objects);
    Row* row = &s_.rows[i];
    *row = kNone;
    switch (i) {
      case kP0:
      case kP1: {
        const int p = i == kP1;
        PlacePlayer(row, s_.current_grp[p], s_.pos[i], s_.nusiz[p],
                    s_.skip_first[p]);
        break;
      }
      case kM0:
        if (s_.m0_special != 2) {
          const int size = (s_.nusiz[0] >> 4 & 3) | s_.m0_special;
          PlaceMissile(row, s_.pos[i], s_.nusiz[0], size);
        }
        break;
      case kM1:
        PlaceMissile(row, s_.pos[i], s_.nusiz[1], s_.nusiz[1] >> 4 & 3);
        break;
      case kBL: {
        const int size = s_.ctrlpf >> 4 & 3;
        Place(row, (1u << (1 << size)) - 1, s_.pos[i], 1 << size);
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
void Machine::RenderSegment(uint32_t x0, uint32_t x1) {
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
    const uint32_t need = kPossible[s_.enabled] & ~s_.collision;
    if (need != 0 || rendering_) {
      const uint32_t outdated = s_.enabled & s_.dirty;
      if (outdated != 0) UpdateRows(outdated);
      if (need != 0) Collide(need, x0, x1);
      if (rendering_) Paint(x0, x1);
    }
  }
  if (whole) {
    whole_line_ = s_.line_offset;
    whole_line_blank_ = s_.hmove_blank;
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
