// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Shogi by complete rules: repetition, perpetual check, entering kings.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "envpool/board/shogi/board.h"
#include "envpool/board/shogi/game.h"

namespace envpool::board {
namespace {

constexpr int Square(int file, int rank) {
  return shogi::Squares::SquareAt(file, rank);
}

Shogi WithRules(const std::string& rules) {
  auto config = Shogi::DefaultConfig();
  config["rules"_] = rules;
  return Shogi(config);
}

/// A game in which color 0 moves next.
Shogi::Position From(const shogi::Board& board) {
  Shogi::Position position{};
  position.board = board;
  position.keys[0] = board.Key() << 1;
  board.ListLegal(0, &position.legal);
  return position;
}

/// Moves the piece on a square, without promotion.
Outcome<2> Play(const Shogi& game, int from, int to,
                Shogi::Position* position) {
  constexpr int kDirections = 10;
  const int color = position->color();
  for (const int action : position->legal.span()) {
    shogi::Board next = position->board;
    next.Play(color, action);
    const bool left = (next.Occupied() & shogi::Squares::Bit(from)) == 0;
    const bool reached =
        shogi::SeenBy(color, action % shogi::Squares::kSquares) == to;
    if (action / shogi::Squares::kSquares < kDirections && left && reached) {
      return game.Play(action, {}, position);
    }
  }
  ADD_FAILURE() << from << " to " << to << " is illegal";
  return {};
}

TEST(ShogiTest, TheFourthOccurrenceIsADraw) {
  for (const bool is_complete : {false, true}) {
    const Shogi game = WithRules(is_complete ? "complete" : "pgx");
    Shogi::Position position = From(shogi::Board::Start());
    for (int move = 1; move <= 12; ++move) {
      // Both rooks go to the side and back.
      const int color = (move - 1) % 2;
      const int home = shogi::SeenBy(color, Square(1, 7));
      const int away = shogi::SeenBy(color, Square(2, 7));
      const bool goes = (move - 1) % 4 < 2;
      const Outcome<2> outcome =
          Play(game, goes ? home : away, goes ? away : home, &position);
      EXPECT_EQ(outcome.over, is_complete && move == 12);
      EXPECT_EQ(outcome.rewards[0], 0);
    }
  }
}

TEST(ShogiTest, PerpetualCheckLoses) {
  shogi::Board board;
  board.Put(0, shogi::kKing, Square(8, 8));
  board.Put(0, shogi::kRook, Square(0, 1));
  board.Put(1, shogi::kKing, Square(4, 0));
  const Shogi game = WithRules("complete");
  for (const int first : {0, 1}) {
    Shogi::Position position = From(board);
    position.first = static_cast<std::uint16_t>(first);
    for (int move = 1; move <= 12; ++move) {
      const int file = move % 2 == 1 ? 0 : 4;  // the rook's, the king's
      const int rank = (move - 1) % 4 < 2 ? 0 : 1;
      const bool is_rook = move % 2 == 1;
      const int from = is_rook ? 1 - rank : rank;
      const Outcome<2> outcome =
          Play(game, Square(file, from), Square(file, 1 - from), &position);
      EXPECT_EQ(outcome.over, move == 12);
      EXPECT_EQ(outcome.rewards[first], move == 12 ? -1 : 0);
    }
  }
}

/// Color 0 has 27 points: four large pieces and seven pawns in its last ranks.
shogi::Board Entered() {
  shogi::Board board;
  board.Put(0, shogi::kKing, Square(4, 2));
  board.Put(0, shogi::kDragon, Square(0, 0));
  board.Put(0, shogi::kDragon, Square(1, 0));
  board.Put(0, shogi::kHorse, Square(2, 0));
  board.Put(0, shogi::kHorse, Square(3, 0));
  for (const int file : {0, 1, 2, 3, 5, 6, 7}) {
    board.Put(0, shogi::kProPawn, Square(file, 2));
  }
  board.Put(0, shogi::kGold, Square(8, 6));
  board.Put(1, shogi::kPawn, Square(8, 5));
  board.Put(1, shogi::kKing, Square(4, 8));
  return board;
}

TEST(ShogiTest, AnEnteredKingWins) {
  for (const bool is_complete : {false, true}) {
    const Shogi game = WithRules(is_complete ? "complete" : "pgx");
    Shogi::Position position = From(Entered());
    EXPECT_FALSE(position.board.WinsByEntry(0));
    // A pawn in hand is the 28th point. The win comes with the next turn.
    EXPECT_FALSE(Play(game, Square(8, 6), Square(8, 5), &position).over);
    EXPECT_TRUE(position.board.WinsByEntry(0));
    const Outcome<2> outcome =
        Play(game, Square(4, 8), Square(5, 8), &position);
    EXPECT_EQ(outcome.over, is_complete);
    EXPECT_EQ(outcome.rewards[0], is_complete ? 1 : 0);
  }
}

TEST(ShogiTest, TheSecondPlayerNeedsAPointLess) {
  shogi::Board turned;
  const shogi::Board board = Entered();
  for (int color = 0; color < 2; ++color) {
    for (int piece = 0; piece < shogi::kPieces; ++piece) {
      ForSquares(board.Of(color, piece), [&](int square) {
        turned.Put(1 - color, piece, shogi::SeenBy(1, square));
      });
    }
  }
  EXPECT_FALSE(board.WinsByEntry(0));
  EXPECT_TRUE(turned.WinsByEntry(1));
}

TEST(ShogiTest, AKingInCheckDoesNotWin) {
  shogi::Board board = Entered();
  board.Put(0, shogi::kProLance, Square(8, 2));  // the 28th point
  EXPECT_TRUE(board.WinsByEntry(0));
  board.Put(1, shogi::kLance, Square(4, 0));
  EXPECT_FALSE(board.WinsByEntry(0));
}

}  // namespace
}  // namespace envpool::board
