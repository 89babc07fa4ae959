// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A position of shogi and its legal moves, on bitboards of 81 squares.
//
// Squares are as color 0 sees them: 9 * file + rank, files from the right, rank
// 0 being the far one; color 1 sees them turned by 180 degrees. Actions are
// those of dlshogi and PGX, as the player who moves sees them: 81 * kind +
// square reached, with ten directions, the same ten with promotion, and drops
// of seven kinds of pieces.

#ifndef ENVPOOL_BOARD_SHOGI_BOARD_H_
#define ENVPOOL_BOARD_SHOGI_BOARD_H_

#include <array>
#include <cstdint>

#include "envpool/board/action_list.h"
#include "envpool/board/grid.h"

namespace envpool::board::shogi {

using Squares = Grid<9, 9, Bits128>;
using Bits = Bits128;

/// PGX's order: a promoted piece is its piece plus 8.
enum Piece {
  kPawn,
  kLance,
  kKnight,
  kSilver,
  kBishop,
  kRook,
  kGold,
  kKing,
  kProPawn,
  kProLance,
  kProKnight,
  kProSilver,
  kHorse,
  kDragon,
  kPieces
};
inline constexpr int kHandPieces = 7;  // a player holds the first seven kinds
inline constexpr int kActions = 27 * Squares::kSquares;
// No position has more than 593 legal moves.
using Legal = ActionList<608>;

/// A square as a color sees it, and back.
constexpr int SeenBy(int color, int square) {
  return color == 0 ? square : Squares::kSquares - 1 - square;
}

class Board {
 public:
  /// The start of a game.
  static Board Start();

  [[nodiscard]] Bits Of(int color, int piece) const {
    return colors_[color] & pieces_[piece];
  }
  [[nodiscard]] Bits Occupied() const { return colors_[0] | colors_[1]; }
  [[nodiscard]] int InHand(int color, int piece) const {
    return hands_[color][piece];
  }
  /// What a piece of a color attacks from a square, own pieces included.
  [[nodiscard]] Bits Attacks(int color, int piece, int square) const;
  [[nodiscard]] bool InCheck(int color) const;
  /// Whether this color, which moves, wins by its entered king, by the rule of
  /// 27 points: the king and ten other pieces are in the last three ranks, it
  /// is not in check, and these pieces and those in hand are worth 28 points,
  /// or 27 for the second player. Rooks and bishops count 5, others 1.
  [[nodiscard]] bool WinsByEntry(int color) const;
  /// A number that tells pieces on squares and in hand apart.
  [[nodiscard]] std::uint64_t Key() const;
  /// The legal actions of the color that moves.
  void ListLegal(int color, Legal* legal) const;
  /// Makes a legal action of a color.
  void Play(int color, int action);
  void Put(int color, int piece, int square) {
    colors_[color] |= Squares::Bit(square);
    pieces_[piece] |= Squares::Bit(square);
  }
  /// Whether the members, which may hold any bytes, are a position in which
  /// this color may move.
  [[nodiscard]] bool IsValid(int color) const;

 private:
  /// What the moves of one position have in common.
  struct Constraints {
    Bits targets;               // squares that answer a check, but for the king
    Bits pinned;                // own pieces that may only stay on a line
    std::array<Bits, 8> lines;  // those lines
    int lines_count;

    [[nodiscard]] Bits TargetsOf(int square) const;
  };

  [[nodiscard]] Bits LongRange(int color, Squares::Line line) const;
  [[nodiscard]] Bits Attackers(int square, Bits occupied, int color) const;
  [[nodiscard]] Constraints FindConstraints(int color, int king,
                                            Bits checkers) const;
  void AddMoves(int color, int piece, int from, Bits targets,
                Legal* legal) const;
  void AddDrops(int color, Bits targets, Legal* legal) const;
  [[nodiscard]] bool PawnMates(int color, int king) const;
  [[nodiscard]] int KingSquare(int color) const {
    return LowestSquare(Of(color, kKing));
  }
  [[nodiscard]] int At(int square) const;
  [[nodiscard]] int Origin(int color, int direction, int to) const;

  std::array<Bits, 2> colors_{};
  std::array<Bits, kPieces> pieces_{};
  std::array<std::array<std::uint8_t, 8>, 2> hands_{};  // the 8th is unused
};

}  // namespace envpool::board::shogi

#endif  // ENVPOOL_BOARD_SHOGI_BOARD_H_
