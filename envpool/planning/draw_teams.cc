// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of problems with several agents on a grid or a square.

#include <cmath>
#include <cstddef>
#include <string>

#include "envpool/common/picture.h"
#include "envpool/planning/connector.h"
#include "envpool/planning/drawing.h"
#include "envpool/planning/level_based_foraging.h"
#include "envpool/planning/robot_warehouse.h"
#include "envpool/planning/search_and_rescue.h"

namespace envpool::planning {

void Connector::Draw(Picture* picture) const {
  picture->Fill(kPaper);
  picture->Lines({0, 0, 1.0 * extent_.cols, 1.0 * extent_.rows}, false, kFloor);
  for (int cell = 0; cell < extent_.Size(); ++cell) {
    const int value = grid_[cell];
    if (value == 0) {
      continue;
    }
    const Cell at = extent_.At(cell);
    const int owner = Owner(value);
    const Color color = HueOf(owner);
    if (value == Wire(owner)) {
      picture->Rectangle(BoxOf(at, 0.2), color);
    } else if (value == Head(owner)) {
      picture->Disc(CentreOf(at), 0.45, color);
      if (IsConnected(owner)) {
        picture->Disc(CentreOf(at), 0.15, kWhite);
      }
    } else {
      picture->Rectangle(BoxOf(at, 0.08), color);
      picture->Rectangle(BoxOf(at, 0.2), kPaper);
    }
  }
}

void LevelBasedForaging::Draw(Picture* picture) const {
  picture->Fill({205, 222, 175});
  picture->Lines({0, 0, 1.0 * extent_.cols, 1.0 * extent_.rows}, false,
                 {185, 205, 155});
  for (std::size_t i = 0; i < food_.size(); ++i) {
    if (eaten_[i] == 0) {
      DrawToken(extent_.At(food_[i]), food_levels_[i], kRed, picture);
    }
  }
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    const Cell at = extent_.At(agents_[i]);
    picture->Rectangle(BoxOf(at, 0.1), kBlue);
    picture->Label(std::to_string(levels_[i]), CentreOf(at), kWhite);
  }
}

void RobotWarehouse::Draw(Picture* picture) const {
  constexpr Color kShelfPlace{210, 205, 190};
  constexpr Color kShelf{130, 120, 150};
  picture->Fill(kPaper);
  for (const int col : {extent_.cols / 2 - 1, extent_.cols / 2}) {
    picture->Rectangle(BoxOf({extent_.rows - 1, col}), kGreen);
  }
  for (int cell = 0; cell < extent_.Size(); ++cell) {
    const Cell at = extent_.At(cell);
    if (!IsHighway(cell)) {
      picture->Rectangle(BoxOf(at, 0.03), kShelfPlace);
    }
    if (const int shelf = shelves_[cell]; shelf > 0) {
      const bool is_requested = requested_[shelf - 1] != 0;
      picture->Rectangle(BoxOf(at, 0.1), is_requested ? kGold : kShelf);
    }
  }
  for (int agent = 0; agent < Agents(); ++agent) {
    const auto [x, y] = CentreOf(extent_.At(positions_[agent]));
    const Cell ahead = kSteps[directions_[agent]];
    const Color color = carries_[agent] != 0 ? kRed : kBlue;
    picture->Disc({x, y}, 0.36, color);
    picture->Line({x, y}, {x + 0.45 * ahead.col, y + 0.45 * ahead.row}, 0.14,
                  kBlack);
  }
}

void SearchAndRescue::Draw(Picture* picture) const {
  constexpr Color kSea{196, 222, 235};
  constexpr Color kSeen{228, 240, 245};
  constexpr int kParts = 16;  // of what an agent sees
  picture->Fill(kSea);
  const auto place = [](const Points& points, std::size_t i) {
    return OnMap(points[2 * i], points[2 * i + 1]);
  };
  const auto around = [this, &place](std::size_t agent, double angle,
                                     double distance) {
    const auto [x, y] = place(searchers_, agent);
    const double scale = distance * (kMapSize.width - 2 * kMapMargin);
    const double towards = headings_[agent] + angle;
    return Point{x + scale * std::cos(towards), y - scale * std::sin(towards)};
  };
  for (std::size_t agent = 0; agent < headings_.size(); ++agent) {
    for (int part = 0; part < kParts; ++part) {
      const auto angle = [this](int at) {
        return view_angle_ * (2.0 * at / kParts - 1);
      };
      picture->Polygon(
          {place(searchers_, agent), around(agent, angle(part), target_range_),
           around(agent, angle(part + 1), target_range_)},
          kSeen);
    }
  }
  for (std::size_t i = 0; i < found_.size(); ++i) {
    picture->Disc(place(targets_, i), 0.1, found_[i] != 0 ? kGreen : kRed);
  }
  for (std::size_t agent = 0; agent < headings_.size(); ++agent) {
    picture->Polygon({around(agent, 0, 0.03), around(agent, 2.5, 0.025),
                      around(agent, -2.5, 0.025)},
                     kBlack);
  }
}

}  // namespace envpool::planning
