// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Hex: black connects the first and the last row, white the first and the last
// column, on 11 by 11 cells. Action: the cell, `11 * row + column`, or 121, for
// white's first move alone: swap, which turns black's stone into a white one at
// the mirrored cell. Black begins.
//
// Stones of one colour that touch are in one set of a forest of disjoint sets,
// and so are stones and the edges of their colour.

#ifndef ENVPOOL_BOARD_HEX_H_
#define ENVPOOL_BOARD_HEX_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "envpool/board/game.h"

namespace envpool::board {

class Hex : public PlainGame {
  static constexpr int kSize = 11;
  static constexpr int kCells = kSize * kSize;
  static constexpr int kSwap = kCells;
  static constexpr int kEdges =
      4;  // first and last: two of black, two of white

 public:
  struct Position {
    std::array<std::int8_t, kCells> colors;  // 0 black, 1 white, or kFree
    // By cell, then by edge: a cell or edge in the same set, not after itself.
    std::array<std::uint8_t, kCells + kEdges> set;
    std::uint8_t moves;
    std::uint8_t first;  // the player who is black
  };

  using PlainGame::PlainGame;

  static constexpr PictureSize kPicture{17, 12};
  [[nodiscard]] std::vector<int> Shape() const { return {kSize, kSize, 4}; }
  [[nodiscard]] int NumActions() const { return kSwap + 1; }

  void Start(const threefry::Key& key, Position* position) const {
    position->colors.fill(kFree);
    for (std::size_t i = 0; i < position->set.size(); ++i) {
      position->set[i] = static_cast<std::uint8_t>(i);
    }
    position->moves = 0;
    position->first = DrawFirst(key);
  }
  [[nodiscard]] int Mover(const Position& position) const {
    return (position.first + position.moves) % 2;
  }
  [[nodiscard]] bool IsLegal(const Position& position, int action) const {
    return action == kSwap ? position.moves == 1
                           : position.colors[action] == kFree;
  }
  Outcome<2> Play(int action, const threefry::Key& /*key*/,
                  Position* position) const {
    const int mover = Mover(*position);
    const auto color = static_cast<std::int8_t>(position->moves % 2);
    ++position->moves;
    if (action == kSwap) {
      const int stone = Black(*position);
      const std::uint8_t first = position->first;
      Start({}, position);
      position->first = first;
      position->moves = 2;
      Place(stone % kSize * kSize + stone / kSize, color, position);
      return {};
    }
    Place(action, color, position);
    if (SetOf(Edge(color, 0), position) == SetOf(Edge(color, 1), position)) {
      return WonBy(mover);
    }
    return {};
  }
  void WriteMask(const Position& position, std::int8_t* mask) const {
    for (int cell = 0; cell < kSwap; ++cell) {
      mask[cell] = position.colors[cell] == kFree;
    }
    mask[kSwap] = position.moves == 1;
  }
  void Observe(const Position& position, int player, Cell* cells) const {
    const int color = (player + position.first) % 2;
    const bool may_swap = position.moves == 1;
    std::array<std::array<bool, 4>, 3> planes;  // of a cell, from kFree on
    for (int stone = kFree; stone <= 1; ++stone) {
      planes[stone - kFree] = {stone == color, stone == 1 - color, color == 1,
                               may_swap};
    }
    for (int cell = 0; cell < kCells; ++cell) {
      std::memcpy(cells + 4 * cell,
                  planes[position.colors[cell] - kFree].data(), 4);
    }
  }
  void Draw(const Position& position, Picture* picture) const;
  [[nodiscard]] bool IsValid(const Position& position) const {
    for (int i = 0; i < static_cast<int>(position.set.size()); ++i) {
      if (position.set[i] > i) {
        return false;
      }
    }
    int stones = 0;
    for (int cell = 0; cell < kCells; ++cell) {
      const int color = position.colors[cell];
      if (color < kFree || color > 1) {
        return false;
      }
      stones += color != kFree ? 1 : 0;
    }
    const bool is_swapped = position.moves > 1 && stones == position.moves - 1;
    return position.first <= 1 && (stones == position.moves || is_swapped) &&
           (position.moves != 1 || position.colors[Black(position)] == 0);
  }

 private:
  static constexpr std::int8_t kFree = -1;

  static int Edge(int color, int end) { return kCells + 2 * color + end; }

  /// Black's first stone, or the last cell.
  static int Black(const Position& position) {
    int cell = 0;
    while (cell < kCells - 1 && position.colors[cell] != 0) {
      ++cell;
    }
    return cell;
  }
  static int SetOf(int member, Position* position) {
    auto& set = position->set;
    while (set[member] != member) {
      set[member] = set[set[member]];
      member = set[member];
    }
    return member;
  }
  static void Join(int one, int two, Position* position) {
    one = SetOf(one, position);
    two = SetOf(two, position);
    position->set[std::max(one, two)] =
        static_cast<std::uint8_t>(std::min(one, two));
  }
  static void Place(int cell, std::int8_t color, Position* position) {
    constexpr int kNeighbours[6][2] = {{0, -1}, {1, -1}, {-1, 0},
                                       {1, 0},  {-1, 1}, {0, 1}};
    position->colors[cell] = color;
    const int row = cell / kSize;
    const int column = cell % kSize;
    for (const auto& [down, right] : kNeighbours) {
      const int there = row + down;
      const int beside = column + right;
      if (there >= 0 && there < kSize && beside >= 0 && beside < kSize &&
          position->colors[there * kSize + beside] == color) {
        Join(cell, there * kSize + beside, position);
      }
    }
    const int place = color == 0 ? row : column;
    if (place == 0) {
      Join(cell, Edge(color, 0), position);
    }
    if (place == kSize - 1) {
      Join(cell, Edge(color, 1), position);
    }
  }
};

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_HEX_H_
