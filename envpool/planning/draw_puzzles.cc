// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of puzzles.

#include <array>
#include <string>

#include "envpool/common/picture.h"
#include "envpool/planning/drawing.h"
#include "envpool/planning/game_2048.h"
#include "envpool/planning/minesweeper.h"
#include "envpool/planning/rubiks_cube.h"
#include "envpool/planning/sliding_tile_puzzle.h"
#include "envpool/planning/sudoku.h"
#include "envpool/planning/tetris.h"

namespace envpool::planning {

void Game2048::Draw(Picture* picture) const {
  picture->Fill({150, 135, 120});
  for (int row = 0; row < size_; ++row) {
    for (int col = 0; col < size_; ++col) {
      picture->PowerOfTwo(tiles_[row * size_ + col], {1.0 * col, 1.0 * row});
    }
  }
}

void Minesweeper::Draw(Picture* picture) const {
  constexpr Color kCover{170, 175, 185};
  picture->Fill(kLine);
  for (int cell = 0; cell < extent_.Size(); ++cell) {
    const Cell at = extent_.At(cell);
    const int shown = board_[cell];
    const bool is_mine = mined_[cell] != 0;
    const Color ground = is_mine ? kRed : kPaper;
    picture->Rectangle(BoxOf(at, 0.03), shown == kCovered ? kCover : ground);
    if (shown != kCovered && is_mine) {
      picture->Disc(CentreOf(at), 0.3, kBlack);
    } else if (shown > 0) {
      picture->Text(std::to_string(shown), CentreOf(at), 0.55, HueOf(shown));
    }
  }
}

void RubiksCube::Draw(Picture* picture) const {
  constexpr double kGap = 0.06;
  // White above yellow, green, red, blue and orange around.
  constexpr std::array<Color, kFaces> kColors{kWhite,         {0, 155, 80},
                                              {190, 25, 40},  {30, 80, 185},
                                              {255, 120, 30}, {250, 215, 50}};
  // Where the faces are in the net, counted in faces.
  constexpr std::array<Cell, kFaces> kNet{
      {{0, 1}, {1, 1}, {1, 2}, {1, 3}, {1, 0}, {2, 1}}};
  picture->Fill(kGrey);
  for (int face = 0; face < kFaces; ++face) {
    const Cell corner{kNet[face].row * size_, kNet[face].col * size_};
    const double side = size_ - kGap;
    picture->Rectangle(
        {corner.col + kGap / 2, corner.row + kGap / 2, side, side}, kBlack);
    for (int row = 0; row < size_; ++row) {
      for (int col = 0; col < size_; ++col) {
        picture->Rectangle(BoxOf(corner + Cell{row, col}, kGap),
                           kColors[stickers_[Sticker(face, row, col)]]);
      }
    }
  }
}

void SlidingTilePuzzle::Draw(Picture* picture) const {
  picture->Fill(kLine);
  for (int cell = 0; cell < extent_.Size(); ++cell) {
    if (tiles_[cell] != 0) {
      const Cell at = extent_.At(cell);
      const bool is_placed = tiles_[cell] == cell + 1;
      picture->Rectangle(BoxOf(at, 0.04), is_placed ? kGold : kWood);
      picture->Label(std::to_string(tiles_[cell]), CentreOf(at), kBlack);
    }
  }
}

void Sudoku::Draw(Picture* picture) const {
  picture->Fill(kPaper);
  picture->Lines({0, 0, kSide, kSide}, false, kGrey);
  for (int at = 0; at <= kSide; at += 3) {
    picture->Line({1.0 * at, 0}, {1.0 * at, kSide}, 0.08, kBlack);
    picture->Line({0, 1.0 * at}, {kSide, 1.0 * at}, 0.08, kBlack);
  }
  for (int cell = 0; cell < kSide * kSide; ++cell) {
    if (board_[cell] >= 0) {
      picture->Text(std::to_string(board_[cell] + 1),
                    CentreOf({cell / kSide, cell % kSide}), 0.55, kBlack);
    }
  }
}

void Tetris::Draw(Picture* picture) const {
  const auto draw = [picture](int row, int col, Color color) {
    picture->Rectangle(BoxOf({row, col}, 0.04), color);
  };
  picture->Fill(kBlack);
  for (int row = 0; row < rows_; ++row) {
    for (int col = 0; col < cols_; ++col) {
      draw(row, col, (lines_[row] >> col & 1) != 0 ? kBlue : kFloor);
    }
  }
  // The next piece, beside the board.
  for (int i = 0; i < kSide * kSide; ++i) {
    if ((kPieces[kind_][0] >> i & 1) != 0) {
      draw(i / kSide, cols_ + 1 + i % kSide, HueOf(kind_));
    }
  }
}

}  // namespace envpool::planning
