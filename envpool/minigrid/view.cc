// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/minigrid/view.h"

#include <bit>
#include <cstddef>
#include <cstring>

namespace envpool::minigrid {
namespace {

// The official image has three of a cell's bytes, in this order.
constexpr uint32_t kShown = 0x00ffffff;
static_assert(std::endian::native == std::endian::little);
static_assert(offsetof(Cell, type) == 0 && offsetof(Cell, color) == 1 &&
              offsetof(Cell, state) == 2);

// A view as steps between neighbours in the grid.
struct Axes {
  Axes(const Level& level, int size)
      : right(Offset(level, {0, 1})), down(Offset(level, {-1, 0})) {
    first = level.grid().At(level.agent_pos()) - down * (size - 1) -
            right * (size / 2);
  }
  // `towards`: along the agent's direction, and to its right.
  static std::ptrdiff_t Offset(const Level& level, Pos towards) {
    const Pos ahead = kDirections[level.agent_dir()];
    const Pos step = {ahead.x * towards.x - ahead.y * towards.y,
                      ahead.y * towards.x + ahead.x * towards.y};
    return static_cast<std::ptrdiff_t>(step.y) * level.grid().stride() + step.x;
  }

  std::ptrdiff_t right;
  std::ptrdiff_t down;
  const Cell* first;  // (0, 0)
};

// Light spreads along a row through the clear places of it, first to the right
// and then to the left, and from each that it passes to the two above. Returns
// the lit places of the row; those above are added to `above`.
template <typename Mask>
Mask Spread(Mask lit, Mask clear, int size, Mask* above) {
  const Mask all = static_cast<Mask>((Mask{1} << size) - 1);
  // The carry of an addition runs through a row of ones to the first zero.
  const Mask from = lit & clear;
  lit |= ((clear + from) ^ clear) & all;
  // The official loops leave out the last place of each direction.
  const Mask rightwards = lit & clear & (all >> 1);
  *above |= rightwards | rightwards << 1;
  Mask leftwards = lit & clear;
  Mask open = clear;
  for (int distance = 1; distance < size; distance *= 2) {
    leftwards |= open & leftwards >> distance;
    open &= open >> distance;
  }
  lit |= leftwards | leftwards >> 1;
  leftwards &= ~Mask{1};
  *above |= leftwards | leftwards >> 1;
  return lit;
}

template <typename Mask>
void SeeRows(const Axes& axes, int size, bool through_walls, Mask* seen) {
  const Mask all = static_cast<Mask>((Mask{1} << size) - 1);
  if (through_walls) {
    for (int j = 0; j < size; ++j) {
      seen[j] = all;
    }
    return;
  }
  Mask lit = Mask{1} << (size / 2);
  for (int j = size - 1; j >= 0; --j) {
    if (lit == 0) {
      seen[j] = 0;
      continue;
    }
    const Cell* cell = axes.first + axes.down * j;
    Mask clear = 0;
    for (int i = 0; i < size; ++i, cell += axes.right) {
      clear |= static_cast<Mask>((cell->traits & Cell::kOpaque) ^ 1) << i;
    }
    Mask above = 0;
    seen[j] = Spread(lit, clear, size, &above);
    lit = above;
  }
}

template <typename Mask>
[[gnu::always_inline]] inline void Write(const Level& level, int size,
                                         uint8_t* image) {
  static_assert(Cell::kOpaque == 1);
  const Axes axes(level, size);
  std::array<Mask, kMaxViewSize> seen;  // NOLINT: its first `size`
  SeeRows(axes, size, level.options().see_through_walls, seen.data());
  const Cell* column = axes.first;
  uint8_t* out = image;
  uint32_t shown = 0;
  for (int i = 0; i < size; ++i, column += axes.right) {
    const Cell* cell = column;
    for (int j = 0; j < size; ++j, cell += axes.down, out += 3) {
      const auto is_seen = static_cast<uint32_t>(seen[j] >> i & 1);
      shown = std::bit_cast<uint32_t>(*cell) & kShown & -is_seen;
      if (i + 1 < size || j + 1 < size) {
        std::memcpy(out, &shown, 4);  // the fourth is overwritten by the next
      }
    }
  }
  std::memcpy(out - 3, &shown, 3);
  const Cell carried = level.CarriedCell();
  std::memcpy(image + 3 * (size / 2 * size + size - 1), &carried, 3);
}

}  // namespace

void WriteView(const Level& level, uint8_t* image) {
  constexpr int kUsualSize = 7;
  const int size = level.options().agent_view_size;
  if (size == kUsualSize) {
    Write<uint32_t>(level, kUsualSize, image);
  } else {
    Write<uint64_t>(level, size, image);
  }
}

SeenRows SeenFrom(const Level& level) {
  SeenRows seen{};
  const int size = level.options().agent_view_size;
  SeeRows(Axes(level, size), size, level.options().see_through_walls,
          seen.data());
  return seen;
}

}  // namespace envpool::minigrid
