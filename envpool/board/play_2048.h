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
#include <ranges>
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
  };

  using PlainGame::PlainGame;

  [[nodiscard]] std::vector<int> Shape() const { return {4, 4, kKinds}; }
  [[nodiscard]] int NumActions() const { return 4; }

  void Start(const threefry::Key& key, Position* position) const {
    *position = {};
    AddTile(threefry::Split(key, 0), position);
    AddTile(threefry::Split(key, 1), position);
  }
  [[nodiscard]] int Mover(const Position& /*position*/) const { return 0; }
  [[nodiscard]] bool IsLegal(const Position& position, int action) const {
    return (Moves(position) >> action & 1) != 0;
  }
  Outcome<1> Play(int action, const threefry::Key& key,
                  Position* position) const {
    int sum = 0;
    for (int line = 0; line < 4; ++line) {
      const int first = kSlides[action].first + line * kSlides[action].line;
      sum += SlideTiles(&position->tiles[first], kSlides[action].next, 4);
    }
    AddTile(key, position);
    return {{static_cast<float>(sum)}, Moves(*position) == 0};
  }
  void WriteMask(const Position& position, std::int8_t* mask) const {
    WriteBits<4>(Moves(position), mask);
  }
  void Observe(const Position& position, int /*player*/, Cell* cells) const {
    std::fill_n(cells, 16 * kKinds, false);
    for (int cell = 0; cell < 16; ++cell) {
      cells[cell * kKinds + position.tiles[cell]] = true;
    }
  }
  [[nodiscard]] bool IsValid(const Position& position) const {
    // Sixteen cells hold at most 2^17, so two of these never merge to more.
    return std::ranges::all_of(position.tiles,
                               [](int tile) { return tile <= kLargest; });
  }

 private:
  static constexpr int kKinds = 31;
  static constexpr int kLargest = 17;

  /// The cells of the lines that an action slides, from where tiles stop.
  struct Cells {
    int first;  // the first cell of the first line
    int line;   // from a line to the next one
    int next;   // from a cell of a line to the next one
  };
  static constexpr std::array<Cells, 4> kSlides{
      {{0, 4, 1}, {0, 1, 4}, {3, 4, -1}, {12, 1, -4}}};

  static void AddTile(const threefry::Key& key, Position* position) {
    const auto free = std::views::transform(position->tiles,
                                            [](int tile) { return tile == 0; });
    const int cell = threefry::ChooseSet(threefry::Split(key, 0), free);
    const float rare = 1.0F - threefry::Uniform(threefry::Split(key, 1));
    position->tiles[cell] = rare <= 0.9F ? 1 : 2;
  }

  /// A bit for each action that moves a tile.
  static unsigned Moves(const Position& position) {
    const auto [low, high] =
        std::bit_cast<std::array<std::uint64_t, 2>>(position.tiles);
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
