// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of mazes and of games on a grid.

#include <algorithm>

#include "envpool/common/picture.h"
#include "envpool/planning/cleaner.h"
#include "envpool/planning/drawing.h"
#include "envpool/planning/maze.h"
#include "envpool/planning/pac_man.h"
#include "envpool/planning/snake.h"
#include "envpool/planning/sokoban.h"

namespace envpool::planning {

void Cleaner::Draw(Picture* picture) const {
  constexpr Color kDust{160, 125, 85};
  picture->Fill(kFloor);
  DrawWalls(extent_, walls_, picture);
  for (int cell = 0; cell < extent_.Size(); ++cell) {
    const Point centre = CentreOf(extent_.At(cell));
    for (int spot = 0; dirty_[cell] != 0 && spot < 4; ++spot) {
      picture->Disc({centre.x + 0.2 * (spot % 2) - 0.15 + 0.05 * (spot / 2),
                     centre.y + 0.3 * (spot / 2) - 0.15},
                    0.09, kDust);
    }
  }
  int number = 0;
  for (const int agent : agents_) {
    DrawToken(extent_.At(agent), number, HueOf(number), picture);
    ++number;
  }
}

void Maze::Draw(Picture* picture) const {
  picture->Fill(kFloor);
  DrawWalls(extent_, walls_, picture);
  picture->Rectangle(BoxOf(extent_.At(target_), 0.15), kRed);
  picture->Disc(CentreOf(extent_.At(agent_)), 0.35, kBlue);
}

void PacMan::Draw(Picture* picture) const {
  constexpr Color kNight{15, 15, 35};
  constexpr Color kBrick{40, 60, 170};
  constexpr Color kScared{90, 140, 255};
  picture->Fill(kNight);
  for (int cell = 0; cell < kExtent.Size(); ++cell) {
    if (!IsFree(kExtent.At(cell))) {
      picture->Rectangle(BoxOf(kExtent.At(cell), 0.04), kBrick);
    }
  }
  for (int i = 0; i < kPellets; ++i) {
    if (pellets_[i] != 0) {
      picture->Disc(CentreOf(kExtent.At(pellet_cells_[i])), 0.12, kPaper);
    }
  }
  for (int i = 0; i < kGhosts; ++i) {
    if (power_ups_[i] != 0) {
      picture->Disc(CentreOf(kPowerUps[i]), 0.32, kPaper);
    }
  }
  picture->Disc(CentreOf(kExtent.At(player_)), 0.5, {250, 220, 60});
  for (int i = 0; i < kGhosts; ++i) {
    const auto [x, y] = CentreOf(kExtent.At(ghosts_[i]));
    const Color color = frightened_ > 0 ? kScared : HueOf(i);
    picture->Disc({x, y}, 0.5, color);
    picture->Rectangle({x - 0.5, y, 1, 0.5}, color);
    for (const double side : {-0.2, 0.2}) {
      picture->Disc({x + side, y - 0.1}, 0.14, kWhite);
      picture->Disc({x + side, y - 0.1}, 0.07, kNight);
    }
  }
}

void Snake::Draw(Picture* picture) const {
  constexpr Color kTail{150, 190, 235};
  constexpr Color kHead{30, 70, 160};
  picture->Checkers({170, 212, 115}, {162, 205, 105});
  picture->Disc(CentreOf(fruit_), 0.36, kRed);
  for (int cell = 0; cell < extent_.Size(); ++cell) {
    if (body_[cell] > 0) {
      const double share = 1.0 * body_[cell] / length_;
      picture->Rectangle(BoxOf(extent_.At(cell), 0.05),
                         Mix(kTail, kHead, std::min(share, 1.0)));
    }
  }
  const auto [x, y] = CentreOf(head_);
  for (const double side : {-0.18, 0.18}) {
    picture->Disc({x + side, y - 0.12}, 0.1, kWhite);
  }
}

void Sokoban::Draw(Picture* picture) const {
  picture->Fill(kFloor);
  for (int cell = 0; cell < kExtent.Size(); ++cell) {
    const Cell at = kExtent.At(cell);
    const int mover = grid_[2 * cell];
    const int ground = grid_[2 * cell + 1];
    if (ground == kWall) {
      picture->Rectangle(BoxOf(at), planning::kWall);
    } else if (ground == kTarget) {
      picture->Disc(CentreOf(at), 0.2, kRed);
    }
    if (mover == kBox) {
      const Color color = ground == kTarget ? kGreen : kWood;
      picture->Rectangle(BoxOf(at, 0.08), kLine);
      picture->Rectangle(BoxOf(at, 0.14), color);
      picture->Line({at.col + 0.14, at.row + 0.14},
                    {at.col + 0.86, at.row + 0.86}, 0.06, kLine);
      picture->Line({at.col + 0.14, at.row + 0.86},
                    {at.col + 0.86, at.row + 0.14}, 0.06, kLine);
    } else if (mover == kAgent) {
      picture->Disc(CentreOf(at), 0.38, kBlue);
    }
  }
}

}  // namespace envpool::planning
