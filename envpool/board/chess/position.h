// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A position of chess and its legal moves, on bitboards: the full game on 8x8
// squares; Gardner's on 5x5, which has no castling, double step or en passant.
//
// Colors are 0 (white, moves up) and 1 (black). Squares are absolute: a1 is 0,
// a2 is 1, b1 is `size`. Actions are those of ActionsOf, relative to the
// player who moves. A position has one king of each color and at most 2 * size
// pieces of each color; Play expects a legal action.

#ifndef ENVPOOL_BOARD_CHESS_POSITION_H_
#define ENVPOOL_BOARD_CHESS_POSITION_H_

#include <array>
#include <cstdint>

#include "envpool/board/action_list.h"
#include "envpool/board/chess/actions.h"
#include "envpool/board/grid.h"

namespace envpool::board::chess {

/// Which pieces stand where.
struct Board {
  std::array<std::uint64_t, 2> colors{};
  std::array<std::uint64_t, 6> pieces{};

  [[nodiscard]] std::uint64_t Occupied() const { return colors[0] | colors[1]; }
  [[nodiscard]] std::uint64_t Of(int color, Piece piece) const {
    return colors[color] & pieces[piece];
  }
  [[nodiscard]] Piece At(int square) const {
    int piece = kPawn;
    while (piece < kNoPiece && (pieces[piece] >> square & 1) == 0) {
      ++piece;
    }
    return static_cast<Piece>(piece);
  }
  void Toggle(int color, Piece piece, std::uint64_t squares) {
    colors[color] ^= squares;
    pieces[piece] ^= squares;
  }
};

/// A move in absolute squares.
struct Move {
  int from;
  int to;
  Piece promotion;  // kNoPiece for none, and for that to a queen
};

template <int size>
class Position {
 public:
  using Actions = ActionsOf<size>;
  using Squares = Grid<size, size, std::uint64_t>;
  // A queen has at most 4 * (size - 1) moves less one or more, a pawn 12.
  static constexpr int kMaxActions = 2 * size * 4 * (size - 1);
  using Legal = ActionList<kMaxActions>;
  static constexpr bool kFullGame = size == 8;

  /// The start of a game.
  Position();
  /// Any other position; `castling` and `en_passant` as the members say.
  Position(const Board& board, int turn, int castling, int en_passant)
      : board_(board),
        turn_(static_cast<std::int16_t>(turn)),
        castling_(static_cast<std::int16_t>(castling)),
        en_passant_(static_cast<std::int16_t>(en_passant)) {}

  [[nodiscard]] const Board& board() const { return board_; }
  [[nodiscard]] int turn() const { return turn_; }
  /// Whether the king of a color may still castle to side 0 (queen) or 1.
  [[nodiscard]] bool MayCastle(int color, int side) const {
    return (castling_ >> (2 * color + side) & 1) != 0;
  }
  /// The square that a pawn's double step just passed, or -1.
  [[nodiscard]] int en_passant() const { return en_passant_; }
  /// The number of moves since a pawn moved or a piece was taken.
  [[nodiscard]] int quiet_moves() const { return quiet_moves_; }

  void ListLegal(Legal* legal) const;
  [[nodiscard]] bool InCheck() const;
  /// Whether neither side can mate, by OpenSpiel's rule, which PGX follows.
  [[nodiscard]] bool HasInsufficientMaterial() const;
  [[nodiscard]] Move MoveOf(int action) const;
  void Play(int action);
  /// A number that tells positions apart: pieces, turn, castling, en passant.
  [[nodiscard]] std::uint64_t Key() const;
  /// Whether the members, which may hold any bytes, are a position.
  [[nodiscard]] bool IsValid() const;

 private:
  /// What the moves of one position have in common.
  struct Constraints {
    std::uint64_t targets;  // squares that answer all checks, but for the king
    std::uint64_t pinned;   // own pieces that may only stay on a line
    std::array<std::uint64_t, 8> lines;  // those lines
    int lines_count;

    [[nodiscard]] std::uint64_t TargetsOf(int square) const;
  };

  [[nodiscard]] std::uint64_t Attackers(int square, std::uint64_t occupied,
                                        int color) const;
  [[nodiscard]] Constraints FindConstraints(int king,
                                            std::uint64_t checkers) const;
  void AddMoves(int from, std::uint64_t targets, Legal* legal) const;
  void AddPieces(const Constraints& constraints, Legal* legal) const;
  void AddPawns(const Constraints& constraints, Legal* legal) const;
  void AddEnPassant(int king, Legal* legal) const;
  void AddKing(int king, Legal* legal) const;
  void AddCastling(Legal* legal) const;
  [[nodiscard]] bool HasValidBoard() const;
  [[nodiscard]] bool PassesSafely(int from, int to) const;
  [[nodiscard]] int KingSquare(int color) const {
    return LowestSquare(board_.Of(color, kKing));
  }

  Board board_;
  std::int16_t turn_{0};
  std::int16_t castling_{kFullGame ? 15 : 0};  // bit 2 * color + side
  std::int16_t en_passant_{-1};
  std::int16_t quiet_moves_{0};
};

extern template class Position<5>;
extern template class Position<8>;

}  // namespace envpool::board::chess

#endif  // ENVPOOL_BOARD_CHESS_POSITION_H_
