// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Othello on 8 by 8 cells. Action: the cell, `8 * row + column`, or 64 to pass,
// which is legal only if nothing else is. The game ends when the board is full,
// when a player has no stones, or when both pass.

#ifndef ENVPOOL_BOARD_OTHELLO_H_
#define ENVPOOL_BOARD_OTHELLO_H_

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "envpool/board/game.h"

namespace envpool::board {

class Othello : public PlainGame {
 public:
  struct Position {
    std::uint64_t own;    // stones of the player to move
    std::uint64_t other;  // of the other player
    std::uint64_t legal;  // cells where the mover may play
    std::uint32_t mover;
    std::uint32_t passed;  // 1 if the last player passed
  };

  using PlainGame::PlainGame;

  static constexpr PictureSize kPicture{8, 8};
  [[nodiscard]] std::vector<int> Shape() const { return {8, 8, 2}; }
  [[nodiscard]] int NumActions() const { return kPass + 1; }

  void Start(const threefry::Key& key, Position* position) const {
    *position = {1ULL << 28 | 1ULL << 35, 1ULL << 27 | 1ULL << 36, 0,
                 DrawFirst(key), 0};
    position->legal = Moves(position->own, position->other);
  }
  [[nodiscard]] int Mover(const Position& position) const {
    return static_cast<int>(position.mover);
  }
  [[nodiscard]] bool IsLegal(const Position& position, int action) const {
    return action == kPass ? position.legal == 0
                           : (position.legal >> action & 1) != 0;
  }
  Outcome<2> Play(int action, const threefry::Key& /*key*/,
                  Position* position) const {
    const int mover = Mover(*position);
    std::uint64_t own = position->own;
    std::uint64_t other = position->other;
    if (action != kPass) {
      const std::uint64_t turned = Turned(action, own, other);
      own |= turned | 1ULL << action;
      other &= ~turned;
    }
    const bool over = ~(own | other) == 0 || other == 0 ||
                      (position->passed != 0 && action == kPass);
    *position = {other, own, Moves(other, own),
                 static_cast<std::uint32_t>(1 - mover), action == kPass};
    if (!over) {
      return {};
    }
    const int lead = std::popcount(own) - std::popcount(other);
    if (lead == 0) {
      return {{}, true};
    }
    return WonBy(lead > 0 ? mover : 1 - mover);
  }
  void WriteMask(const Position& position, std::int8_t* mask) const {
    WriteBits<kPass>(position.legal, mask);
    mask[kPass] = position.legal == 0;
  }
  void Observe(const Position& position, int player, Cell* cells) const {
    const bool moves = player == Mover(position);
    WritePlanes<kPass>(moves ? position.own : position.other,
                       moves ? position.other : position.own, cells);
  }
  void ObserveAll(const Position& position, Cell* cells) const {
    const bool moves = Mover(position) == 0;
    WritePlanes<kPass, 2>(moves ? position.own : position.other,
                          moves ? position.other : position.own, cells);
  }
  void Draw(const Position& position, Picture* picture) const;
  [[nodiscard]] bool IsValid(const Position& position) const {
    return (position.own & position.other) == 0 && position.mover <= 1 &&
           position.passed <= 1 &&
           position.legal == Moves(position.own, position.other);
  }

 private:
  static constexpr int kPass = 64;
  // Cells that have a neighbour to the left and one to the right.
  static constexpr std::uint64_t kInner = 0x7E7E7E7E7E7E7E7E;
  /// Distances to neighbours, with the cells that a line may cross.
  static constexpr std::array<std::pair<int, std::uint64_t>, 4> kLines{
      {{1, kInner}, {8, ~0ULL}, {7, kInner}, {9, kInner}}};

  /// The stones of `other` in lines that begin beside `from`, six at most.
  template <typename Shift>
  static std::uint64_t Line(std::uint64_t from, std::uint64_t other,
                            const Shift& shift) {
    std::uint64_t line = other & shift(from);
    for (int i = 0; i < 5; ++i) {
      line |= other & shift(line);
    }
    return line;
  }
  /// Calls use(line, beyond) for the lines from `from` in all directions.
  template <typename Use>
  static void ForLines(std::uint64_t from, std::uint64_t other,
                       const Use& use) {
    for (const auto& [step, crossed] : kLines) {
      const auto left = [step](std::uint64_t cells) { return cells << step; };
      const auto right = [step](std::uint64_t cells) { return cells >> step; };
      const std::uint64_t up = Line(from, other & crossed, left);
      use(up, left(up));
      const std::uint64_t down = Line(from, other & crossed, right);
      use(down, right(down));
    }
  }
  static std::uint64_t Moves(std::uint64_t own, std::uint64_t other) {
    std::uint64_t moves = 0;
    ForLines(own, other,
             [&moves](std::uint64_t /*line*/, std::uint64_t beyond) {
               moves |= beyond;
             });
    return moves & ~(own | other);
  }
  static std::uint64_t Turned(int action, std::uint64_t own,
                              std::uint64_t other) {
    std::uint64_t turned = 0;
    ForLines(1ULL << action, other,
             [&turned, own](std::uint64_t line, std::uint64_t beyond) {
               turned |= (beyond & own) != 0 ? line : 0;
             });
    return turned;
  }
};

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_OTHELLO_H_
