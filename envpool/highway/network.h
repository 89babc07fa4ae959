// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Network: nodes, the roads between them, and the lanes of roads. Roads are
// numbered in the order in which the official graph iterates over them, and
// lanes in that of roads.
//
// Threads: immutable after Finish(). Errors: std::logic_error for names of
// roads that do not exist.

#ifndef ENVPOOL_HIGHWAY_NETWORK_H_
#define ENVPOOL_HIGHWAY_NETWORK_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "envpool/highway/lane.h"

namespace envpool::highway {

/// A step of a route: a road, and the lane on it, or -1 for any.
struct RouteStep {
  std::int16_t road;
  std::int16_t lane;
};

/// A route; empty if there is none.
struct Route {
  static constexpr int kMaxSteps = 16;

  void Add(RouteStep step) { steps[static_cast<std::size_t>(size++)] = step; }
  void DropFirst() {
    std::copy(begin() + 1, end(), steps.begin());
    --size;
  }

  [[nodiscard]] bool empty() const { return size == 0; }
  [[nodiscard]] const RouteStep* begin() const { return steps.data(); }
  [[nodiscard]] const RouteStep* end() const { return steps.data() + size; }

  std::array<RouteStep, kMaxSteps> steps{};
  std::int32_t size{0};
};

/// A rectangle with sides along the axes.
struct Extent {
  /// Whether a position is within `reach` of it along both axes.
  [[nodiscard]] bool IsNear(Vec position, double reach) const {
    return low.x - position.x <= reach && position.x - high.x <= reach &&
           low.y - position.y <= reach && position.y - high.y <= reach;
  }

  Vec low;
  Vec high;
};

class Network {
 public:
  struct Road {
    int from;
    int to;
    int first_lane;
    int num_lanes;
  };

  /// Adds a lane to the road between two nodes.
  void Add(std::string_view from, std::string_view to, const Lane& lane);
  /// Adds the lanes of a straight road along the x-axis.
  void AddStraightRoad(std::string_view from, std::string_view to,
                       int num_lanes, double start, double length,
                       double speed_limit);
  /// Numbers roads and lanes.
  void Finish();

  [[nodiscard]] int num_lanes() const {
    return static_cast<int>(lanes_.size());
  }
  [[nodiscard]] int num_roads() const {
    return static_cast<int>(roads_.size());
  }
  [[nodiscard]] const Lane& lane(int index) const {
    return lanes_[static_cast<std::size_t>(index)];
  }
  /// A rectangle around the middle of a lane.
  [[nodiscard]] const Extent& extent(int lane) const {
    return extents_[static_cast<std::size_t>(lane)];
  }
  /// For its options; its place stays.
  Lane* mutable_lane(int index) {
    return &lanes_[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] int RoadOf(int lane) const {
    return road_of_[static_cast<std::size_t>(lane)];
  }
  [[nodiscard]] const Road& road(int index) const {
    return roads_[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] const Road& RoadAt(int lane) const {
    return road(RoadOf(lane));
  }
  /// The number of a lane on its road.
  [[nodiscard]] int IdOf(int lane) const {
    return lane - RoadAt(lane).first_lane;
  }
  [[nodiscard]] const std::string& name(int node) const {
    return names_[static_cast<std::size_t>(node)];
  }
  [[nodiscard]] int Node(std::string_view name) const;
  /// The number of a lane.
  [[nodiscard]] int Find(std::string_view from, std::string_view to,
                         int id) const;
  /// The roads that start at a node.
  [[nodiscard]] const std::vector<int>& RoadsFrom(int node) const {
    return from_[static_cast<std::size_t>(node)];
  }
  /// The roads that end at a node.
  [[nodiscard]] const std::vector<int>& RoadsTo(int node) const {
    return to_[static_cast<std::size_t>(node)];
  }

  /// The closest lane; any lane may be the guess, a close one is quicker.
  [[nodiscard]] int ClosestLane(Vec position, double heading,
                                int guess = 0) const;
  /// The lane to follow after `lane`; drops what is done from the route.
  [[nodiscard]] int NextLane(int lane, Vec position, Route* route) const;
  /// The lane, then the shortest way from its end to a node.
  [[nodiscard]] Route Plan(int lane, int goal) const;
  /// Whether `to` is, or follows, a road within `depth` roads of `from`.
  [[nodiscard]] bool IsConnected(const Road& from, const Road& to,
                                 const RouteStep* step, const RouteStep* end,
                                 int depth) const;

 private:
  struct Edge {
    int from;
    int to;
    std::vector<Lane> lanes;
  };
  struct Choice {
    int lane;
    double distance;
  };

  int MakeNode(std::string_view name);
  [[nodiscard]] Choice ChooseLane(int lane, int road, int id,
                                  Vec position) const;

  std::vector<std::string> names_;
  std::vector<Edge> edges_;  // until Finish
  std::vector<Road> roads_;
  std::vector<Lane> lanes_;
  std::vector<int> road_of_;     // by lane
  std::vector<Extent> extents_;  // by lane
  std::vector<std::vector<int>> from_;
  std::vector<std::vector<int>> to_;
};

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_NETWORK_H_
