// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The rules of the game 2048 on a board of 4 by 4 cells, without branches.
// Tiles are exponents of 2, row by row, and 0 is a free cell. Directions: 0
// left, 1 up, 2 right, 3 down.
//
// Threads: pure functions. Errors: none; arguments are not checked. Tiles are
// at most 29.

#ifndef ENVPOOL_COMMON_BOARD_2048_H_
#define ENVPOOL_COMMON_BOARD_2048_H_

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "envpool/common/slide_tiles.h"
#include "envpool/common/threefry.h"

namespace envpool {

class Board2048 {
 public:
  using Tiles = std::array<std::uint8_t, 16>;

  /// The bits that choose a new tile's cell and its number.
  template <typename Word>
  static threefry::KeyOf<Word> NumbersOf(const threefry::KeyOf<Word>& key) {
    return {threefry::Bits(threefry::Split(key, 0)),
            threefry::Bits(threefry::Split(key, 1))};
  }

  /// Puts a 2 or, with probability 0.1, a 4 into a free cell.
  static void AddTile(const threefry::Key& numbers, Tiles* tiles) {
    const auto [low, high] =
        std::bit_cast<std::array<std::uint64_t, 2>>(*tiles);
    const std::uint64_t above = CountBefore(high);
    const std::uint64_t below = CountBefore(low);
    const int in_low = static_cast<int>(below >> 56);
    const int ordinal = threefry::ChooseOrdinal(
        numbers.high, in_low + static_cast<int>(above >> 56));
    const int cell = ordinal < in_low
                         ? FindOrdinal(below, ordinal)
                         : 8 + FindOrdinal(above, ordinal - in_low);
    const float rare = 1.0F - threefry::UniformOf(numbers.low);
    (*tiles)[cell] = rare <= 0.9F ? 1 : 2;
  }

  /// Slides all lines, and returns the sum of the merged tiles.
  static int Slide(int direction, Tiles* tiles) {
    constexpr std::array kTurns{true, false, true, false};
    constexpr std::array kFromEnd{false, false, true, true};
    auto lines = std::bit_cast<FourLines>(*tiles);
    lines = kTurns[direction] ? Transposed(lines) : lines;
    lines = kFromEnd[direction] ? Reversed(lines) : lines;
    const int sum = SlideFourLines(&lines);
    lines = kFromEnd[direction] ? Reversed(lines) : lines;
    lines = kTurns[direction] ? Transposed(lines) : lines;
    *tiles = std::bit_cast<Tiles>(lines);
    return sum;
  }

  /// A bit for each direction that moves a tile.
  static unsigned Moves(const Tiles& tiles) {
    const auto [low, high] = std::bit_cast<std::array<std::uint64_t, 2>>(tiles);
    unsigned moves = 0;
    for (const std::uint64_t rows : {low, high}) {
      const auto [left, right] = Pairs(rows, rows >> 8, 0x0080808000808080);
      moves |= left | right << 2;
    }
    // Rows 0 and 1 against rows 1 and 2, then row 2 against row 3.
    const std::uint64_t middle = low >> 32 | high << 32;
    const auto [up, down] = Pairs(low, middle, 0x8080808080808080);
    const auto [last_up, last_down] = Pairs(high, high >> 32, 0x80808080);
    moves |= (up | last_up) << 1 | (down | last_down) << 3;
    return moves;
  }

 private:
  static constexpr std::uint64_t kOnes = 0x0101010101010101;

  /// For each of eight tiles: how many are free up to here.
  static std::uint64_t CountBefore(std::uint64_t tiles) {
    const std::uint64_t free = ~(tiles + 0x7F * kOnes) & 0x80 * kOnes;
    return (free >> 7) * kOnes;
  }
  /// The first of eight tiles with a count above the ordinal.
  static int FindOrdinal(std::uint64_t counts, int ordinal) {
    const std::uint64_t least = kOnes * (0x80U + ordinal);
    const std::uint64_t before = (least - counts) & 0x80 * kOnes;
    return static_cast<int>((before >> 7) * kOnes >> 56);
  }

  static FourLines Reversed(const FourLines& lines) {
    return {lines[3], lines[2], lines[1], lines[0]};
  }
  static FourLines Transposed(const FourLines& lines) {
    const auto [a, b, c, d] = lines;
    // First within blocks of 2 by 2, then the blocks.
    constexpr std::uint32_t kEven = 0x00FF00FF;
    const std::uint32_t ab = (a & kEven) | (b & kEven) << 8;
    const std::uint32_t ba = (a >> 8 & kEven) | (b & ~kEven);
    const std::uint32_t cd = (c & kEven) | (d & kEven) << 8;
    const std::uint32_t dc = (c >> 8 & kEven) | (d & ~kEven);
    return {(ab & 0xFFFF) | cd << 16, (ba & 0xFFFF) | dc << 16,
            ab >> 16 | (cd & 0xFFFF0000), ba >> 16 | (dc & 0xFFFF0000)};
  }

  /// Whether a tile can move from `next` to `here`, and back, in any of the
  /// compared bytes. No tile has the high bit.
  static std::pair<unsigned, unsigned> Pairs(std::uint64_t here,
                                             std::uint64_t next,
                                             std::uint64_t compared) {
    constexpr std::uint64_t kSevens = 0x7F7F7F7F7F7F7F7F;
    const std::uint64_t has_here = here + kSevens;
    const std::uint64_t has_next = next + kSevens;
    const std::uint64_t same = has_here & ~((here ^ next) + kSevens) & compared;
    const std::uint64_t back = ~has_here & has_next & compared;
    const std::uint64_t forth = has_here & ~has_next & compared;
    return {(same | back) != 0, (same | forth) != 0};
  }
};

}  // namespace envpool

#endif  // ENVPOOL_COMMON_BOARD_2048_H_
