// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of chess and shogi. The first player's pieces go up.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "envpool/board/animal_shogi.h"
#include "envpool/board/chess/game.h"
#include "envpool/board/shogi/board.h"
#include "envpool/board/shogi/game.h"
#include "envpool/common/picture.h"

namespace envpool::board {

namespace {

constexpr Color kLightSquare{205, 180, 145};
constexpr Color kDarkSquare{140, 105, 75};

void DrawPawn(Point at, Color color, Picture* picture) {
  picture->Disc({at.x + 0.5, at.y + 0.34}, 0.13, color);
  picture->Polygon({{0.42, 0.42}, {0.58, 0.42}, {0.68, 0.78}, {0.32, 0.78}},
                   color, at);
}

void DrawKnight(Point at, Color color, Picture* picture) {
  picture->Polygon({{0.48, 0.2}, {0.66, 0.34}, {0.7, 0.78}, {0.36, 0.78}},
                   color, at);
  picture->Polygon(
      {{0.5, 0.18}, {0.62, 0.3}, {0.5, 0.5}, {0.26, 0.56}, {0.22, 0.46}}, color,
      at);
  picture->Polygon({{0.46, 0.24}, {0.55, 0.1}, {0.6, 0.28}}, color, at);
}

void DrawBishop(Point at, Color color, Picture* picture) {
  picture->Disc({at.x + 0.5, at.y + 0.17}, 0.06, color);
  picture->Polygon(
      {{0.5, 0.2}, {0.66, 0.42}, {0.58, 0.6}, {0.42, 0.6}, {0.34, 0.42}}, color,
      at);
  picture->Polygon({{0.42, 0.58}, {0.58, 0.58}, {0.66, 0.78}, {0.34, 0.78}},
                   color, at);
}

void DrawRook(Point at, Color color, Picture* picture) {
  for (const double left : {0.26, 0.445, 0.63}) {
    picture->Rectangle({at.x + left, at.y + 0.17, 0.11, 0.14}, color);
  }
  picture->Rectangle({at.x + 0.26, at.y + 0.28, 0.48, 0.1}, color);
  picture->Rectangle({at.x + 0.33, at.y + 0.36, 0.34, 0.42}, color);
}

void DrawQueen(Point at, Color color, Picture* picture) {
  constexpr std::array<Point, 5> kTips{
      {{0.18, 0.3}, {0.33, 0.2}, {0.5, 0.16}, {0.67, 0.2}, {0.82, 0.3}}};
  double foot = 0.34;
  for (const Point& tip : kTips) {
    picture->Polygon({{foot - 0.08, 0.62}, {foot + 0.08, 0.62}, tip}, color,
                     at);
    picture->Disc({at.x + tip.x, at.y + tip.y}, 0.05, color);
    foot += 0.08;
  }
  picture->Polygon({{0.27, 0.58}, {0.73, 0.58}, {0.68, 0.78}, {0.32, 0.78}},
                   color, at);
}

void DrawKing(Point at, Color color, Picture* picture) {
  picture->Rectangle({at.x + 0.47, at.y + 0.08, 0.06, 0.24}, color);
  picture->Rectangle({at.x + 0.4, at.y + 0.14, 0.2, 0.06}, color);
  picture->Polygon(
      {{0.24, 0.42}, {0.5, 0.28}, {0.76, 0.42}, {0.67, 0.78}, {0.33, 0.78}},
      color, at);
}

void DrawChessPiece(int piece, Point at, Color color, Picture* picture) {
  constexpr std::array kDraw{DrawPawn, DrawKnight, DrawBishop,
                             DrawRook, DrawQueen,  DrawKing};
  kDraw[piece](at, color, picture);
  picture->Rectangle({at.x + 0.25, at.y + 0.77, 0.5, 0.1}, color);
}

/// A piece of shogi; those of the second player are turned.
void DrawTile(char letter, bool promoted, bool turned, Point at,
              Picture* picture) {
  constexpr Color kTile{240, 210, 150};
  picture->Polygon(
      {{0.5, 0.04}, {0.8, 0.18}, {0.92, 0.96}, {0.08, 0.96}, {0.2, 0.18}},
      kLine, at, turned);
  picture->Polygon(
      {{0.5, 0.09}, {0.76, 0.21}, {0.87, 0.92}, {0.13, 0.92}, {0.24, 0.21}},
      kTile, at, turned);
  picture->Text({&letter, 1}, {at.x + 0.5, at.y + (turned ? 0.44 : 0.56)}, 0.45,
                promoted ? kRed : kBlack, turned);
}

/// A kind of pieces in hand, with their number.
void DrawHeld(char letter, int count, bool turned, Point at, Picture* picture) {
  if (count == 0) {
    return;
  }
  DrawTile(letter, false, turned, at, picture);
  if (count > 1) {
    picture->Disc({at.x + 0.8, at.y + 0.75}, 0.24, kWhite);
    picture->Text(std::to_string(count), {at.x + 0.8, at.y + 0.75}, 0.28,
                  kBlack);
  }
}

}  // namespace

template <int size>
void ChessGame<size>::Draw(const Position& position, Picture* picture) const {
  // White's left corner is dark.
  const bool is_dark = size % 2 == 1;
  picture->Checkers(is_dark ? kDarkSquare : kLightSquare,
                    is_dark ? kLightSquare : kDarkSquare);
  const chess::Board& board = position.now.board();
  for (int square = 0; square < Squares::kSquares; ++square) {
    const int piece = board.At(square);
    if (piece != chess::kNoPiece) {
      const bool is_white = (board.colors[0] >> square & 1) != 0;
      DrawChessPiece(piece,
                     {static_cast<double>(Squares::FileOf(square)),
                      static_cast<double>(size - 1 - Squares::RankOf(square))},
                     is_white ? kWhite : kBlack, picture);
    }
  }
}

template void ChessGame<5>::Draw(const Position& position,
                                 Picture* picture) const;
template void ChessGame<8>::Draw(const Position& position,
                                 Picture* picture) const;

void Shogi::Draw(const Position& position, Picture* picture) const {
  constexpr std::string_view kLetters = "PLNSBRGKPLNSBR";
  constexpr double kStep = 9.0 / shogi::kHandPieces;
  picture->Fill(kWood);
  picture->Rectangle({0, 0, 9, 1}, kFelt);
  picture->Rectangle({0, 10, 9, 1}, kFelt);
  picture->Lines({0, 1, 9, 9}, false, kLine);
  for (int color = 0; color < 2; ++color) {
    for (int piece = 0; piece < shogi::kPieces; ++piece) {
      ForSquares(position.board.Of(color, piece), [&](int square) {
        DrawTile(kLetters[piece], piece > shogi::kKing, color == 1,
                 {8.0 - shogi::Squares::FileOf(square),
                  1.0 + shogi::Squares::RankOf(square)},
                 picture);
      });
    }
    for (int piece = 0; piece < shogi::kHandPieces; ++piece) {
      DrawHeld(kLetters[piece], position.board.InHand(color, piece), color == 1,
               {piece * kStep, color == 0 ? 10.0 : 0.0}, picture);
    }
  }
}

void AnimalShogi::Draw(const Position& position, Picture* picture) const {
  // Chick, elephant, giraffe, lion, hen.
  constexpr std::string_view kLetters = "CEGLH";
  picture->Fill(kWood);
  picture->Rectangle({0, 0, 3, 1}, kFelt);
  picture->Rectangle({0, 5, 3, 1}, kFelt);
  picture->Lines({0, 1, 3, 4}, false, kLine);
  for (int color = 0; color < 2; ++color) {
    for (int piece = 0; piece < kPieces; ++piece) {
      for (int square = 0; square < kSquares; ++square) {
        if ((position.now.pieces[color][piece] >> square & 1) != 0) {
          DrawTile(kLetters[piece], piece == kGold, color == 1,
                   {2.0 - square / 4, 1.0 + square % 4}, picture);
        }
      }
    }
    for (int piece = 0; piece < kHandPieces; ++piece) {
      DrawHeld(kLetters[piece], position.now.hands[color][piece], color == 1,
               {static_cast<double>(piece), color == 0 ? 5.0 : 0.0}, picture);
    }
  }
}

}  // namespace envpool::board
