// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The numbers of sequences of legal moves of chess and shogi, against published
// ones: https://www.chessprogramming.org/Perft_Results, and those that authors
// of shogi engines give for the start of a game.

#include <cctype>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>

#include "envpool/board/chess/position.h"
#include "envpool/board/shogi/board.h"
#include "gtest/gtest.h"

namespace envpool::board {
namespace {

constexpr std::string_view kPieceLetters = "pnbrqk";
constexpr std::string_view kCastlingLetters = "QKqk";

/// A position in Forsyth-Edwards notation.
chess::Position<8> FromFen(const std::string& fen) {
  std::istringstream words(fen);
  std::string rows;
  std::string turn;
  std::string castling;
  std::string en_passant;
  words >> rows >> turn >> castling >> en_passant;
  chess::Board board;
  int file = 0;
  int rank = 7;
  for (const char letter : rows) {
    if (letter == '/') {
      file = 0;
      --rank;
    } else if (std::isdigit(letter) != 0) {
      file += letter - '0';
    } else {
      const auto piece =
          kPieceLetters.find(static_cast<char>(std::tolower(letter)));
      board.Toggle(std::islower(letter) != 0 ? 1 : 0,
                   static_cast<chess::Piece>(piece),
                   std::uint64_t{1} << (8 * file + rank));
      ++file;
    }
  }
  int rights = 0;
  for (const char letter : castling) {
    if (letter != '-') {
      rights |= 1 << kCastlingLetters.find(letter);
    }
  }
  const int square =
      en_passant == "-" ? -1 : 8 * (en_passant[0] - 'a') + en_passant[1] - '1';
  return {board, turn == "w" ? 0 : 1, rights, square};
}

template <int size>
std::int64_t Perft(const chess::Position<size>& position, int depth) {
  typename chess::Position<size>::Legal legal;
  position.ListLegal(&legal);
  if (depth == 1) {
    return static_cast<std::int64_t>(legal.span().size());
  }
  std::int64_t count = 0;
  for (const int action : legal.span()) {
    chess::Position<size> next = position;
    next.Play(action);
    count += Perft(next, depth - 1);
  }
  return count;
}

std::int64_t Perft(const shogi::Board& board, int color, int depth) {
  shogi::Legal legal;
  board.ListLegal(color, &legal);
  if (depth == 1) {
    return static_cast<std::int64_t>(legal.span().size());
  }
  std::int64_t count = 0;
  for (const int action : legal.span()) {
    shogi::Board next = board;
    next.Play(color, action);
    count += Perft(next, 1 - color, depth - 1);
  }
  return count;
}

struct ChessCase {
  const char* fen;
  int depth;
  std::int64_t count;
};

class ChessPerftTest : public testing::TestWithParam<ChessCase> {};

TEST_P(ChessPerftTest, CountsSequences) {
  const auto& [fen, depth, count] = GetParam();
  const chess::Position<8> position = FromFen(fen);
  EXPECT_TRUE(position.IsValid());
  EXPECT_EQ(Perft(position, depth), count);
}

INSTANTIATE_TEST_SUITE_P(
    Positions, ChessPerftTest,
    testing::Values(
        ChessCase{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 5,
                  4865609},
        ChessCase{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w "
                  "KQkq -",
                  4, 4085603},
        ChessCase{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 5, 674624},
        ChessCase{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq "
                  "-",
                  4, 422333},
        ChessCase{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", 4,
                  2103487},
        ChessCase{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/"
                  "R4RK1 w - -",
                  4, 3894594}));

TEST(ChessTest, StartIsTheUsualPosition) {
  const chess::Position<8> start;
  EXPECT_EQ(
      start.Key(),
      FromFen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -").Key());
}

TEST(ShogiPerftTest, CountsSequences) {
  const shogi::Board start = shogi::Board::Start();
  EXPECT_TRUE(start.IsValid(0));
  EXPECT_EQ(Perft(start, 0, 1), 30);
  EXPECT_EQ(Perft(start, 0, 2), 900);
  EXPECT_EQ(Perft(start, 0, 3), 25470);
  EXPECT_EQ(Perft(start, 0, 4), 719731);
}

}  // namespace
}  // namespace envpool::board
