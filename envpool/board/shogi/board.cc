// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/board/shogi/board.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>

#include "envpool/board/grid.h"

namespace envpool::board::shogi {

namespace {

constexpr int kDirections = 10;
constexpr int kDropKind = 2 * kDirections;

/// Where a piece goes in each direction.
constexpr std::array<Leap, kDirections> kSteps{{{0, -1},
                                                {1, -1},
                                                {-1, -1},
                                                {1, 0},
                                                {-1, 0},
                                                {0, 1},
                                                {1, 1},
                                                {-1, 1},
                                                {1, -2},
                                                {-1, -2}}};

/// The directions of one step, as bits: those of each piece, and those of the
/// short steps of horses and dragons.
constexpr unsigned kGoldSteps = 0b00'0011'1111;
constexpr std::array<unsigned, kPieces> kShortSteps{0b00'0000'0001,
                                                    0,
                                                    0b11'0000'0000,
                                                    0b00'1100'0111,
                                                    0,
                                                    0,
                                                    kGoldSteps,
                                                    0b00'1111'1111,
                                                    kGoldSteps,
                                                    kGoldSteps,
                                                    kGoldSteps,
                                                    kGoldSteps,
                                                    0b00'1111'1111,
                                                    0b00'1111'1111};

using ReachTable =
    std::array<std::array<std::array<Bits, Squares::kSquares>, kPieces>, 2>;
constexpr ReachTable MakeReach() {
  ReachTable reach{};
  for (int piece = 0; piece < kPieces; ++piece) {
    for (int from = 0; from < Squares::kSquares; ++from) {
      for (int direction = 0; direction < kDirections; ++direction) {
        const int file = Squares::FileOf(from) + kSteps[direction].files;
        const int rank = Squares::RankOf(from) + kSteps[direction].ranks;
        if ((kShortSteps[piece] >> direction & 1) != 0 &&
            Squares::Inside(file, rank)) {
          const int to = Squares::SquareAt(file, rank);
          reach[0][piece][from] |= Squares::Bit(to);
          reach[1][piece][SeenBy(1, from)] |= Squares::Bit(SeenBy(1, to));
        }
      }
    }
  }
  return reach;
}
constexpr ReachTable kReach = MakeReach();

/// The direction of a move by its files and ranks, each plus 8.
constexpr auto kDirectionOf = [] {
  std::array<std::array<std::uint8_t, 17>, 17> table{};
  for (int direction = 0; direction < kDirections; ++direction) {
    const auto [files, ranks] = kSteps[direction];
    for (int distance = 1; distance <= 8; ++distance) {
      const bool is_leap = ranks == -2;
      if (!is_leap || distance == 1) {
        table[8 + files * distance][8 + ranks * distance] =
            static_cast<std::uint8_t>(direction);
      }
    }
  }
  return table;
}();

/// The ranks to which a piece may not go unpromoted, or be dropped.
constexpr int DeadRanks(int piece) {
  if (piece == kKnight) {
    return 2;
  }
  return piece == kPawn || piece == kLance ? 1 : 0;
}

constexpr Bits Golds(const std::array<Bits, kPieces>& pieces) {
  return pieces[kGold] | pieces[kProPawn] | pieces[kProLance] |
         pieces[kProKnight] | pieces[kProSilver];
}

Bits LanceAttacks(int color, int square, Bits occupied) {
  return color == 0 ? Squares::SlideDown(Squares::kFile, square, occupied)
                    : Squares::SlideUp(Squares::kFile, square, occupied);
}

}  // namespace

Board Board::Start() {
  constexpr std::array<int, 9> kLastRank{kLance, kKnight, kSilver, kGold, kKing,
                                         kGold,  kSilver, kKnight, kLance};
  Board board;
  for (int color = 0; color < 2; ++color) {
    for (int file = 0; file < 9; ++file) {
      const int last = Squares::SquareAt(file, 8);
      board.Put(color, kLastRank[file], SeenBy(color, last));
      board.Put(color, kPawn, SeenBy(color, last - 2));
    }
    board.Put(color, kRook, SeenBy(color, Squares::SquareAt(1, 7)));
    board.Put(color, kBishop, SeenBy(color, Squares::SquareAt(7, 7)));
  }
  return board;
}

int Board::At(int square) const {
  int piece = 0;
  while (piece < kPieces && (pieces_[piece] & Squares::Bit(square)) == 0) {
    ++piece;
  }
  return piece;
}

Bits Board::Attacks(int color, int piece, int square) const {
  const Bits near = kReach[color][piece][square];
  switch (piece) {
    case kLance:
      return LanceAttacks(color, square, Occupied());
    case kBishop:
    case kHorse:
      return near | Squares::Bishop(square, Occupied());
    case kRook:
    case kDragon:
      return near | Squares::Rook(square, Occupied());
    default:
      return near;
  }
}

Bits Board::Attackers(int square, Bits occupied, int color) const {
  // A piece attacks a square if its kind of the other color would attack it
  // from there.
  const auto& reach = kReach[1 - color];
  const Bits kings = pieces_[kKing] | pieces_[kHorse] | pieces_[kDragon];
  Bits found = (reach[kPawn][square] & pieces_[kPawn]) |
               (reach[kKnight][square] & pieces_[kKnight]) |
               (reach[kSilver][square] & pieces_[kSilver]) |
               (reach[kGold][square] & Golds(pieces_)) |
               (reach[kKing][square] & kings);
  found |= LanceAttacks(1 - color, square, occupied) & pieces_[kLance];
  found |=
      Squares::Bishop(square, occupied) & (pieces_[kBishop] | pieces_[kHorse]);
  found |=
      Squares::Rook(square, occupied) & (pieces_[kRook] | pieces_[kDragon]);
  return found & colors_[color] & occupied;
}

bool Board::InCheck(int color) const {
  return Attackers(KingSquare(color), Occupied(), 1 - color) != 0;
}

Bits Board::Constraints::TargetsOf(int square) const {
  if ((pinned & Squares::Bit(square)) != 0) {
    for (int i = 0; i < lines_count; ++i) {
      if ((lines[i] & Squares::Bit(square)) != 0) {
        return targets & lines[i];
      }
    }
  }
  return targets;
}

auto Board::FindConstraints(int color, int king, Bits checkers) const
    -> Constraints {
  const Bits own = colors_[color];
  const Bits enemy = colors_[1 - color];
  Constraints found{Squares::kAll & ~own, 0, {}, 0};
  Bits near = checkers;
  // Each long-range piece that own pieces alone keep from the king.
  const auto find = [&](auto slide, Bits pieces) {
    ForSquares(pieces & enemy, [&](int square) {
      const Bits bit = Squares::Bit(square);
      const Bits between = slide(king, bit) & slide(square, Squares::Bit(king));
      const Bits shields = between & own;
      if (shields == 0) {
        found.targets &= between | bit;
        near &= ~bit;
      } else if ((shields & (shields - 1)) == 0) {
        found.pinned |= shields;
        found.lines[found.lines_count++] = between | bit;
      }
    });
  };
  find(Squares::Rook,
       Squares::Rook(king, enemy) & (pieces_[kRook] | pieces_[kDragon]));
  find(Squares::Bishop,
       Squares::Bishop(king, enemy) & (pieces_[kBishop] | pieces_[kHorse]));
  find(Squares::Rook, LanceAttacks(color, king, enemy) & pieces_[kLance]);
  if (near != 0) {
    found.targets &= near;
  }
  return found;
}

void Board::AddMoves(int color, int piece, int from, Bits targets,
                     Legal* legal) const {
  const int start = SeenBy(color, from);
  const int file = Squares::FileOf(start);
  const int rank = Squares::RankOf(start);
  ForSquares(targets, [&](int square) {
    const int to = SeenBy(color, square);
    const int to_rank = Squares::RankOf(to);
    const int direction =
        kDirectionOf[8 + Squares::FileOf(to) - file][8 + to_rank - rank];
    const int action = Squares::kSquares * direction + to;
    if (to_rank >= DeadRanks(piece)) {
      legal->Add(action);
    }
    if (piece < kGold && (rank < 3 || to_rank < 3)) {
      legal->Add(action + Squares::kSquares * kDirections);
    }
  });
}

bool Board::PawnMates(int color, int king) const {
  const int defender = 1 - color;
  const int pawn = color == 0 ? king + 1 : king - 1;
  const Bits occupied = Occupied() | Squares::Bit(pawn);
  bool escapes = false;
  ForSquares(
      kReach[defender][kKing][king] & ~colors_[defender], [&](int square) {
        escapes |= Attackers(square, occupied ^ Squares::Bit(king), color) == 0;
      });
  const Bits takers = Attackers(pawn, occupied, defender) & ~Squares::Bit(king);
  ForSquares(takers, [&](int square) {
    escapes |= Attackers(king, occupied ^ Squares::Bit(square), color) == 0;
  });
  return !escapes;
}

void Board::AddDrops(int color, Bits targets, Legal* legal) const {
  for (int piece = 0; piece < kHandPieces; ++piece) {
    if (hands_[color][piece] == 0) {
      continue;
    }
    Bits squares = targets;
    for (int rank = 0; rank < DeadRanks(piece); ++rank) {
      squares &= ~Squares::RankBits(color == 0 ? rank : 8 - rank);
    }
    if (piece == kPawn) {
      ForSquares(Of(color, kPawn), [&](int pawn) {
        squares &= ~(Bits{0x1FF} << 9 * Squares::FileOf(pawn));
      });
      const int king = KingSquare(1 - color);
      const Bits checking = kReach[1 - color][kPawn][king] & squares;
      if (checking != 0 && PawnMates(color, king)) {
        squares ^= checking;
      }
    }
    ForSquares(squares, [&](int square) {
      legal->Add(Squares::kSquares * (kDropKind + piece) +
                 SeenBy(color, square));
    });
  }
}

bool Board::WinsByEntry(int color) const {
  constexpr int kRanks = 3;
  constexpr int kLeastPieces = 10;  // besides the king
  constexpr std::array<int, 2> kLeastPoints{28, 27};
  constexpr int kPointsOfLarge = 5;
  Bits camp = 0;  // computed by the compiler
  for (int rank = 0; rank < kRanks; ++rank) {
    camp |= Squares::RankBits(color == 0 ? rank : 8 - rank);
  }
  const Bits entered = colors_[color] & camp & ~pieces_[kKing];
  const Bits large = entered & (pieces_[kBishop] | pieces_[kRook] |
                                pieces_[kHorse] | pieces_[kDragon]);
  const int count = CountSquares(entered);
  int points = count + (kPointsOfLarge - 1) * CountSquares(large);
  for (int piece = 0; piece < kHandPieces; ++piece) {
    const bool is_large = piece == kBishop || piece == kRook;
    points += InHand(color, piece) * (is_large ? kPointsOfLarge : 1);
  }
  return (Of(color, kKing) & camp) != 0 && count >= kLeastPieces &&
         points >= kLeastPoints[color] && !InCheck(color);
}

std::uint64_t Board::Key() const {
  std::uint64_t key = 0;
  const auto mix = [&key](std::uint64_t word) {
    key = (key ^ word) * 0x9e3779b97f4a7c15U;
    key ^= key >> 29;
  };
  const auto mix_bits = [&mix](Bits bits) {
    mix(static_cast<std::uint64_t>(bits));
    mix(static_cast<std::uint64_t>(bits >> 64));
  };
  mix_bits(colors_[0]);
  std::ranges::for_each(pieces_, mix_bits);
  for (const auto& hand : hands_) {
    mix(std::bit_cast<std::uint64_t>(hand));
  }
  return key;
}

void Board::ListLegal(int color, Legal* legal) const {
  legal->Clear();
  const int king = KingSquare(color);
  const Bits occupied = Occupied();
  const Bits checkers = Attackers(king, occupied, 1 - color);
  Bits safe = 0;
  ForSquares(kReach[color][kKing][king] & ~colors_[color], [&](int square) {
    if (Attackers(square, occupied ^ Squares::Bit(king), 1 - color) == 0) {
      safe |= Squares::Bit(square);
    }
  });
  AddMoves(color, kKing, king, safe, legal);
  if ((checkers & (checkers - 1)) != 0) {
    return;
  }
  const Constraints constraints = FindConstraints(color, king, checkers);
  for (int piece = 0; piece < kPieces; ++piece) {
    if (piece == kKing) {
      continue;
    }
    ForSquares(Of(color, piece), [&](int from) {
      const Bits attacks = Attacks(color, piece, from);
      AddMoves(color, piece, from, attacks & constraints.TargetsOf(from),
               legal);
    });
  }
  AddDrops(color, constraints.targets & ~occupied, legal);
}

/// The square of the piece that reaches `to` in this direction.
int Board::Origin(int color, int direction, int to) const {
  const Leap& step = kSteps[direction];
  const int back = -(9 * step.files + step.ranks);
  int square = to;
  do {
    square += color == 0 ? back : -back;
  } while ((colors_[color] & Squares::Bit(square)) == 0);
  return square;
}

void Board::Play(int color, int action) {
  const int kind = action / Squares::kSquares;
  const int to = SeenBy(color, action % Squares::kSquares);
  if (kind >= kDropKind) {
    --hands_[color][kind - kDropKind];
    Put(color, kind - kDropKind, to);
    return;
  }
  const Bits bit = Squares::Bit(to);
  if ((colors_[1 - color] & bit) != 0) {
    const int taken = At(to);
    colors_[1 - color] ^= bit;
    pieces_[taken] ^= bit;
    ++hands_[color][taken % 8];
  }
  const int from = Origin(color, kind % kDirections, to);
  const int piece = At(from);
  colors_[color] ^= Squares::Bit(from);
  pieces_[piece] ^= Squares::Bit(from);
  Put(color, kind >= kDirections ? piece + 8 : piece, to);
}

bool Board::IsValid(int color) const {
  constexpr std::array<int, 8> kTotals{18, 4, 4, 4, 2, 2, 4, 2};
  std::array<int, 8> counts{};
  Bits all = 0;
  for (int piece = 0; piece < kPieces; ++piece) {
    if ((pieces_[piece] & (all | ~Squares::kAll)) != 0) {
      return false;
    }
    all |= pieces_[piece];
    counts[piece % 8] += CountSquares(pieces_[piece]);
  }
  for (const auto& hand : hands_) {
    for (int piece = 0; piece < 8; ++piece) {
      counts[piece] += hand[piece];
    }
    if (hand[kKing] != 0) {
      return false;
    }
  }
  return (colors_[0] & colors_[1]) == 0 && Occupied() == all &&
         counts == kTotals && CountSquares(Of(0, kKing)) == 1 &&
         CountSquares(Of(1, kKing)) == 1 && !InCheck(1 - color);
}

}  // namespace envpool::board::shogi
