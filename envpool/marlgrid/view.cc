// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/marlgrid/view.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace envpool::marlgrid {
namespace {

constexpr int kUp = 3;

}  // namespace

View::View(int size, int offset) : size_(size), offset_(offset) {}

void View::HideAll(int side) {
  side_ = side;
  turns_ = 0;
  spots_.assign(static_cast<std::size_t>(side * side), Spot{kHidden, kNobody});
}

void View::Look(const World& world, int agent) {
  HideAll(size_);
  const Agent& viewer = world.agents()[static_cast<std::size_t>(agent)];
  if (viewer.done != 0) {
    return;
  }
  turns_ = (viewer.dir + 1) % 4;
  const auto dir = static_cast<std::size_t>(viewer.dir);
  const Pos ahead = kSteps[dir];
  const Pos right = kSteps[(dir + 1) % 4];
  // The viewer's own column; views of an even size extend to one side.
  const int middle = size_ / 2;
  const int column =
      viewer.dir == 0 || viewer.dir == kUp ? middle : size_ - 1 - middle;
  const int row = size_ - 1 - offset_;
  for (int y = 0; y < size_; ++y) {
    for (int x = 0; x < size_; ++x) {
      const Pos at = viewer.pos + right * (x - column) + ahead * (row - y);
      spots_[Index({x, y})].cell = world.Contains(at) ? world.At(at) : kEmpty;
    }
  }
  is_seen_.assign(spots_.size(), 0);
  is_seen_[Index({middle, row})] = 1;
  // As in the official env, sight does not spread within the top row.
  for (int y = row; y > 0; --y) {
    Spread({middle, y}, -1);
  }
  for (int y = row; y < size_; ++y) {
    Spread({middle, y}, 1);
  }
  HideUnseen();
  ShowAgents(world, agent, [&](Pos at) {
    const Pos away = {at.x - viewer.pos.x, at.y - viewer.pos.y};
    return Pos{column + away.x * right.x + away.y * right.y,
               row - away.x * ahead.x - away.y * ahead.y};
  });
}

void View::LookAtAll(const World& world, int viewer) {
  HideAll(world.size());
  if (viewer != kNobody &&
      world.agents()[static_cast<std::size_t>(viewer)].done != 0) {
    return;
  }
  for (int y = 0; y < side_; ++y) {
    for (int x = 0; x < side_; ++x) {
      spots_[Index({x, y})].cell = world.At({x, y});
    }
  }
  ShowAgents(world, viewer, [](Pos at) { return at; });
}

/// Spreads sight in a row, from its middle to both sides, and to the next row.
void View::Spread(Pos from, int y_step) {
  for (int x = from.x; x < side_; ++x) {
    SpreadFrom({x, from.y}, 1, y_step);
  }
  // The official loop goes back over a column and leaves out the outermost one.
  for (int x = from.x + 1; x > 0; --x) {
    SpreadFrom({x, from.y}, -1, y_step);
  }
}

void View::SpreadFrom(Pos at, int x_step, int y_step) {
  if (is_seen_[Index(at)] == 0 || spots_[Index(at)].cell == kWall) {
    return;
  }
  for (const Pos step : {Pos{x_step, 0}, {0, y_step}, {x_step, y_step}}) {
    if (Contains(at + step)) {
      is_seen_[Index(at + step)] = 1;
    }
  }
}

void View::HideUnseen() {
  for (std::size_t i = 0; i < spots_.size(); ++i) {
    if (is_seen_[i] == 0) {
      spots_[i].cell = kHidden;
    }
  }
}

template <typename PlaceOf>
void View::ShowAgents(const World& world, int viewer, const PlaceOf& place_of) {
  for (const std::uint8_t number : world.arrivals()) {
    const Agent& agent = world.agents()[number];
    const Pos place = place_of(agent.pos);
    if (agent.done != 0 || !Contains(place)) {
      continue;
    }
    Spot& spot = spots_[Index(place)];
    if (spot.cell != kHidden && (spot.agent == kNobody || number == viewer)) {
      spot.agent = static_cast<std::int8_t>(number);
    }
  }
}

}  // namespace envpool::marlgrid
