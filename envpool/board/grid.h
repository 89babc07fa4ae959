// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Sets of squares of a small board as the bits of one integer, and the squares
// that a piece reaches on it.
//
// A square's number is file * ranks + rank, as in PGX. Grid<files, ranks, Bits>
// has, computed by the compiler, the lines through each square and the squares
// that a leaping piece reaches. Everything is pure: any thread may use it.

#ifndef ENVPOOL_BOARD_GRID_H_
#define ENVPOOL_BOARD_GRID_H_

#include <array>
#include <bit>
#include <cstdint>

namespace envpool::board {

__extension__ using Bits128 = unsigned __int128;

/// A step of a leaping piece, in files and ranks.
struct Leap {
  int files;
  int ranks;
};

inline constexpr std::array<Leap, 8> kKingLeaps{
    {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};

template <typename Bits>
constexpr int LowestSquare(Bits set) {
  if constexpr (sizeof(Bits) == 16) {
    const auto low = static_cast<std::uint64_t>(set);
    return low != 0
               ? std::countr_zero(low)
               : 64 + std::countr_zero(static_cast<std::uint64_t>(set >> 64));
  } else {
    return std::countr_zero(set);
  }
}

template <typename Bits>
constexpr int HighestSquare(Bits set) {
  if constexpr (sizeof(Bits) == 16) {
    const auto high = static_cast<std::uint64_t>(set >> 64);
    return high != 0 ? 127 - std::countl_zero(high)
                     : 63 - std::countl_zero(static_cast<std::uint64_t>(set));
  } else {
    return static_cast<int>(8 * sizeof(Bits)) - 1 - std::countl_zero(set);
  }
}

template <typename Bits>
constexpr int CountSquares(Bits set) {
  if constexpr (sizeof(Bits) == 16) {
    return std::popcount(static_cast<std::uint64_t>(set)) +
           std::popcount(static_cast<std::uint64_t>(set >> 64));
  } else {
    return std::popcount(set);
  }
}

/// Calls `use` with each square of the set, lowest first.
template <typename Bits, typename Use>
constexpr void ForSquares(Bits set, const Use& use) {
  for (; set != 0; set &= set - 1) {
    use(LowestSquare(set));
  }
}

template <int files, int ranks, typename BitsT>
struct Grid {
  using Bits = BitsT;
  static constexpr int kFiles = files;
  static constexpr int kRanks = ranks;
  static constexpr int kSquares = files * ranks;
  static constexpr Bits kAll = ~Bits{0} >> (8 * sizeof(Bits) - kSquares);

  /// The lines through a square: along its file and rank, then its diagonals.
  enum Line { kFile, kRank, kRising, kFalling };

  static constexpr Bits Bit(int square) { return Bits{1} << square; }
  static constexpr int FileOf(int square) { return square / ranks; }
  static constexpr int RankOf(int square) { return square % ranks; }
  static constexpr bool Inside(int file, int rank) {
    return file >= 0 && file < files && rank >= 0 && rank < ranks;
  }
  static constexpr int SquareAt(int file, int rank) {
    return file * ranks + rank;
  }
  /// The square's mirror image in the line between the two players.
  static constexpr int Mirror(int square) {
    return SquareAt(FileOf(square), ranks - 1 - RankOf(square));
  }
  static constexpr Bits RankBits(int rank) {
    Bits set = 0;
    for (int file = 0; file < files; ++file) {
      set |= Bit(SquareAt(file, rank));
    }
    return set;
  }

  template <std::size_t n>
  static constexpr std::array<Bits, kSquares> LeapTable(
      const std::array<Leap, n>& leaps) {
    std::array<Bits, kSquares> table{};
    for (int square = 0; square < kSquares; ++square) {
      for (const Leap& leap : leaps) {
        const int file = FileOf(square) + leap.files;
        const int rank = RankOf(square) + leap.ranks;
        if (Inside(file, rank)) {
          table[square] |= Bit(SquareAt(file, rank));
        }
      }
    }
    return table;
  }

  /// What a piece on `square` reaches along a line, up to and including the
  /// first occupied square on each side. The difference of the two blockers'
  /// bits spans the squares between them.
  static constexpr Bits Slide(Line line, int square, Bits occupied) {
    const Halves& halves = kLines[line][square];
    const Bits above = halves.above & occupied;
    const Bits below = (halves.below & occupied) | Bits{1};
    const Bits span = ((above & (~above + 1)) << 1) - Bit(HighestSquare(below));
    return span & (halves.above | halves.below);
  }
  /// The part of Slide towards higher squares, and that towards lower ones.
  static constexpr Bits SlideUp(Line line, int square, Bits occupied) {
    return Slide(line, square, occupied) & kLines[line][square].above;
  }
  static constexpr Bits SlideDown(Line line, int square, Bits occupied) {
    return Slide(line, square, occupied) & kLines[line][square].below;
  }
  static constexpr Bits Rook(int square, Bits occupied) {
    return Slide(kFile, square, occupied) | Slide(kRank, square, occupied);
  }
  static constexpr Bits Bishop(int square, Bits occupied) {
    return Slide(kRising, square, occupied) | Slide(kFalling, square, occupied);
  }

 private:
  struct Halves {
    Bits above;
    Bits below;
  };
  static constexpr Bits Ray(int square, int files_step, int ranks_step) {
    Bits set = 0;
    int file = FileOf(square) + files_step;
    int rank = RankOf(square) + ranks_step;
    for (; Inside(file, rank); file += files_step, rank += ranks_step) {
      set |= Bit(SquareAt(file, rank));
    }
    return set;
  }
  static constexpr std::array<std::array<Halves, kSquares>, 4> MakeLines() {
    std::array<std::array<Halves, kSquares>, 4> lines{};
    constexpr std::array<Leap, 4> kUp{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};
    for (int line = 0; line < 4; ++line) {
      const auto [file, rank] = kUp[line];
      for (int square = 0; square < kSquares; ++square) {
        lines[line][square] = {Ray(square, file, rank),
                               Ray(square, -file, -rank)};
      }
    }
    return lines;
  }
  // Defined below: its initializer needs the complete class.
  static const std::array<std::array<Halves, kSquares>, 4> kLines;
};

template <int files, int ranks, typename BitsT>
constexpr std::array<std::array<typename Grid<files, ranks, BitsT>::Halves,
                                Grid<files, ranks, BitsT>::kSquares>,
                     4>
    Grid<files, ranks, BitsT>::kLines = MakeLines();

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_GRID_H_
