// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/board/shogi/game.h"

#include <array>
#include <cstdint>

#include "envpool/board/grid.h"
#include "envpool/board/planes.h"
#include "envpool/board/shogi/board.h"

namespace envpool::board {

namespace {

using shogi::Bits;
using shogi::Squares;

/// The planes of a hand: kinds of pieces, and how many of each are told apart.
struct HandPlanes {
  shogi::Piece piece;
  int count;
};
constexpr std::array<HandPlanes, shogi::kHandPieces> kHands{
    {{shogi::kPawn, 8},
     {shogi::kLance, 4},
     {shogi::kKnight, 4},
     {shogi::kSilver, 4},
     {shogi::kGold, 4},
     {shogi::kBishop, 2},
     {shogi::kRook, 2}}};

/// The number of the cell of each square, as each color sees it: row by row,
/// files from the left.
constexpr auto kCells = [] {
  std::array<std::array<std::uint8_t, Squares::kSquares>, 2> cells{};
  for (int color = 0; color < 2; ++color) {
    for (int square = 0; square < Squares::kSquares; ++square) {
      const int seen = shogi::SeenBy(color, square);
      cells[color][square] = static_cast<std::uint8_t>(
          9 * Squares::RankOf(seen) + 8 - Squares::FileOf(seen));
    }
  }
  return cells;
}();

}  // namespace

void Shogi::WriteColor(const shogi::Board& board, int color, int viewer,
                       Cell* planes) {
  const auto set = [&](Bits squares, int plane) {
    ForSquares(squares, [&](int square) {
      planes[kCells[viewer][square] * kPlanes + plane] = true;
    });
  };
  std::array<Bits, kSums> sums{};  // squares attacked that often or more
  for (int piece = 0; piece < shogi::kPieces; ++piece) {
    const Bits squares = board.Of(color, piece);
    Bits all = 0;
    ForSquares(squares, [&](int square) {
      const Bits attacks = board.Attacks(color, piece, square);
      sums[2] |= sums[1] & attacks;
      sums[1] |= sums[0] & attacks;
      sums[0] |= attacks;
      all |= attacks;
    });
    set(squares, piece);
    set(all, shogi::kPieces + piece);
  }
  for (int i = 0; i < kSums; ++i) {
    set(sums[i], 2 * shogi::kPieces + i);
  }
}

Outcome<2> Shogi::JudgeByCompleteRules(Position* position) {
  const int moves = position->moves;
  const int color = position->color();
  const bool is_check = position->board.InCheck(color);
  const auto& keys = position->keys;
  const std::uint64_t key = position->board.Key() << 1;
  position->keys[moves] = key | (is_check ? 1 : 0);
  int times = 1;
  // By color: whether each of its moves since the first occurrence gave check.
  std::array<bool, 2> checks{true, true};
  for (int move = moves; times < 4 && move > 0; --move) {
    checks[(move - 1) % 2] &= (keys[move] & 1) != 0;
    // The position before this move, with the same player to move.
    times += move % 2 != moves % 2 && keys[move - 1] >> 1 == key >> 1 ? 1 : 0;
  }
  if (times == 4) {
    // A player who answers a check by a check gives check in turn: the one who
    // has made the last move began.
    for (const int checker : {1 - color, color}) {
      if (checks[checker]) {
        return WonBy(position->first ^ (1 - checker));
      }
    }
    return {{}, true};
  }
  if (position->board.WinsByEntry(color)) {
    return WonBy(position->first ^ color);
  }
  return {};
}

auto Shogi::PlanesOfOneValue(const shogi::Board& board, int color)
    -> std::array<Cell, kPlanes> {
  std::array<Cell, kPlanes> planes{};
  int plane = 2 * kColorPlanes;
  for (const int owner : {color, 1 - color}) {
    for (const auto& [piece, count] : kHands) {
      for (int i = 1; i <= count; ++i) {
        planes[plane++] = board.InHand(owner, piece) >= i;
      }
    }
  }
  planes[plane] = board.InCheck(color);
  return planes;
}

void Shogi::Observe(const Position& position, int player, Cell* cells) const {
  const int color = player ^ position.first;
  const auto same = PlanesOfOneValue(position.board, color);
  Repeat(same, Squares::kSquares, cells);
  WriteColor(position.board, color, color, cells);
  WriteColor(position.board, 1 - color, color, cells + kColorPlanes);
}

}  // namespace envpool::board
