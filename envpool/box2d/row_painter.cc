// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/box2d/row_painter.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

#include "envpool/core/isa.h"

namespace envpool::box2d {

namespace {

constexpr int kChannels = ColumnShrink::kChannels;

// target + (color - target) * alpha / 256 for each channel, rounded down.
inline Color Mix(Color target, Color color, std::uint32_t alpha) {
  constexpr std::uint32_t kRedBlue = 0xff00ff;
  constexpr std::uint32_t kGreen = 0x00ff00;
  const std::uint32_t rest = 256 - alpha;
  const std::uint32_t red_blue =
      ((target & kRedBlue) * rest + (color & kRedBlue) * alpha) >> 8;
  const std::uint32_t green =
      ((target & kGreen) * rest + (color & kGreen) * alpha) >> 8;
  return (red_blue & kRedBlue) | (green & kGreen);
}

inline bool AreSame(std::span<const Stroke> a, std::span<const Stroke> b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

}  // namespace

RowPainter::RowPainter(int width)
    : width_(width),
      axis_(width, kCells),
      cell_of_(width),
      slot_of_(width),
      pixels_(width) {
  std::uint16_t rest = 0;
  for (int i = 0; i < kCells; ++i) {
    const ShrinkAxis::Cell& cell = axis_.cells[i];
    for (int x = cell.first; x <= cell.last; ++x) {
      cell_of_[x] = static_cast<std::uint8_t>(i);
      slot_of_[x] =
          static_cast<std::uint8_t>(x < cell.last ? x - cell.first : kShared);
    }
    for (int k = i * kChannels; k < (i + 1) * kChannels; ++k) {
      whole_[k] = static_cast<std::uint16_t>(cell.last - cell.first);
      part_[k] = cell.part;
      rest_before_[k] = rest;
    }
    rest = static_cast<std::uint16_t>(ShrinkAxis::kOne - cell.part);
  }
}

inline void RowPainter::MarkPlain(int first, int end) {
  const auto below = [](int n) {
    return n <= 0 ? 0 : n >= 64 ? ~0ULL : (1ULL << n) - 1;
  };
  mixed_[0] &= ~(below(end) & ~below(first));
  mixed_[1] &= ~(below(end - 64) & ~below(first - 64));
}

inline void RowPainter::Start() {
  tags_.fill(0);
  mixed_ = {};
}

inline void RowPainter::KeepBlack(int cell) {
  Color* slots = slots_.data() + cell * kSlots;
  slots[whole_[cell * kChannels]] = 0;
  slots[kShared - 1] = 0;
}

inline void RowPainter::Expand(int cell) {
  if (!IsMixed(cell)) {
    std::fill_n(slots_.data() + cell * kSlots, kSlots, tags_[cell]);
    KeepBlack(cell);
    MarkMixed(cell);
  }
}

// Slots first to last of a cell.
inline void RowPainter::FillPart(int cell, int first, int last, Color color) {
  if (first == 0 && last == kShared) {
    tags_[cell] = color;
    MarkPlain(cell);
    return;
  }
  Color* slots = slots_.data() + cell * kSlots;
  if (!IsMixed(cell)) {
    const Color tag = tags_[cell];
    if (tag == color) {
      return;
    }
    for (int i = 0; i < kSlots; ++i) {
      slots[i] = i >= first && i <= last ? color : tag;
    }
    MarkMixed(cell);
  } else {
    for (int i = 0; i < kSlots; ++i) {
      slots[i] = i >= first && i <= last ? color : slots[i];
    }
  }
  KeepBlack(cell);
}

inline void RowPainter::Fill(int first, int last, Color color) {
  const int from = cell_of_[first];
  const int to = cell_of_[last];
  if (from == to) {
    FillPart(from, slot_of_[first], slot_of_[last], color);
    return;
  }
  FillPart(from, slot_of_[first], kShared, color);
  std::fill(tags_.begin() + from + 1, tags_.begin() + to, color);
  MarkPlain(from + 1, to);
  FillPart(to, 0, slot_of_[last], color);
}

inline void RowPainter::Blend(int x, std::uint32_t alpha, Color color) {
  const int cell = cell_of_[x];
  if (!IsMixed(cell)) {
    if (tags_[cell] == color) {
      return;
    }
    Expand(cell);
  }
  Color& pixel = slots_[cell * kSlots + slot_of_[x]];
  pixel = Mix(pixel, color, alpha);
}

inline void RowPainter::Paint(std::span<const Stroke> strokes) {
  for (const Stroke& stroke : strokes) {
    const std::uint32_t alpha = stroke.Alpha();
    if (alpha == Stroke::kOpaque) {
      Fill(stroke.first, stroke.last, stroke.Rgb());
    } else {
      Blend(stroke.first, alpha, stroke.Rgb());
    }
  }
}

const Color* RowPainter::Pixels(const Layers& layers) {
  Start();
  Paint(layers.below);
  Paint(layers.above);
  for (int x = 0; x < width_; ++x) {
    const int cell = cell_of_[x];
    pixels_[x] =
        IsMixed(cell) ? slots_[cell * kSlots + slot_of_[x]] : tags_[cell];
  }
  return pixels_.data();
}

// Two sums of two channels each, of pixels by twos; none exceeds 16 bits.
inline void RowPainter::SumMixed() {
  constexpr std::uint64_t kEven = 0x00ff00ff00ff00ff;
  for (int half = 0; half < 2; ++half) {
    for (std::uint64_t left = mixed_[half]; left != 0; left &= left - 1) {
      const int cell = half * 64 + std::countr_zero(left);
      const Color* slots = slots_.data() + cell * kSlots;
      std::uint64_t even = 0;
      std::uint64_t odd = 0;
      for (int i = 0; i < kSlots; i += 2) {
        std::uint64_t two;
        std::memcpy(&two, slots + i, sizeof(two));
        even += two & kEven;
        odd += two >> 8 & kEven;
      }
      const Color shared = slots[kShared];
      const std::uint32_t blue_red =
          static_cast<std::uint32_t>(even + (even >> 32)) - (shared & 0xff00ff);
      const std::uint32_t green =
          static_cast<std::uint32_t>(odd + (odd >> 32)) - (shared >> 8 & 255);
      std::uint16_t* sum = sums_.data() + cell * kChannels;
      sum[0] = static_cast<std::uint16_t>(blue_red);
      sum[1] = static_cast<std::uint16_t>(green);
      sum[2] = static_cast<std::uint16_t>(blue_red >> 16);
      std::uint16_t* last = lasts_.data() + (cell + 1) * kChannels;
      last[0] = shared & 255;
      last[1] = shared >> 8 & 255;
      last[2] = shared >> 16 & 255;
    }
  }
}

inline void RowPainter::Average() {
  std::array<std::uint8_t, kLanes> tags;
  std::memcpy(tags.data(), tags_.data(), sizeof(tags));
  for (int i = 0; i < kLanes; ++i) {
    lasts_[i + kChannels] = tags[i];
    sums_[i] = static_cast<std::uint16_t>(whole_[i] * tags[i]);
  }
  SumMixed();
  const std::uint16_t reciprocal = axis_.reciprocal;
  for (int i = 0; i < kLanes; ++i) {
    const auto sum = static_cast<std::uint16_t>(
        sums_[i] + PartOf(lasts_[i + kChannels], part_[i]) +
        PartOf(lasts_[i], rest_before_[i]));
    averages_[i] = MulHigh(sum, reciprocal);
  }
}

inline void RowPainter::ShrinkRows(std::span<const Layers> rows,
                                   ColumnShrink* columns) {
  for (std::size_t y = 0; y < rows.size(); ++y) {
    if (y == 0 || !AreSame(rows[y].below, rows[y - 1].below) ||
        !AreSame(rows[y].above, rows[y - 1].above)) {
      Start();
      Paint(rows[y].below);
      Paint(rows[y].above);
      Average();
    }
    columns->Add(averages_.data());
  }
}

void RowPainter::Shrink(std::span<const Layers> rows, ColumnShrink* columns) {
  struct Clones {
    static void Plain(RowPainter* painter, std::span<const Layers> rows,
                      ColumnShrink* columns) {
      painter->ShrinkRows(rows, columns);
    }
    ENVPOOL_TARGET_AVX2 static void Avx2(RowPainter* painter,
                                         std::span<const Layers> rows,
                                         ColumnShrink* columns) {
      painter->ShrinkRows(rows, columns);
    }
    ENVPOOL_TARGET_AVX512 static void Avx512(RowPainter* painter,
                                             std::span<const Layers> rows,
                                             ColumnShrink* columns) {
      painter->ShrinkRows(rows, columns);
    }
  };
  switch (CurrentIsa()) {
    case Isa::kAvx512:
      return Clones::Avx512(this, rows, columns);
    case Isa::kAvx2:
      return Clones::Avx2(this, rows, columns);
    default:
      return Clones::Plain(this, rows, columns);
  }
}

}  // namespace envpool::box2d
