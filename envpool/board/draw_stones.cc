// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of games with stones.

#include <cstdint>

#include "envpool/board/connect_four.h"
#include "envpool/board/go.h"
#include "envpool/board/hex.h"
#include "envpool/board/othello.h"
#include "envpool/board/tic_tac_toe.h"
#include "envpool/common/picture.h"

namespace envpool::board {

namespace {

void Stone(double column, double row, Color color, Picture* picture) {
  picture->Disc({column + 0.5, row + 0.5}, 0.45, color);
}

}  // namespace

void TicTacToe::Draw(const Position& position, Picture* picture) const {
  constexpr double kNear = 0.2;
  constexpr double kFar = 1 - kNear;
  constexpr double kWide = 0.1;
  picture->Fill(kPaper);
  picture->Lines({0, 0, 3, 3}, false, kLine);
  for (int cell = 0; cell < kCells; ++cell) {
    const double x = cell % 3;
    const double y = cell / 3;
    if ((position.marks[0] >> cell & 1) != 0) {
      picture->Line({x + kNear, y + kNear}, {x + kFar, y + kFar}, kWide, kRed);
      picture->Line({x + kNear, y + kFar}, {x + kFar, y + kNear}, kWide, kRed);
    } else if ((position.marks[1] >> cell & 1) != 0) {
      picture->Disc({x + 0.5, y + 0.5}, 0.35, kBlack);
      picture->Disc({x + 0.5, y + 0.5}, 0.35 - kWide, kPaper);
    }
  }
}

void ConnectFour::Draw(const Position& position, Picture* picture) const {
  constexpr Color kBlue{40, 80, 170};
  constexpr Color kYellow{240, 200, 60};
  picture->Fill(kBlue);
  for (int column = 0; column < kColumns; ++column) {
    for (int row = 0; row < kRows; ++row) {
      const int bit = kBits * column + kRows - 1 - row;
      const bool is_first = (position.stones[0] >> bit & 1) != 0;
      const bool is_second = (position.stones[1] >> bit & 1) != 0;
      Stone(column, row,
            is_first    ? kRed
            : is_second ? kYellow
                        : kPaper,
            picture);
    }
  }
}

void Othello::Draw(const Position& position, Picture* picture) const {
  picture->Fill(kFelt);
  picture->Lines({0, 0, 8, 8}, false, kBlack);
  // Player 0 has the black stones.
  const bool moves = position.mover == 0;
  const std::uint64_t black = moves ? position.own : position.other;
  const std::uint64_t white = moves ? position.other : position.own;
  for (int cell = 0; cell < 64; ++cell) {
    if (((black | white) >> cell & 1) != 0) {
      Stone(cell % 8, cell / 8, (black >> cell & 1) != 0 ? kBlack : kWhite,
            picture);
    }
  }
}

void Hex::Draw(const Position& position, Picture* picture) const {
  // Each row is half a cell to the right of the one above. The sides that a
  // colour connects have that colour.
  constexpr Color kFreeCell{205, 195, 170};
  constexpr double kGap = 0.94;
  const auto hexagon = [picture](double x, double y, double size, Color color) {
    picture->Polygon({{0, -0.64 * size},
                      {0.5 * size, -0.32 * size},
                      {0.5 * size, 0.32 * size},
                      {0, 0.64 * size},
                      {-0.5 * size, 0.32 * size},
                      {-0.5 * size, -0.32 * size}},
                     color, {x, y});
  };
  picture->Fill(kPaper);
  for (const bool is_border : {true, false}) {
    for (int cell = 0; cell < kCells; ++cell) {
      const int row = cell / kSize;
      const int column = cell % kSize;
      const double x = column + 0.5 * row + 1;
      const double y = 0.97 * row + 0.9;
      if (!is_border) {
        const int color = position.colors[cell];
        hexagon(x, y, kGap, kFreeCell);
        if (color != kFree) {
          picture->Disc({x, y}, 0.4, color == 0 ? kBlack : kRed);
        }
        continue;
      }
      if (row == 0 || row == kSize - 1) {
        hexagon(x, y + (row == 0 ? -0.16 : 0.16), 1.05, kBlack);
      }
      if (column == 0 || column == kSize - 1) {
        hexagon(x + (column == 0 ? -0.16 : 0.16), y, 1.05, kRed);
      }
    }
  }
}

template <int kSize>
void Go<kSize>::Draw(const Position& position, Picture* picture) const {
  constexpr int kFromEdge = kSize < 13 ? 2 : 3;
  picture->Fill(kWood);
  picture->Lines({0, 0, kSize, kSize}, true, kLine);
  for (const int row : {kFromEdge, kSize / 2, kSize - 1 - kFromEdge}) {
    for (const int column : {kFromEdge, kSize / 2, kSize - 1 - kFromEdge}) {
      picture->Disc({column + 0.5, row + 0.5}, 0.12, kLine);
    }
  }
  for (int point = 0; point < kPoints; ++point) {
    const int place = PlaceOf(point);
    if (IsStone(position, place)) {
      Stone(point % kSize, point / kSize,
            position.colors[place] == Go::kBlack ? envpool::kBlack
                                                 : envpool::kWhite,
            picture);
    }
  }
}

template void Go<9>::Draw(const Position& position, Picture* picture) const;
template void Go<13>::Draw(const Position& position, Picture* picture) const;
template void Go<19>::Draw(const Position& position, Picture* picture) const;

}  // namespace envpool::board
