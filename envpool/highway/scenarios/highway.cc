// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Straight highways: highway-v0, and exit-v0, where the task is to leave one.

#include <algorithm>
#include <memory>
#include <vector>

#include "envpool/highway/scenario.h"

namespace envpool::highway {

namespace {

constexpr double kEgoSpeed = 25.0;

class Highway final : public Scenario {
 public:
  using Scenario::Scenario;

  [[nodiscard]] Network MakeNetwork() const override {
    Network net;
    net.AddStraightRoad("0", "1", options().lanes_count, 0, 10000, 30);
    net.Finish();
    return net;
  }

  void Populate(Road* road, Generator* rng) const override {
    const int agents = road->agent.count;
    const int others = options().vehicles_count;
    for (int agent = 0; agent < agents; ++agent) {
      AddEgo(road, rng);
      AddTraffic(road, others / agents + (agent < others % agents ? 1 : 0),
                 rng);
    }
  }

  [[nodiscard]] Terms Judge(const Road& road, const Body& ego,
                            const Taken& /*action*/) const override {
    Terms terms{};
    const int last = std::max(road.NumSideLanes(ego.lane) - 1, 1);
    terms[kCollision] = ego.crashed ? 1 : 0;
    terms[kRightLane] =
        static_cast<double>(road.network.IdOf(ego.target_lane)) / last;
    terms[kHighSpeed] =
        std::clamp(ScaledSpeed(ego.speed * ego.direction.x), 0.0, 1.0);
    terms[kOnRoad] = road.IsOnRoad(ego) ? 1 : 0;
    return terms;
  }

  [[nodiscard]] double Reward(const Terms& terms) const override {
    double reward = Sum(terms, {kCollision, kRightLane, kHighSpeed});
    if (options().scale_reward) {
      reward = Map(
          reward, {weight(kCollision), weight(kHighSpeed) + weight(kRightLane)},
          {0, 1});
    }
    return reward * terms[kOnRoad];
  }

  [[nodiscard]] bool IsTerminated(const Road& road,
                                  const Body& ego) const override {
    return ego.crashed || IsLost(road, ego);
  }

 private:
  void AddEgo(Road* road, Generator* rng) const {
    const int lane = options().initial_lane_id >= 0
                         ? options().initial_lane_id
                         : static_cast<int>(rng->Choice(options().lanes_count));
    const Body place =
        MakeRandom(*road, lane, kEgoSpeed, options().ego_spacing, rng);
    road->vehicles.push_back(
        road->MakeDriven(place.position, place.heading, place.speed));
  }

  void AddTraffic(Road* road, int count, Generator* rng) const {
    const int lanes = options().lanes_count;
    for (int i = 0; i < count; ++i) {
      const int lane = static_cast<int>(rng->Choice(lanes));
      const double limit = road->network.lane(lane).speed_limit;
      const double speed = rng->Uniform(0.7 * limit, 0.8 * limit);
      Body body =
          MakeRandom(*road, lane, speed, 1 / options().vehicles_density, rng);
      body.exponent = rng->Uniform(3.5, 4.5);
      body.checks_collisions = options().traffic_checks_collisions;
      road->vehicles.push_back(body);
    }
  }
};

class Exit final : public Scenario {
 public:
  using Scenario::Scenario;

  [[nodiscard]] Network MakeNetwork() const override {
    constexpr double kLength = 1000;
    constexpr double kExitStart = 400;
    constexpr double kExitLength = 100;
    constexpr double kRadius = 150;
    const int lanes = options().lanes_count;
    Network net;
    net.AddStraightRoad("0", "1", lanes, 0, kExitStart, 30);
    net.AddStraightRoad("1", "2", lanes + 1, kExitStart, kExitLength, 30);
    net.AddStraightRoad("2", "3", lanes, kExitStart + kExitLength,
                        kLength - kExitStart - kExitLength, 30);
    Lane ramp =
        Lane::Circular({kExitStart + kExitLength, lanes * kLaneWidth + kRadius},
                       kRadius, 3 * kPi / 2, 2 * kPi, true);
    ramp.forbidden = true;
    net.Add("2", "exit", ramp);
    net.Finish();
    const int exit = net.Find("2", "exit", 0);
    for (int lane = 0; lane < net.num_lanes(); ++lane) {
      if (lane != exit) {
        net.mutable_lane(lane)->speed_limit = 26 - 3.4 * net.IdOf(lane);
      }
    }
    return net;
  }

  void Populate(Road* road, Generator* rng) const override {
    const int first = road->network.Find("0", "1", 0);
    const int goal = road->network.Node("3");
    for (int agent = 0; agent < road->agent.count; ++agent) {
      const Body place =
          MakeRandom(*road, first, kEgoSpeed, options().ego_spacing, rng);
      road->vehicles.push_back(
          road->MakeDriven(place.position, place.heading, place.speed));
    }
    std::vector<double> chances;
    const int lanes = options().lanes_count;
    for (int lane = 0; lane < lanes; ++lane) {
      chances.push_back(static_cast<double>(lane) / (lanes * (lanes - 1) / 2));
    }
    for (int i = 0; i < options().vehicles_count; ++i) {
      const int lane = first + static_cast<int>(rng->Choice(chances));
      Body body = MakeRandom(*road, lane, road->network.lane(lane).speed_limit,
                             1 / options().vehicles_density, rng);
      road->PlanRoute(&body, goal);
      body.changes_lanes = false;
      road->vehicles.push_back(body);
    }
  }

  [[nodiscard]] Terms Judge(const Road& road, const Body& ego,
                            const Taken& /*action*/) const override {
    Terms terms{};
    terms[kCollision] = ego.crashed ? 1 : 0;
    terms[kGoal] = IsSuccess(road, ego) ? 1 : 0;
    terms[kHighSpeed] = std::clamp(ScaledSpeed(ego.speed), 0.0, 1.0);
    terms[kRightLane] = road.network.IdOf(ego.target_lane);
    return terms;
  }

  [[nodiscard]] double Reward(const Terms& terms) const override {
    const double reward =
        Sum(terms, {kCollision, kGoal, kHighSpeed, kRightLane});
    if (!options().scale_reward) {
      return reward;
    }
    const double scaled =
        Map(reward, {weight(kCollision), weight(kGoal)}, {0, 1});
    return std::clamp(scaled, 0.0, 1.0);
  }

  [[nodiscard]] bool IsSuccess(const Road& road,
                               const Body& ego) const override {
    const Network& net = road.network;
    return ego.target_lane == net.Find("1", "2", options().lanes_count) ||
           ego.target_lane == net.Find("2", "exit", 0);
  }
};

}  // namespace

std::unique_ptr<Scenario> MakeHighway(const Options& options) {
  return std::make_unique<Highway>(options);
}

std::unique_ptr<Scenario> MakeExit(const Options& options) {
  return std::make_unique<Exit>(options);
}

}  // namespace envpool::highway
