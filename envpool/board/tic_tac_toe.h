// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// TicTacToe: players mark the cells of a 3 by 3 board in turns; three in a line
// win. Action: the cell, `3 * row + column`.

#ifndef ENVPOOL_BOARD_TIC_TAC_TOE_H_
#define ENVPOOL_BOARD_TIC_TAC_TOE_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "envpool/board/game.h"

namespace envpool::board {

class TicTacToe : public PlainGame {
 public:
  struct Position {
    std::array<std::uint16_t, 2> marks;  // bits of cells; the beginner's first
    std::uint16_t first;                 // the player who began
  };

  using PlainGame::PlainGame;

  static constexpr PictureSize kPicture{3, 3};
  [[nodiscard]] std::vector<int> Shape() const { return {3, 3, 2}; }
  [[nodiscard]] int NumActions() const { return kCells; }

  void Start(const threefry::Key& key, Position* position) const {
    *position = {{0, 0}, DrawFirst(key)};
  }
  [[nodiscard]] int Mover(const Position& position) const {
    return position.first ^ (std::popcount(Marked(position)) & 1);
  }
  [[nodiscard]] bool IsLegal(const Position& position, int action) const {
    return (Marked(position) >> action & 1) == 0;
  }
  Outcome<2> Play(int action, const threefry::Key& /*key*/,
                  Position* position) const {
    const int mover = Mover(*position);
    std::uint16_t& own = position->marks[mover ^ position->first];
    own |= 1 << action;
    const bool won = std::ranges::any_of(
        kLines, [own](int line) { return (own & line) == line; });
    if (won) {
      return WonBy(mover);
    }
    return {{}, Marked(*position) == kAll};
  }
  void WriteMask(const Position& position, std::int8_t* mask) const {
    WriteBits<kCells>(~Marked(position), mask);
  }
  void Observe(const Position& position, int player, Cell* cells) const {
    const int own = player ^ position.first;
    WritePlanes<kCells>(position.marks[own], position.marks[1 - own], cells);
  }
  void ObserveAll(const Position& position, Cell* cells) const {
    const int own = position.first;
    WritePlanes<kCells, 2>(position.marks[own], position.marks[1 - own], cells);
  }
  void Draw(const Position& position, Picture* picture) const;
  [[nodiscard]] bool IsValid(const Position& position) const {
    const auto [own, others] = position.marks;
    const int more = std::popcount(own) - std::popcount(others);
    return (own & others) == 0 && Marked(position) <= kAll &&
           (more == 0 || more == 1) && position.first <= 1;
  }

 private:
  static constexpr int kCells = 9;
  static constexpr unsigned kAll = 0x1FF;
  static constexpr std::array kLines = {0x007, 0x038, 0x1C0, 0x049,
                                        0x092, 0x124, 0x111, 0x054};

  static unsigned Marked(const Position& position) {
    return position.marks[0] | position.marks[1];
  }
};

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_TIC_TAC_TOE_H_
