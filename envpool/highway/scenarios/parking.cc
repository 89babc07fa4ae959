// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A car park: the agent's vehicle stands in the middle, and should get to a
// spot in a given direction.

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "envpool/highway/scenario.h"

namespace envpool::highway {

namespace {

using enum LineType;

constexpr int kSpots = 14;  // in each of two rows

class Parking final : public Scenario {
 public:
  using Scenario::Scenario;

  [[nodiscard]] Network MakeNetwork() const override {
    constexpr double kStart = 10;
    constexpr double kEnd = 18;
    Network net;
    for (int spot = 0; spot < kSpots; ++spot) {
      const double x = (spot + 1 - kSpots / 2) * kLaneWidth - kLaneWidth / 2;
      net.Add("a", "b",
              Lane::Straight({x, kStart}, {x, kEnd})
                  .Between(kContinuous, kContinuous));
      net.Add("b", "c",
              Lane::Straight({x, -kStart}, {x, -kEnd})
                  .Between(kContinuous, kContinuous));
    }
    net.Finish();
    return net;
  }

  void PlaceObstacles(Road* road) const override {
    constexpr double kLength = 70;
    constexpr double kWidth = 42;
    for (int agent = 0; agent < road->agent.count; ++agent) {
      road->AddObstacle({0, 0}, Kind::kLandmark);
    }
    if (!options().add_walls) {
      return;
    }
    const auto add = [road](Vec place, double heading, double length) {
      road->AddObstacle(place, Kind::kWall, heading);
      road->obstacles.back().wall_length = length;
    };
    for (const double side : {-1.0, 1.0}) {
      add({0, side * kWidth / 2}, 0, kLength);
    }
    for (const double side : {-1.0, 1.0}) {
      add({side * kLength / 2, 0}, kPi / 2, kWidth);
    }
  }

  void Populate(Road* road, Generator* rng) const override {
    std::vector<int> empty(static_cast<std::size_t>(road->network.num_lanes()));
    std::iota(empty.begin(), empty.end(), 0);
    const auto draw = [&empty, rng]() {
      const auto place =
          empty.begin() + rng->Choice(static_cast<std::int64_t>(empty.size()));
      const int lane = *place;
      empty.erase(place);
      return lane;
    };
    constexpr double kRoom = 10;
    const int agents = road->agent.count;
    for (int agent = 0; agent < agents; ++agent) {
      const double x = (agent - agents / 2) * kRoom;
      const double heading = 2.0 * kPi * rng->Random();
      road->vehicles.push_back(road->MakeDriven({x, 0}, heading, 0));
      std::erase(empty, road->vehicles.back().lane);
    }
    for (int agent = 0; agent < agents; ++agent) {
      SetGoal(*road, draw(), &road->obstacles[static_cast<std::size_t>(agent)]);
    }
    for (int i = 0; i < options().vehicles_count && !empty.empty(); ++i) {
      const Lane& lane = road->network.lane(draw());
      road->vehicles.push_back(road->MakeSteered(
          Kind::kSteered, lane.Position(4, 0), lane.HeadingAt(4), 0));
    }
  }

  [[nodiscard]] Terms Judge(const Road& road, const Body& ego,
                            const Taken& /*action*/) const override {
    Terms terms{};
    terms[kGoal] = -std::pow(DistanceToGoal(road, ego), 0.5);
    terms[kCollision] = ego.crashed ? 1 : 0;
    return terms;
  }
  [[nodiscard]] double Reward(const Terms& terms) const override {
    return terms[kGoal] + weight(kCollision) * terms[kCollision];
  }
  [[nodiscard]] bool IsTerminated(const Road& road,
                                  const Body& ego) const override {
    return ego.crashed || IsSuccess(road, ego);
  }

  /// The first agent's way to its goal, and all crashes.
  [[nodiscard]] Shared Share(std::span<const Terms> each) const override {
    Terms terms = each.front();
    for (const Terms& other : each.subspan(1)) {
      terms[kCollision] += other[kCollision];
    }
    return {terms, Reward(terms)};
  }
  [[nodiscard]] bool IsOver(const Road& road,
                            std::span<const Body* const> egos) const override {
    return std::ranges::any_of(egos, &Body::crashed) ||
           IsSuccess(road, *egos.front());
  }
  [[nodiscard]] bool IsSuccess(const Road& road,
                               const Body& ego) const override {
    return -std::pow(DistanceToGoal(road, ego), 0.5) >
           -options().success_goal_reward;
  }

 private:
  static void SetGoal(const Road& road, int spot, Body* goal) {
    const Lane& lane = road.network.lane(spot);
    goal->position = lane.Position(lane.length / 2, 0);
    goal->heading = lane.HeadingAt(0);
    goal->lane = spot;
    goal->UpdateVelocity();
  }

  /// The weighted sum of the distances of features.
  [[nodiscard]] double DistanceToGoal(const Road& road, const Body& ego) const {
    const auto features = [](const Body& body) {
      return std::array<double, 6>{body.position.x / 100, body.position.y / 100,
                                   body.velocity.x / 5,   body.velocity.y / 5,
                                   body.direction.x / 1,  body.direction.y / 1};
    };
    const std::array<double, 6> here = features(ego);
    const std::array<double, 6> there = features(road.GoalOf(ego));
    double sum = 0;
    for (std::size_t i = 0; i < here.size(); ++i) {
      sum += std::abs(here[i] - there[i]) * options().goal_weights[i];
    }
    return sum;
  }
};

}  // namespace

std::unique_ptr<Scenario> MakeParking(const Options& options) {
  return std::make_unique<Parking>(options);
}

}  // namespace envpool::highway
