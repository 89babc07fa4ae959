// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// AnimalShogi: shogi with five kinds of pieces on 3x4 squares. A player wins by
// mate, or by a king that reaches the last rank; the third occurrence of a
// position is a draw, and so is the 256th move.
//
// Observations equal PGX's, with a mistake in their history: each move shifts
// the boards by eight squares instead of the twelve of a board, and the hands
// by eight numbers instead of six.
//
// A square's number is file * 4 + rank, rank 0 being the last one of the player
// who moves. Actions: 12 * direction + square left, with the directions of
// kKingLeaps; 12 * (8 + piece) + square for a drop.

#ifndef ENVPOOL_BOARD_ANIMAL_SHOGI_H_
#define ENVPOOL_BOARD_ANIMAL_SHOGI_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "envpool/board/action_list.h"
#include "envpool/board/game.h"

namespace envpool::board {

class AnimalShogi : public PlainGame {
 public:
  using Cell = float;

  enum Piece { kPawn, kBishop, kRook, kKing, kGold, kPieces };
  static constexpr int kHandPieces = 3;  // a player holds the first three kinds
  static constexpr int kHistory = 8;     // positions in an observation
  static constexpr int kMaxMoves = 256;
  static constexpr int kSquares = 12;
  static constexpr int kActions = (8 + kHandPieces) * kSquares;

  /// Pieces by color and kind: on squares as color 0 sees them, and in hand.
  struct Board {
    std::array<std::array<std::uint16_t, kPieces>, 2> pieces;
    std::array<std::array<std::uint8_t, kHandPieces>, 2> hands;

    friend bool operator==(const Board&, const Board&) = default;
  };
  struct Position {
    // The key of the position after each move. The last one is only used if a
    // saved game goes on beyond its end.
    std::array<std::uint64_t, kMaxMoves + 2> keys;
    // PGX's history: what the player to move sees on the squares and in hand.
    std::array<std::uint8_t, kHistory * kSquares> seen;
    std::array<std::uint8_t, kHistory * 2 * kHandPieces> held;
    Board now;
    ActionList<kActions> legal;
    std::uint16_t first;  // the player with color 0
    std::uint16_t moves;
    // How often the latest positions came before, the latest one first.
    std::array<std::uint8_t, kHistory> repetitions;

    [[nodiscard]] int color() const { return moves % 2; }
  };

  using PlainGame::PlainGame;

  static constexpr PictureSize kPicture{3, 6};
  [[nodiscard]] std::vector<int> Shape() const { return {4, 3, kPlanes}; }
  [[nodiscard]] int NumActions() const { return kActions; }

  void Start(const threefry::Key& key, Position* position) const;
  [[nodiscard]] int Mover(const Position& position) const {
    return position.first ^ position.color();
  }
  [[nodiscard]] bool IsLegal(const Position& position, int action) const {
    return position.legal.Contains(action);
  }

  Outcome<2> Play(int action, const threefry::Key& key,
                  Position* position) const;
  void WriteMask(const Position& position, std::int8_t* mask) const {
    std::memset(mask, 0, kActions);
    for (const int action : position.legal.span()) {
      mask[action] = 1;
    }
  }

  void Observe(const Position& position, int player, Cell* cells) const;
  void Draw(const Position& position, Picture* picture) const;
  [[nodiscard]] bool IsValid(const Position& position) const;

 private:
  static constexpr int kHandPlanes = 2 * 2 * kHandPieces;
  static constexpr int kBoardPlanes = 2 * kPieces + kHandPlanes + 2;
  static constexpr int kPlanes = kHistory * kBoardPlanes + 2;
};

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_ANIMAL_SHOGI_H_
