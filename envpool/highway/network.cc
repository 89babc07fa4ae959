// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/highway/network.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace envpool::highway {

namespace {

/// The extent of points on a lane, with a margin for what is between them, and
/// for rounding.
Extent ExtentOf(const Lane& lane) {
  constexpr double kRounding = 1e-6;
  const int points = lane.is_straight() ? 1 : 64;
  Extent extent{lane.Position(0, 0), lane.Position(0, 0)};
  Vec last = extent.low;
  double margin = kRounding;
  for (int i = 1; i <= points; ++i) {
    const Vec p = lane.Position(lane.length * i / points, 0);
    extent.low = {std::min(extent.low.x, p.x), std::min(extent.low.y, p.y)};
    extent.high = {std::max(extent.high.x, p.x), std::max(extent.high.y, p.y)};
    if (!lane.is_straight()) {
      margin = std::max(margin, Norm(p - last));
    }
    last = p;
  }
  extent.low = extent.low - Vec{margin, margin};
  extent.high = extent.high + Vec{margin, margin};
  return extent;
}

}  // namespace

int Network::MakeNode(std::string_view name) {
  const auto found = std::ranges::find(names_, name);
  if (found == names_.end()) {
    names_.emplace_back(name);
    return static_cast<int>(names_.size()) - 1;
  }
  return static_cast<int>(found - names_.begin());
}

int Network::Node(std::string_view name) const {
  const auto found = std::ranges::find(names_, name);
  if (found == names_.end()) {
    throw std::logic_error("no node " + std::string(name));
  }
  return static_cast<int>(found - names_.begin());
}

void Network::Add(std::string_view from, std::string_view to,
                  const Lane& lane) {
  const int first = MakeNode(from);
  const int last = MakeNode(to);
  auto edge = std::ranges::find_if(
      edges_, [&](const Edge& e) { return e.from == first && e.to == last; });
  if (edge == edges_.end()) {
    edge = edges_.insert(edge, Edge{first, last, {}});
  }
  edge->lanes.push_back(lane);
}

void Network::AddStraightRoad(std::string_view from, std::string_view to,
                              int num_lanes, double start, double length,
                              double speed_limit) {
  for (int id = 0; id < num_lanes; ++id) {
    const double y = id * kLaneWidth;
    Lane lane = Lane::Straight({start, y}, {start + length, y});
    lane.speed_limit = speed_limit;
    lane.lines = {
        id == 0 ? LineType::kContinuousLine : LineType::kStriped,
        id == num_lanes - 1 ? LineType::kContinuousLine : LineType::kNone};
    Add(from, to, lane);
  }
}

void Network::Finish() {
  // A Python dict of dicts: by first use of the start, then of the end.
  std::vector<int> starts;
  for (const Edge& edge : edges_) {
    if (std::ranges::find(starts, edge.from) == starts.end()) {
      starts.push_back(edge.from);
    }
  }
  from_.resize(names_.size());
  to_.resize(names_.size());
  for (const int start : starts) {
    for (const Edge& edge : edges_) {
      if (edge.from != start) {
        continue;
      }
      const int road = num_roads();
      roads_.push_back({edge.from, edge.to, num_lanes(),
                        static_cast<int>(edge.lanes.size())});
      lanes_.insert(lanes_.end(), edge.lanes.begin(), edge.lanes.end());
      road_of_.resize(lanes_.size(), road);
      from_[static_cast<std::size_t>(edge.from)].push_back(road);
      to_[static_cast<std::size_t>(edge.to)].push_back(road);
    }
  }
  edges_.clear();
  std::ranges::transform(lanes_, std::back_inserter(extents_), ExtentOf);
}

int Network::Find(std::string_view from, std::string_view to, int id) const {
  const int first = Node(from);
  const int last = Node(to);
  for (const Road& road : roads_) {
    if (road.from == first && road.to == last) {
      return road.first_lane + id;
    }
  }
  throw std::logic_error("no road from " + std::string(from) + " to " +
                         std::string(to));
}

