// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of routes between points, and of graphs.

#include <cstddef>

#include "envpool/common/picture.h"
#include "envpool/planning/cvrp.h"
#include "envpool/planning/drawing.h"
#include "envpool/planning/graph_coloring.h"
#include "envpool/planning/mmst.h"
#include "envpool/planning/multi_cvrp.h"
#include "envpool/planning/tsp.h"

namespace envpool::planning {

namespace {

constexpr double kRoad = 0.06;   // the width of a way
constexpr double kPlace = 0.14;  // the radius of a city

void DrawDepot(Point at, Picture* picture) {
  picture->Rectangle({at.x - 0.22, at.y - 0.22, 0.44, 0.44}, kBlack);
}

/// A customer: the larger, the more is left of its demand.
void DrawCustomer(Point at, double demand, Picture* picture) {
  picture->Disc(at, kPlace / 2 + 0.18 * demand, demand > 0 ? kRed : kGrey);
}

}  // namespace

void Cvrp::Draw(Picture* picture) const {
  const auto place = [this](int node) {
    return OnMap(points_[2 * node], points_[2 * node + 1]);
  };
  picture->Fill(kPaper);
  int tour = 0;
  for (int i = 1; i < visits_; ++i) {
    picture->Line(place(route_[i - 1]), place(route_[i]), kRoad, HueOf(tour));
    tour += route_[i] == 0 ? 1 : 0;
  }
  for (int node = 1; node < nodes_; ++node) {
    const double demand = visited_[node] != 0 ? 0 : demands_[node];
    DrawCustomer(place(node), demand / max_demand_, picture);
  }
  DrawDepot(place(0), picture);
  picture->Disc(place(position_), 0.1, kGold);
}

void GraphColoring::Draw(Picture* picture) const {
  picture->Fill(kPaper);
  DrawEdges(edges_, nodes_, picture);
  for (int node = 0; node < nodes_; ++node) {
    const Point at = OnCircle(node, nodes_);
    picture->Disc(at, 0.32, node == node_ ? kBlack : kGrey);
    picture->Disc(at, 0.26, colors_[node] < 0 ? kPaper : HueOf(colors_[node]));
  }
}

void Mmst::Draw(Picture* picture) const {
  picture->Fill(kPaper);
  DrawEdges(adjacent_, size_.nodes, picture);
  for (int node = 0; node < size_.nodes; ++node) {
    const Point at = OnCircle(node, size_.nodes);
    const int own = types_[node];
    picture->Disc(at, own < 0 ? 0.18 : 0.3, own < 0 ? kGrey : HueOf(own));
    picture->Disc(at, 0.14, kPaper);
    for (int agent = 0; agent < size_.parts; ++agent) {
      if (visited_[At(agent, node)] != 0) {
        picture->Disc(at, 0.14, HueOf(agent));
      }
    }
  }
  for (int agent = 0; agent < size_.parts; ++agent) {
    const Point at = OnCircle(positions_[agent], size_.nodes);
    picture->Disc(at, 0.36, kBlack);
    picture->Disc(at, 0.28, HueOf(agent));
  }
}

void MultiCvrp::Draw(Picture* picture) const {
  const auto place = [this](int node) {
    return OnMap(points_[2 * node] / setting_.side,
                 points_[2 * node + 1] / setting_.side);
  };
  picture->Fill(kPaper);
  for (int node = 1; node < nodes_; ++node) {
    DrawCustomer(place(node), 1.0 * demands_[node] / setting_.max_demand,
                 picture);
  }
  DrawDepot(place(0), picture);
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    const auto [x, y] = place(positions_[i]);
    const auto number = static_cast<int>(i);
    picture->Rectangle({x - 0.2 + 0.15 * number, y - 0.3, 0.3, 0.2},
                       HueOf(number + 1));
  }
}

void Tsp::Draw(Picture* picture) const {
  const auto place = [this](int city) {
    return OnMap(points_[2 * city], points_[2 * city + 1]);
  };
  picture->Fill(kPaper);
  for (int i = 1; i < visited_; ++i) {
    picture->Line(place(route_[i - 1]), place(route_[i]), kRoad, kBlue);
  }
  if (visited_ == cities_) {
    picture->Line(place(route_.back()), place(route_[0]), kRoad, kBlue);
  }
  for (int city = 0; city < cities_; ++city) {
    picture->Disc(place(city), kPlace, unvisited_[city] != 0 ? kRed : kBlue);
  }
  if (visited_ > 0) {
    picture->Disc(place(route_[0]), 1.6 * kPlace, kBlack);
    picture->Disc(place(Position()), 0.8 * kPlace, kGold);
  }
}

}  // namespace envpool::planning
