// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/board/chess/position.h"

#include <array>
#include <cstdint>
#include <cstdlib>

#include "envpool/board/chess/actions.h"
#include "envpool/board/grid.h"

namespace envpool::board::chess {

namespace {

/// The pieces of the first rank by file. Gardner's are the first five.
constexpr std::array<Piece, 8> kFirstRank{kRook, kKnight, kBishop, kQueen,
                                          kKing, kBishop, kKnight, kRook};
constexpr int kKingFile = 4;

template <int size>
struct Tables {
  using Squares = Grid<size, size, std::uint64_t>;
  static constexpr auto kKnights = Squares::LeapTable(kKnightLeaps);
  static constexpr auto kKings = Squares::LeapTable(kKingLeaps);
  /// What a pawn of each color attacks.
  static constexpr std::array<std::array<std::uint64_t, size * size>, 2> kPawns{
      Squares::LeapTable(std::array<Leap, 2>{{{-1, 1}, {1, 1}}}),
      Squares::LeapTable(std::array<Leap, 2>{{{-1, -1}, {1, -1}}})};
  /// A square as each color sees it, and back.
  static constexpr std::array<std::array<std::uint8_t, size * size>, 2>
      kSeenBy = [] {
        std::array<std::array<std::uint8_t, size * size>, 2> seen{};
        for (int square = 0; square < size * size; ++square) {
          seen[0][square] = static_cast<std::uint8_t>(square);
          seen[1][square] = static_cast<std::uint8_t>(Squares::Mirror(square));
        }
        return seen;
      }();
};

/// The rights to castle that end when a piece leaves or reaches a square.
constexpr std::array<std::uint8_t, 64> kEndedRights = [] {
  std::array<std::uint8_t, 64> ended{};
  for (int color = 0; color < 2; ++color) {
    const int rank = 7 * color;
    ended[rank] = static_cast<std::uint8_t>(1 << 2 * color);
    ended[8 * kKingFile + rank] = static_cast<std::uint8_t>(3 << 2 * color);
    ended[8 * 7 + rank] = static_cast<std::uint8_t>(2 << 2 * color);
  }
  return ended;
}();

constexpr std::uint64_t Mix(std::uint64_t key, std::uint64_t word) {
  key = (key ^ word) * 0x9e3779b97f4a7c15U;
  return key ^ key >> 29;
}

}  // namespace

template <int size>
Position<size>::Position() {
  for (int file = 0; file < size; ++file) {
    for (int color = 0; color < 2; ++color) {
      const int first = color == 0 ? 0 : size - 1;
      const int second = color == 0 ? 1 : size - 2;
      board_.Toggle(color, kFirstRank[file],
                    Squares::Bit(Squares::SquareAt(file, first)));
      board_.Toggle(color, kPawn,
                    Squares::Bit(Squares::SquareAt(file, second)));
    }
  }
}

template <int size>
std::uint64_t Position<size>::Attackers(int square, std::uint64_t occupied,
                                        int color) const {
  using T = Tables<size>;
  const auto& pieces = board_.pieces;
  const std::uint64_t queens = pieces[kQueen];
  return board_.colors[color] & occupied &
         ((T::kPawns[1 - color][square] & pieces[kPawn]) |
          (T::kKnights[square] & pieces[kKnight]) |
          (T::kKings[square] & pieces[kKing]) |
          (Squares::Bishop(square, occupied) & (pieces[kBishop] | queens)) |
          (Squares::Rook(square, occupied) & (pieces[kRook] | queens)));
}

template <int size>
bool Position<size>::InCheck() const {
  return Attackers(KingSquare(turn_), board_.Occupied(), 1 - turn_) != 0;
}

template <int size>
std::uint64_t Position<size>::Constraints::TargetsOf(int square) const {
  if ((pinned >> square & 1) == 0) {
    return targets;
  }
  for (int i = 0; i < lines_count; ++i) {
    if ((lines[i] >> square & 1) != 0) {
      return targets & lines[i];
    }
  }
  return targets;
}

template <int size>
auto Position<size>::FindConstraints(int king, std::uint64_t checkers) const
    -> Constraints {
  const std::uint64_t own = board_.colors[turn_];
  const std::uint64_t enemy = board_.colors[1 - turn_];
  const std::uint64_t king_bit = Squares::Bit(king);
  Constraints found{~own, 0, {}, 0};
  // Each long-range piece that own pieces alone keep from the king.
  const auto find = [&](auto slide, std::uint64_t long_range) {
    ForSquares(slide(king, enemy) & enemy & long_range, [&](int square) {
      const std::uint64_t bit = Squares::Bit(square);
      const std::uint64_t between = slide(king, bit) & slide(square, king_bit);
      const std::uint64_t shields = between & own;
      if (shields == 0) {
        found.targets &= between | bit;
      } else if ((shields & (shields - 1)) == 0) {
        found.pinned |= shields;
        found.lines[found.lines_count++] = between | bit;
      }
    });
  };
  const auto& pieces = board_.pieces;
  find(Squares::Rook, pieces[kRook] | pieces[kQueen]);
  find(Squares::Bishop, pieces[kBishop] | pieces[kQueen]);
  const std::uint64_t near = checkers & (pieces[kPawn] | pieces[kKnight]);
  if (near != 0) {
    found.targets &= near;
  }
  return found;
}

template <int size>
void Position<size>::AddMoves(int from, std::uint64_t targets,
                              Legal* legal) const {
  const auto& seen = Tables<size>::kSeenBy[turn_];
  const int start = seen[from];
  ForSquares(targets, [&](int to) {
    legal->Add(start * Actions::kPlanes + Actions::kPlaneOf[start][seen[to]]);
  });
}

template <int size>
void Position<size>::AddPieces(const Constraints& constraints,
                               Legal* legal) const {
  const std::uint64_t occupied = board_.Occupied();
  const auto& pieces = board_.pieces;
  const std::uint64_t own = board_.colors[turn_];
  ForSquares(own & pieces[kKnight] & ~constraints.pinned, [&](int from) {
    AddMoves(from, Tables<size>::kKnights[from] & constraints.targets, legal);
  });
  ForSquares(own & (pieces[kBishop] | pieces[kQueen]), [&](int from) {
    AddMoves(from,
             Squares::Bishop(from, occupied) & constraints.TargetsOf(from),
             legal);
  });
  ForSquares(own & (pieces[kRook] | pieces[kQueen]), [&](int from) {
    AddMoves(from, Squares::Rook(from, occupied) & constraints.TargetsOf(from),
             legal);
  });
}

template <int size>
void Position<size>::AddPawns(const Constraints& constraints,
                              Legal* legal) const {
  const std::uint64_t occupied = board_.Occupied();
  const std::uint64_t enemy = board_.colors[1 - turn_];
  const auto& seen = Tables<size>::kSeenBy[turn_];
  const int up = turn_ == 0 ? 1 : -1;
  ForSquares(board_.Of(turn_, kPawn), [&](int from) {
    const int rank = Squares::RankOf(seen[from]);
    std::uint64_t targets = Tables<size>::kPawns[turn_][from] & enemy;
    const std::uint64_t step = Squares::Bit(from + up) & ~occupied;
    targets |= step;
    if (kFullGame && rank == 1 && step != 0) {
      targets |= Squares::Bit(from + 2 * up) & ~occupied;
    }
    targets &= constraints.TargetsOf(from);
    AddMoves(from, targets, legal);
    if (rank != size - 2) {
      return;
    }
    for (int plane = 0; plane < Actions::kUnderpromotionPlanes; ++plane) {
      const int to = from + up + size * Actions::kLeaps[plane].files;
      if (to >= 0 && to < Squares::kSquares &&
          (targets & Squares::Bit(to)) != 0) {
        legal->Add(seen[from] * Actions::kPlanes + plane);
      }
    }
  });
}

template <int size>
void Position<size>::AddEnPassant(int king, Legal* legal) const {
  const int taken = en_passant_ + (turn_ == 0 ? -1 : 1);
  // Where an enemy's pawn could attack the square, own pawns can take on it.
  const std::uint64_t pawns =
      Tables<size>::kPawns[1 - turn_][en_passant_] & board_.Of(turn_, kPawn);
  ForSquares(pawns, [&](int from) {
    const std::uint64_t occupied =
        (board_.Occupied() ^ Squares::Bit(from) ^ Squares::Bit(taken)) |
        Squares::Bit(en_passant_);
    if (Attackers(king, occupied, 1 - turn_) == 0) {
      AddMoves(from, Squares::Bit(en_passant_), legal);
    }
  });
}

template <int size>
void Position<size>::AddKing(int king, Legal* legal) const {
  const std::uint64_t occupied = board_.Occupied() ^ Squares::Bit(king);
  std::uint64_t safe = 0;
  ForSquares(Tables<size>::kKings[king] & ~board_.colors[turn_],
             [&](int square) {
               if (Attackers(square, occupied, 1 - turn_) == 0) {
                 safe |= Squares::Bit(square);
               }
             });
  AddMoves(king, safe, legal);
}

template <int size>
bool Position<size>::PassesSafely(int from, int to) const {
  const int step = to < from ? -size : size;
  for (int square = from + step; square != to + step; square += step) {
    if (Attackers(square, board_.Occupied(), 1 - turn_) != 0) {
      return false;
    }
  }
  return true;
}

template <int size>
void Position<size>::AddCastling(Legal* legal) const {
  const int rank = turn_ == 0 ? 0 : size - 1;
  const int king = Squares::SquareAt(kKingFile, rank);
  for (int side = 0; side < 2; ++side) {
    if (!MayCastle(turn_, side)) {
      continue;
    }
    const int rook = Squares::SquareAt(side == 0 ? 0 : size - 1, rank);
    const int to = king + (side == 0 ? -2 : 2) * size;
    // Nothing stands between: the king sees the rook along the rank.
    const std::uint64_t seen =
        Squares::Slide(Squares::kRank, king, board_.Occupied());
    if ((seen & board_.Of(turn_, kRook) & Squares::Bit(rook)) != 0 &&
        PassesSafely(king, to)) {
      AddMoves(king, Squares::Bit(to), legal);
    }
  }
}

template <int size>
void Position<size>::ListLegal(Legal* legal) const {
  legal->Clear();
  const int king = KingSquare(turn_);
  const std::uint64_t checkers = Attackers(king, board_.Occupied(), 1 - turn_);
  AddKing(king, legal);
  if ((checkers & (checkers - 1)) != 0) {
    return;
  }
  const Constraints constraints = FindConstraints(king, checkers);
  AddPieces(constraints, legal);
  AddPawns(constraints, legal);
  if constexpr (kFullGame) {
    if (en_passant_ >= 0) {
      AddEnPassant(king, legal);
    }
    if (checkers == 0 && (castling_ >> 2 * turn_ & 3) != 0) {
      AddCastling(legal);
    }
  }
}

template <int size>
bool Position<size>::HasInsufficientMaterial() const {
  const auto& pieces = board_.pieces;
  const std::uint64_t bishops = pieces[kBishop];
  const int count = CountSquares(board_.Occupied());
  const bool can_mate = (pieces[kPawn] | pieces[kRook] | pieces[kQueen]) != 0;
  if (count <= 2 || (count == 3 && !can_mate)) {
    return true;
  }
  std::uint64_t dark = 0;  // computed by the compiler
  for (int square = 0; square < Squares::kSquares; ++square) {
    if ((Squares::FileOf(square) + Squares::RankOf(square)) % 2 == 0) {
      dark |= Squares::Bit(square);
    }
  }
  return count == CountSquares(bishops) + 2 &&
         ((bishops & dark) == bishops || (bishops & dark) == 0);
}

template <int size>
Move Position<size>::MoveOf(int action) const {
  const auto& seen = Tables<size>::kSeenBy[turn_];
  const int start = action / Actions::kPlanes;
  const int plane = action % Actions::kPlanes;
  const Leap& leap = Actions::kLeaps[plane];
  return {seen[start], seen[start + leap.files * size + leap.ranks],
          plane < Actions::kUnderpromotionPlanes ? kUnderpromotions[plane / 3]
                                                 : kNoPiece};
}

template <int size>
void Position<size>::Play(int action) {
  const Move move = MoveOf(action);
  const std::uint64_t to = Squares::Bit(move.to);
  const Piece piece = board_.At(move.from);
  const bool takes = (board_.colors[1 - turn_] & to) != 0;
  if (takes) {
    board_.Toggle(1 - turn_, board_.At(move.to), to);
  }
  board_.Toggle(turn_, piece, Squares::Bit(move.from));
  Piece placed = piece;
  if (move.promotion != kNoPiece) {
    placed = move.promotion;
  } else if (piece == kPawn && (Squares::RankOf(move.to) == 0 ||
                                Squares::RankOf(move.to) == size - 1)) {
    placed = kQueen;
  }
  board_.Toggle(turn_, placed, to);
  if constexpr (kFullGame) {
    if (piece == kPawn && move.to == en_passant_) {
      board_.Toggle(1 - turn_, kPawn,
                    Squares::Bit(move.to + (turn_ == 0 ? -1 : 1)));
    }
    const bool is_double = piece == kPawn && std::abs(move.to - move.from) == 2;
    en_passant_ =
        static_cast<std::int16_t>(is_double ? (move.from + move.to) / 2 : -1);
    if (piece == kKing && std::abs(move.to - move.from) == 2 * size) {
      const bool long_side = move.to < move.from;
      board_.Toggle(
          turn_, kRook,
          Squares::Bit(long_side ? move.to - 2 * size : move.to + size) |
              Squares::Bit((move.from + move.to) / 2));
    }
    castling_ &= static_cast<std::int16_t>(
        ~(kEndedRights[move.from] | kEndedRights[move.to]));
  }
  turn_ = static_cast<std::int16_t>(1 - turn_);
  quiet_moves_ =
      static_cast<std::int16_t>(takes || piece == kPawn ? 0 : quiet_moves_ + 1);
}

template <int size>
std::uint64_t Position<size>::Key() const {
  std::uint64_t key = Mix(0, board_.colors[0]);
  for (const std::uint64_t squares : board_.pieces) {
    key = Mix(key, squares);
  }
  return Mix(key, static_cast<std::uint64_t>(turn_) << 16 |
                      static_cast<std::uint64_t>(castling_) << 8 |
                      static_cast<std::uint8_t>(en_passant_));
}

template <int size>
bool Position<size>::HasValidBoard() const {
  std::uint64_t all = 0;
  for (const std::uint64_t squares : board_.pieces) {
    if ((all & squares) != 0) {
      return false;
    }
    all |= squares;
  }
  for (int color = 0; color < 2; ++color) {
    if (CountSquares(board_.colors[color]) > 2 * size ||
        CountSquares(board_.Of(color, kKing)) != 1) {
      return false;
    }
  }
  const std::uint64_t ends = Squares::RankBits(0) | Squares::RankBits(size - 1);
  return (board_.colors[0] & board_.colors[1]) == 0 &&
         board_.Occupied() == all && (all & ~Squares::kAll) == 0 &&
         (board_.pieces[kPawn] & ends) == 0;
}

template <int size>
bool Position<size>::IsValid() const {
  if (turn_ < 0 || turn_ > 1 || quiet_moves_ < 0 || castling_ < 0 ||
      castling_ > (kFullGame ? 15 : 0) || !HasValidBoard() ||
      Attackers(KingSquare(1 - turn_), board_.Occupied(), turn_) != 0) {
    return false;
  }
  for (int color = 0; color < 2; ++color) {
    const int rank = color == 0 ? 0 : size - 1;
    for (int side = 0; side < 2; ++side) {
      const int rook = Squares::SquareAt(side == 0 ? 0 : size - 1, rank);
      if (MayCastle(color, side) &&
          (KingSquare(color) != Squares::SquareAt(kKingFile, rank) ||
           (board_.Of(color, kRook) & Squares::Bit(rook)) == 0)) {
        return false;
      }
    }
  }
  if (en_passant_ == -1) {
    return true;
  }
  const int up = turn_ == 0 ? 1 : -1;
  return kFullGame && en_passant_ >= 0 && en_passant_ < Squares::kSquares &&
         Squares::RankOf(en_passant_) == (turn_ == 0 ? 5 : 2) &&
         board_.At(en_passant_) == kNoPiece &&
         (board_.Of(1 - turn_, kPawn) & Squares::Bit(en_passant_ - up)) != 0;
}

template class Position<5>;
template class Position<8>;

}  // namespace envpool::board::chess