int Network::ClosestLane(Vec position, double heading, int guess) const {
  int closest = guess;
  double least = std::numeric_limits<double>::infinity();
  const auto visit = [&](int index) {
    const Lane& candidate = lane(index);
    const Along at = candidate.Locate(position);
    const double beside = candidate.Distance(at);
    if (beside > least) {
      return;  // without regard to the angle
    }
    const double distance = beside + std::abs(candidate.AngleTo(heading, at.s));
    if (distance < least || (distance == least && index < closest)) {
      least = distance;
      closest = index;
    }
  };
  visit(guess);
  for (int index = 0; index < num_lanes(); ++index) {
    // The distance to a lane is no less than that to its extent.
    if (index != guess && extent(index).IsNear(position, least)) {
      visit(index);
    }
  }
  return least < std::numeric_limits<double>::infinity() ? closest : 0;
}

Network::Choice Network::ChooseLane(int lane_index, int road_index, int id,
                                    Vec position) const {
  const Road& next = road(road_index);
  if (RoadAt(lane_index).num_lanes == next.num_lanes) {
    const int chosen = next.first_lane + (id < 0 ? IdOf(lane_index) : id);
    return {chosen, lane(chosen).Distance(position)};
  }
  Choice best{next.first_lane, std::numeric_limits<double>::infinity()};
  for (int i = 0; i < next.num_lanes; ++i) {
    const double distance = lane(next.first_lane + i).Distance(position);
    if (distance < best.distance) {
      best = {next.first_lane + i, distance};
    }
  }
  return best;
}

int Network::NextLane(int lane_index, Vec position, Route* route) const {
  const Road& current = RoadAt(lane_index);
  int next = -1;
  int next_id = -1;
  if (!route->empty() && route->begin()->road == RoadOf(lane_index)) {
    route->DropFirst();
  }
  if (!route->empty() && road(route->begin()->road).from == current.to) {
    next = route->begin()->road;
    next_id = route->begin()->lane;
  }
  const Vec projected =
      lane(lane_index).Position(lane(lane_index).Locate(position).s, 0);
  if (next >= 0) {
    return ChooseLane(lane_index, next, next_id, projected).lane;
  }
  Choice best{lane_index, std::numeric_limits<double>::infinity()};
  for (const int candidate : RoadsFrom(current.to)) {
    const Choice choice = ChooseLane(lane_index, candidate, -1, projected);
    if (choice.distance < best.distance) {
      best = choice;
    }
  }
  return best.lane;
}

Route Network::Plan(int lane_index, int goal) const {
  Route route;
  route.Add({static_cast<std::int16_t>(RoadOf(lane_index)),
             static_cast<std::int16_t>(IdOf(lane_index))});
  std::vector<std::vector<int>> paths{{}};  // roads
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::vector<int> path = paths[i];
    const int start = RoadAt(lane_index).to;
    const int node = path.empty() ? start : road(path.back()).to;
    std::vector<int> roads = RoadsFrom(node);
    std::ranges::sort(roads, {}, [this](int r) { return name(road(r).to); });
    for (const int next : roads) {
      const int end = road(next).to;
      const bool is_seen =
          end == start ||
          std::ranges::any_of(path, [&](int r) { return road(r).to == end; });
      if (is_seen) {
        continue;
      }
      paths.push_back(path);
      paths.back().push_back(next);
      if (end == goal) {
        for (const int r : paths.back()) {
          route.Add({static_cast<std::int16_t>(r), -1});
        }
        return route;
      }
      if (RoadsFrom(end).empty()) {
        paths.pop_back();
      }
    }
  }
  return route;
}

bool Network::IsConnected(const Road& from, const Road& to,
                          const RouteStep* step, const RouteStep* end,
                          int depth) const {
  if ((from.from == to.from && from.to == to.to) || to.to == from.from) {
    return true;
  }
  if (depth <= 0) {
    return false;
  }
  if (step != end) {
    const Road& planned = road(step->road);
    if (planned.from == from.from && planned.to == from.to) {
      return IsConnected(from, to, step + 1, end, depth);
    }
    if (planned.from == from.to) {
      return IsConnected(planned, to, step + 1, end, depth - 1);
    }
  }
  return std::ranges::any_of(RoadsFrom(from.to), [&](int next) {
    return IsConnected(road(next), to, step, end, depth - 1);
  });
}

}  // namespace envpool::highway
