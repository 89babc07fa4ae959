// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/minigrid/view.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace envpool::minigrid {
namespace {

// An image contains the first three bytes of each cell, in this order.
static_assert(std::endian::native == std::endian::little);
static_assert(offsetof(Cell, type) == 0 && offsetof(Cell, color) == 1 &&
              offsetof(Cell, state) == 2);

// The axes of a view, as pointer offsets in the grid.
struct Axes {
  Axes(const Level& level, int size)
      : right(Offset(level, {0, 1})), down(Offset(level, {-1, 0})) {
    first = level.grid().At(level.agent_pos()) - down * (size - 1) -
            right * (size / 2);
  }
  // `towards` counts cells: x along the agent's direction, y to its right.
  static std::ptrdiff_t Offset(const Level& level, Pos towards) {
    const Pos ahead = kDirections[level.agent_dir()];
    const Pos step = {ahead.x * towards.x - ahead.y * towards.y,
                      ahead.y * towards.x + ahead.x * towards.y};
    return static_cast<std::ptrdiff_t>(step.y) * level.grid().stride() + step.x;
  }

  std::ptrdiff_t right;
  std::ptrdiff_t down;
  const Cell* first;  // the view's (0, 0)
};

// One row of the official process_vis. Light spreads from the lit places
// through clear ones, first to the right and then to the left. Each clear lit
// place also lights the place above it and that place's next neighbour in the
// direction of the spread. Returns the lit places of the row, and adds the lit
// places of the next row to `above`.
constexpr uint64_t Spread(uint64_t lit, uint64_t clear, int size,
                          uint64_t* above) {
  const uint64_t all = (uint64_t{1} << size) - 1;
  // The carry of the addition runs from each lit place through clear places to
  // the first opaque one, which is lit as well.
  const uint64_t from = lit & clear;
  lit |= ((clear + from) ^ clear) & all;
  // The official loops skip the last place in each direction.
  const uint64_t rightwards = lit & clear & (all >> 1);
  *above |= rightwards | rightwards << 1;
  uint64_t leftwards = lit & clear;
  uint64_t open = clear;
  for (int distance = 1; distance < size; distance *= 2) {
    leftwards |= open & leftwards >> distance;
    open &= open >> distance;
  }
  lit |= leftwards | leftwards >> 1;
  leftwards &= ~uint64_t{1};
  *above |= leftwards | leftwards >> 1;
  return lit;
}

void SeeRows(const Axes& axes, int size, bool through_walls, uint64_t* seen) {
  const uint64_t all = (uint64_t{1} << size) - 1;
  if (through_walls) {
    std::fill_n(seen, size, all);
    return;
  }
  uint64_t lit = uint64_t{1} << (size / 2);
  for (int j = size - 1; j >= 0; --j) {
    const Cell* cell = axes.first + axes.down * j;
    uint64_t clear = 0;
    for (int i = 0; i < size; ++i, cell += axes.right) {
      clear |= static_cast<uint64_t>(!cell->is_opaque()) << i;
    }
    uint64_t above = 0;
    seen[j] = Spread(lit, clear, size, &above);
    lit = above;
  }
}

void WriteAnyView(const Level& level, uint8_t* image) {
  const int size = level.options().agent_view_size;
  const Axes axes(level, size);
  std::array<uint64_t, kMaxViewSize> seen;  // NOLINT: its first `size`
  SeeRows(axes, size, level.options().see_through_walls, seen.data());
  const Cell* column = axes.first;
  for (int i = 0; i < size; ++i, column += axes.right) {
    const Cell* cell = column;
    for (int j = 0; j < size; ++j, cell += axes.down, image += 3) {
      const auto is_seen = static_cast<uint32_t>(seen[j] >> i & 1);
      const uint32_t shown = std::bit_cast<uint32_t>(*cell) & -is_seen;
      std::memcpy(image, &shown, 3);
    }
  }
}

// --- the default size -------------------------------------------------------

// A set of places of a 7 x 7 view, as a bit mask: place (i, j) is bit 8 j + i.
using Places = uint64_t;

constexpr int kUsualSize = 7;
constexpr Places kAllPlaces = 0x007f7f7f7f7f7f7f;

/// Spread() as a table. Index: lit places | opaque places << 7. Value: lit
/// places of the row | lit places of the row above << 7.
constexpr auto kLight = [] {
  std::array<uint16_t, 1 << (2 * kUsualSize)> table{};
  for (uint32_t index = 0; index < table.size(); ++index) {
    uint64_t above = 0;
    const uint64_t lit =
        Spread(index & 0x7f, ~index >> kUsualSize & 0x7f, kUsualSize, &above);
    table[index] = static_cast<uint16_t>(lit | above << kUsualSize);
  }
  return table;
}();

/// Transposes an 8 x 8 bit matrix.
Places Transposed(Places places) {
  Places swap = (places ^ places >> 7) & 0x00aa00aa00aa00aa;
  places ^= swap ^ swap << 7;
  swap = (places ^ places >> 14) & 0x0000cccc0000cccc;
  places ^= swap ^ swap << 14;
  swap = (places ^ places >> 28) & 0x00000000f0f0f0f0;
  return places ^ swap ^ swap << 28;
}

/// Reverses the order of the seven rows.
Places UpsideDown(Places places) { return __builtin_bswap64(places) >> 8; }

/// The opaque places of a 7 x 7 square of the grid, each row reversed if
/// `mirrored`.
Places OpaqueIn(const Grid& grid, Pos corner, bool mirrored) {
  // A multiplication gathers the lowest bits of the eight bytes in the highest
  // byte of the product.
  const uint64_t collect = mirrored ? 0x4020100804020100 : 0x0102040810204080;
  const uint8_t* row = grid.OpaqueAt(corner);
  Places places = 0;
  for (int r = 0; r < kUsualSize; ++r, row += grid.stride()) {
    uint64_t bytes;
    std::memcpy(&bytes, row, sizeof(bytes));
    places |= (bytes * collect >> 56 & 0x7f) << 8 * r;
  }
  return places;
}

/// The opaque places of the agent's view.
Places OpaqueAhead(const Level& level) {
  constexpr int kHalf = kUsualSize / 2;
  constexpr int kFar = kUsualSize - 1;
  // Offsets from the agent to the square's top left corner, by direction.
  constexpr std::array<Pos, 4> kCorners = {
      Pos{0, -kHalf}, Pos{-kHalf, 0}, Pos{-kFar, -kHalf}, Pos{-kHalf, -kFar}};
  const int dir = level.agent_dir();
  const Places places = OpaqueIn(
      level.grid(), level.agent_pos() + kCorners[dir], /*mirrored=*/dir == 1);
  switch (dir) {
    case 0:
      return UpsideDown(Transposed(places));
    case 1:
      return UpsideDown(places);
    case 2:
      return Transposed(UpsideDown(places));
    default:
      return places;
  }
}

Places SeenAhead(const Level& level) {
  const Places opaque = OpaqueAhead(level);
  Places seen = 0;
  uint32_t lit = 1U << (kUsualSize / 2);
  for (int j = kUsualSize - 1; j >= 0 && lit != 0; --j) {
    const uint32_t light = kLight[lit | (opaque >> 8 * j & 0x7f) << kUsualSize];
    seen |= Places{light & 0x7f} << 8 * j;
    lit = light >> kUsualSize;
  }
  return seen;
}

// Four cells, as four words and as two.
using Four = uint32_t __attribute__((vector_size(16)));
using Two = uint64_t __attribute__((vector_size(16)));

/// Masks that keep three bytes of each seen cell, by the bits of four places.
constexpr auto kShown = [] {
  std::array<Four, 16> table{};
  for (uint32_t bits = 0; bits < table.size(); ++bits) {
    Four seen = {bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3};
    table[bits] = seen * 0x00ffffff;
  }
  return table;
}();

/// Writes three bytes of each cell. With `and_two_more` it also writes two
/// bytes beyond, which is faster; the caller overwrites them.
void WriteFour(Four cells, bool and_two_more, uint8_t* image) {
  const auto pairs = reinterpret_cast<Two>(cells);
  const Two bytes =
      (pairs & 0x0000000000ffffff) | (pairs >> 8 & 0x0000ffffff000000);
  const uint64_t first = bytes[0];
  const uint64_t second = bytes[1];
  std::memcpy(image, &first, 8);
  std::memcpy(image + 6, &second, and_two_more ? 8 : 6);
}

/// `four(cell)` returns that cell and the three below it in the view.
template <typename GetFour>
void WriteColumns(const Axes& axes, Places seen, const GetFour& four,
                  uint8_t* image) {
  const Cell* column = axes.first;
  for (int i = 0; i < kUsualSize; ++i, column += axes.right, seen >>= 8) {
    const bool is_last = i + 1 == kUsualSize;
    WriteFour(four(column) & kShown[seen & 15], true, image);
    WriteFour(four(column + 3 * axes.down) & kShown[seen >> 3 & 15], !is_last,
              image + 9);
    image += 3 * kUsualSize;
  }
}

void WriteUsualView(const Level& level, uint8_t* image) {
  const Axes axes(level, kUsualSize);
  // One column per byte, because images are stored by columns.
  const Places seen = level.options().see_through_walls
                          ? kAllPlaces
                          : Transposed(SeenAhead(level));
  const auto load = [](const Cell* cell) {
    Four cells;
    std::memcpy(&cells, cell, sizeof(cells));
    return cells;
  };
  if (axes.down == 1) {
    WriteColumns(axes, seen, load, image);
  } else if (axes.down == -1) {
    const auto reversed = [load](const Cell* cell) {
      const Four cells = load(cell - 3);
      return Four{cells[3], cells[2], cells[1], cells[0]};
    };
    WriteColumns(axes, seen, reversed, image);
  } else {
    const auto apart = [down = axes.down](const Cell* cell) {
      return Four{std::bit_cast<uint32_t>(cell[0]),
                  std::bit_cast<uint32_t>(cell[down]),
                  std::bit_cast<uint32_t>(cell[2 * down]),
                  std::bit_cast<uint32_t>(cell[3 * down])};
    };
    WriteColumns(axes, seen, apart, image);
  }
}

}  // namespace

void WriteView(const Level& level, uint8_t* image) {
  const int size = level.options().agent_view_size;
  if (size == kUsualSize) {
    WriteUsualView(level, image);
  } else {
    WriteAnyView(level, image);
  }
  const Cell carried = level.CarriedCell();
  std::memcpy(image + 3 * (size / 2 * size + size - 1), &carried, 3);
}

SeenRows SeenFrom(const Level& level) {
  SeenRows seen{};
  const int size = level.options().agent_view_size;
  SeeRows(Axes(level, size), size, level.options().see_through_walls,
          seen.data());
  return seen;
}

}  // namespace envpool::minigrid
