// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The actions of chess on a square board, numbered as in AlphaZero and PGX: the
// square that a piece leaves, times the number of planes, plus a plane. A plane
// is a direction and a distance, a knight's leap, or the promotion to a rook,
// bishop or knight. Squares are numbered from the mover's side of the board:
// the mover's pawns go up.

#ifndef ENVPOOL_BOARD_CHESS_ACTIONS_H_
#define ENVPOOL_BOARD_CHESS_ACTIONS_H_

#include <array>
#include <cstdint>

#include "envpool/board/grid.h"

namespace envpool::board::chess {

enum Piece : std::uint8_t {
  kPawn,
  kKnight,
  kBishop,
  kRook,
  kQueen,
  kKing,
  kNoPiece
};

inline constexpr std::array<Leap, 8> kKnightLeaps{
    {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {2, -1}, {2, 1}, {1, -2}, {1, 2}}};

/// Pieces of the planes of underpromotion, three planes each.
inline constexpr std::array<Piece, 3> kUnderpromotions{kRook, kBishop, kKnight};
/// Where a pawn promotes to: straight, to a higher file, to a lower one.
inline constexpr std::array<Leap, 3> kPromotionLeaps{{{0, 1}, {1, 1}, {-1, 1}}};

template <int size>
struct ActionsOf {
  using Squares = Grid<size, size, std::uint64_t>;
  static constexpr int kUnderpromotionPlanes = 9;
  static constexpr int kPlanes = kUnderpromotionPlanes + 8 * (size - 1) + 8;
  static constexpr int kCount = Squares::kSquares * kPlanes;

  static constexpr std::array<Leap, kPlanes> MakeLeaps() {
    std::array<Leap, kPlanes> leaps{};
    int plane = 0;
    for (; plane < kUnderpromotionPlanes; ++plane) {
      leaps[plane] = kPromotionLeaps[plane % 3];
    }
    constexpr std::array<Leap, 4> kLines{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};
    for (const Leap& line : kLines) {
      for (int distance = 1 - size; distance < size; ++distance) {
        if (distance != 0) {
          leaps[plane++] = {line.files * distance, line.ranks * distance};
        }
      }
    }
    for (const Leap& leap : kKnightLeaps) {
      leaps[plane++] = leap;
    }
    return leaps;
  }
  static constexpr std::array<Leap, kPlanes> kLeaps = MakeLeaps();

  using PlaneTable = std::array<std::array<std::uint8_t, Squares::kSquares>,
                                Squares::kSquares>;
  static constexpr PlaneTable MakePlanes() {
    PlaneTable planes{};
    for (int from = 0; from < Squares::kSquares; ++from) {
      for (int plane = kUnderpromotionPlanes; plane < kPlanes; ++plane) {
        const int file = Squares::FileOf(from) + kLeaps[plane].files;
        const int rank = Squares::RankOf(from) + kLeaps[plane].ranks;
        if (Squares::Inside(file, rank)) {
          planes[from][Squares::SquareAt(file, rank)] =
              static_cast<std::uint8_t>(plane);
        }
      }
    }
    return planes;
  }
  /// The plane of a move that is no underpromotion.
  static constexpr PlaneTable kPlaneOf = MakePlanes();
};

}  // namespace envpool::board::chess

#endif  // ENVPOOL_BOARD_CHESS_ACTIONS_H_
