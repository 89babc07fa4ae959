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
#include <cstdint>
#include <cstring>
#include <vector>

#include "envpool/board/game.h"
#include "envpool/common/board_2048.h"
#include "envpool/common/threefry.h"

namespace envpool::board {

class Play2048 : public PlainGame {
 public:
  static constexpr int kPlayers = 1;
  static constexpr bool kMovesDraw = true;
  struct Position {
    Board2048::Tiles tiles;
    std::uint64_t moves;  // a bit for each action that moves a tile
  };

  using PlainGame::PlainGame;

  static constexpr PictureSize kPicture{4, 4};
  [[nodiscard]] std::vector<int> Shape() const { return {4, 4, kKinds}; }
  [[nodiscard]] int NumActions() const { return 4; }

  template <typename Word>
  static threefry::KeyOf<Word> NumbersOf(const threefry::KeyOf<Word>& key) {
    return Board2048::NumbersOf(key);
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
    const int sum = Board2048::Slide(action, &position->tiles);
    AddTile(drawn, position);
    return {{static_cast<float>(sum)}, position->moves == 0};
  }
  void WriteMask(const Position& position, std::int8_t* mask) const {
    WriteBits<4>(position.moves, mask);
  }
  void Observe(const Position& position, int /*player*/, Cell* cells) const {
    std::memset(cells, 0, 16 * kKinds);
    for (int cell = 0; cell < 16; ++cell) {
      cells[cell * kKinds + position.tiles[cell]] = true;
    }
  }
  void Draw(const Position& position, Picture* picture) const;
  [[nodiscard]] bool IsValid(const Position& position) const {
    // Sixteen cells hold at most 2^17, so two of these never merge to more.
    return std::ranges::all_of(position.tiles,
                               [](int tile) { return tile <= kLargest; }) &&
           position.moves == Board2048::Moves(position.tiles);
  }

 private:
  static constexpr int kKinds = 31;
  static constexpr int kLargest = 17;

  static void AddTile(const threefry::Key& numbers, Position* position) {
    Board2048::AddTile(numbers, &position->tiles);
    position->moves = Board2048::Moves(position->tiles);
  }
};

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_PLAY_2048_H_
