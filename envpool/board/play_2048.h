// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// 2048: slide the tiles of a 4 by 4 board; equal ones merge, and their sum is
// the reward. Then a 2 or, with probability 0.1, a 4 appears in a free cell.
// Actions: 0 left, 1 up, 2 right, 3 down. The game ends when nothing moves.

#ifndef ENVPOOL_BOARD_PLAY_2048_H_
#define ENVPOOL_BOARD_PLAY_2048_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "envpool/board/game.h"
#include "envpool/common/slide_tiles.h"
#include "envpool/common/threefry.h"

namespace envpool::board {

class Play2048 : public PlainGame {
 public:
  static constexpr int kPlayers = 1;
  static constexpr bool kMovesDraw = true;
  struct Position {
    std::array<std::uint8_t, 16> tiles;  // exponents of 2, row by row; 0: free
    std::uint64_t moves;                 // a bit for each action that moves one
  };

  using PlainGame::PlainGame;

  static constexpr Extent kPicture{4, 4};
  [[nodiscard]] std::vector<int> Shape() const { return {4, 4, kKinds}; }
  [[nodiscard]] int NumActions() const { return 4; }

  /// The bits that choose a new tile's cell and its number.
  template <typename Word>
  static threefry::KeyOf<Word> NumbersOf(const threefry::KeyOf<Word>& key) {
    return {threefry::Bits(threefry::Split(key, 0)),
            threefry::Bits(threefry::Split(key, 1))};
  }
  void Start(const threefry::Key& key, Position* position) const {
    *position = {};
    AddTile(NumbersOf(threefry::Split(key, 0)), position);
    AddTile(NumbersOf(threefry::Split(key, 1)), position);
  }
  [[nodiscard]] int Mover(const Position& /*position*/) const { return 0; }
  [[nodiscard]] bool IsLegal(const Position& position, int action) const {
    return (position.moves >> action & 1) != 0;
  }
  Outcome<1> Play(int action, const threefry::Key& drawn,
                  Position* position) const {
    const int sum = SlideAll(action, &position->tiles);
    AddTile(drawn, position);
    return {{static_cast<float>(sum)}, position->moves == 0};
  }
  void WriteMask(const Position& position, std::int8_t* mask) const {
    WriteBits<4>(position.moves, mask);
  }
  void Observe(const Position& position, int /*player*/, Cell* cells) const {
    for (int cell = 0; cell < 16; ++cell) {
      std::memcpy(cells + cell * kKinds, kPlanes[position.tiles[cell]].data(),
                  kKinds);
    }
  }
  void Draw(const Position& position, Picture* picture) const;
  [[nodiscard]] bool IsValid(const Position& position) const {
    // Sixteen cells hold at most 2^17, so two of these never merge to more.
    return std::ranges::all_of(position.tiles,
                               [](int tile) { return tile <= kLargest; }) &&
           position.moves == Moves(position.tiles);
  }

 private:
  static constexpr int kKinds = 31;
  static constexpr int kLargest = 17;
  /// The planes of a cell, by its tile.
  static constexpr auto kPlanes = [] {
    std::array<std::array<Cell, kKinds>, kLargest + 1> planes{};
    for (int tile = 0; tile <= kLargest; ++tile) {
      planes[tile][tile] = true;
    }
    return planes;
  }();

  using Tiles = std::array<std::uint8_t, 16>;

  static void AddTile(const threefry::Key& drawn, Position* position) {
    const auto [low, high] =
        std::bit_cast<std::array<std::uint64_t, 2>>(position->tiles);
    const std::uint64_t above = CountBefore(high);
    const std::uint64_t below = CountBefore(low);
    const int in_low = static_cast<int>(below >> 56);
    const int ordinal = threefry::ChooseOrdinal(
        drawn.high, in_low + static_cast<int>(above >> 56));
    const int cell = ordinal < in_low
                         ? FindOrdinal(below, ordinal)
                         : 8 + FindOrdinal(above, ordinal - in_low);
    const float rare = 1.0F - threefry::UniformOf(drawn.low);
    position->tiles[cell] = rare <= 0.9F ? 1 : 2;
    position->moves = Moves(position->tiles);
  }

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

  /// Slides all lines, and returns the sum of the merged tiles.
  static int SlideAll(int action, Tiles* tiles) {
    constexpr std::array kTurns{true, false, true, false};
    constexpr std::array kFromEnd{false, false, true, true};
    auto lines = std::bit_cast<FourLines>(*tiles);
    lines = kTurns[action] ? Transposed(lines) : lines;
    lines = kFromEnd[action] ? Reversed(lines) : lines;
    const int sum = SlideFourLines(&lines);
    lines = kFromEnd[action] ? Reversed(lines) : lines;
    lines = kTurns[action] ? Transposed(lines) : lines;
    *tiles = std::bit_cast<Tiles>(lines);
    return sum;
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

  /// A bit for each action that moves a tile.
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

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_PLAY_2048_H_
