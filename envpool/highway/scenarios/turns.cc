// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A road with oncoming traffic (two-way-v0) and one with a U-turn (u-turn-v0).

#include <algorithm>
#include <array>
#include <memory>

#include "envpool/highway/scenario.h"

namespace envpool::highway {

namespace {

using enum LineType;

class TwoWay final : public Scenario {
 public:
  using Scenario::Scenario;

  [[nodiscard]] Network MakeNetwork() const override {
    constexpr double kLength = 800;
    Network net;
    net.Add("a", "b",
            Lane::Straight({0, 0}, {kLength, 0})
                .Between(kContinuousLine, kStriped));
    net.Add("a", "b",
            Lane::Straight({0, kLaneWidth}, {kLength, kLaneWidth})
                .Between(kNone, kContinuousLine));
    net.Add("b", "a",
            Lane::Straight({kLength, 0}, {0, 0}).Between(kNone, kNone));
    net.Finish();
    return net;
  }

  void Populate(Road* road, Generator* rng) const override {
    const int right = road->network.Find("a", "b", 1);
    const int oncoming = road->network.Find("b", "a", 0);
    const Lane& lane = road->network.lane(right);
    road->vehicles.push_back(road->MakeDriven(lane.Position(30, 0), 0, 30));
    for (int i = 0; i < 3; ++i) {
      const double s = 70.0 + 40.0 * i + 10.0 * rng->StandardNormal();
      Body body =
          road->MakeOnLane(right, s, 24.0 + 2.0 * rng->StandardNormal());
      body.changes_lanes = false;
      road->vehicles.push_back(body);
    }
    for (int i = 0; i < 2; ++i) {
      const double s = 200.0 + 100.0 * i + 10.0 * rng->StandardNormal();
      Body body =
          road->MakeOnLane(oncoming, s, 20.0 + 5.0 * rng->StandardNormal());
      body.changes_lanes = false;
      body.target_lane = oncoming;
      road->vehicles.push_back(body);
    }
  }

  [[nodiscard]] Terms Judge(const Road& road, const Body& ego,
                            const Taken& /*action*/) const override {
    const int last = road.NumSideLanes(ego.lane) - 1;
    Terms terms{};
    terms[kHighSpeed] = SpeedIndexOf(ego) /
                        (static_cast<double>(road.target_speeds().size()) - 1);
    terms[kLeftLane] =
        static_cast<double>(last - road.network.IdOf(ego.target_lane)) /
        std::max(last, 1);
    return terms;
  }
  [[nodiscard]] double Reward(const Terms& terms) const override {
    return Sum(terms, {kHighSpeed, kLeftLane});
  }
};

class UTurn final : public Scenario {
 public:
  using Scenario::Scenario;

  [[nodiscard]] Network MakeNetwork() const override {
    constexpr double kLength = 128;
    constexpr double kRadius = 20;
    constexpr double kWidth = kLaneWidth;
    constexpr double kLower = 2 * kWidth + 2 * kRadius;
    Network net;
    net.Add("c", "d",
            Lane::Straight({kLength, kWidth}, {0, kWidth})
                .Between(kContinuousLine, kStriped));
    net.Add(
        "c", "d",
        Lane::Straight({kLength, 0}, {0, 0}).Between(kNone, kContinuousLine));
    for (const double radius : {kRadius, kRadius + kWidth}) {
      net.Add("b", "c",
              Lane::Circular({kLength, kWidth + 20}, radius, kPi / 2, -kPi / 2,
                             false)
                  .Between(radius == kRadius ? kContinuous : kNone,
                           radius == kRadius ? kStriped : kContinuous));
    }
    for (const double y : {kLower - kWidth, kLower}) {
      net.Add("a", "b",
              Lane::Straight({0, y}, {kLength, y})
                  .Between(y == kLower ? kNone : kContinuousLine,
                           y == kLower ? kContinuousLine : kStriped));
    }
    net.Finish();
    return net;
  }

  void Populate(Road* road, Generator* rng) const override {
    struct Start {
      const char* from;
      const char* to;
      int lane;
      double s;
      double speed;
    };
    constexpr std::array<Start, 6> kTraffic{{{"a", "b", 0, 25.0, 13.5},
                                             {"a", "b", 1, 56.0, 14.5},
                                             {"b", "c", 1, 0.5, 4.5},
                                             {"b", "c", 0, 17.5, 5.5},
                                             {"c", "d", 0, 1.0, 3.5},
                                             {"c", "d", 1, 30.0, 5.5}}};
    constexpr double kDeviation = 2.0;
    const Network& net = road->network;
    const int goal = net.Node("d");
    Body ego = road->MakeDriven(net.lane(net.Find("a", "b", 0)).Position(0, 0),
                                0, 16.0);
    road->PlanRoute(&ego, goal);
    road->vehicles.push_back(ego);
    for (const Start& start : kTraffic) {
      const double s = start.s + rng->StandardNormal() * kDeviation;
      const double speed = start.speed + rng->StandardNormal() * kDeviation;
      Body body = road->MakeOnLane(net.Find(start.from, start.to, start.lane),
                                   s, speed);
      road->PlanRoute(&body, goal);
      if (&start == kTraffic.data()) {
        body.exponent = rng->Uniform(3.5, 4.5);
      }
      road->vehicles.push_back(body);
    }
  }

  [[nodiscard]] Terms Judge(const Road& road, const Body& ego,
                            const Taken& /*action*/) const override {
    Terms terms{};
    const int last = std::max(road.NumSideLanes(ego.lane) - 1, 1);
    terms[kCollision] = ego.crashed ? 1 : 0;
    terms[kLeftLane] = static_cast<double>(road.network.IdOf(ego.lane)) / last;
    terms[kHighSpeed] = std::clamp(ScaledSpeed(ego.speed), 0.0, 1.0);
    terms[kOnRoad] = road.IsOnRoad(ego) ? 1 : 0;
    return terms;
  }
  [[nodiscard]] double Reward(const Terms& terms) const override {
    double reward = Sum(terms, {kCollision, kLeftLane, kHighSpeed});
    if (options().scale_reward) {
      reward = Map(reward,
                   {weight(kCollision), weight(kHighSpeed) + weight(kLeftLane)},
                   {0, 1});
    }
    return reward * terms[kOnRoad];
  }
};

}  // namespace

std::unique_ptr<Scenario> MakeTwoWay(const Options& options) {
  return std::make_unique<TwoWay>(options);
}

std::unique_ptr<Scenario> MakeUTurn(const Options& options) {
  return std::make_unique<UTurn>(options);
}

}  // namespace envpool::highway
