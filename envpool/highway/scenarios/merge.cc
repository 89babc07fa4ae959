// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A ramp that joins a highway: merge-v0, and merge-generic-v0 with any number
// of lanes and vehicles, and roads of any length.

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "envpool/highway/scenario.h"

namespace envpool::highway {

namespace {

using enum LineType;

constexpr double kAmplitude = 3.25;  // of the ramp's sine
constexpr double kEgoPlace = 30.0;
constexpr double kEgoSpeed = 30.0;

class MergeBase : public Scenario {
 public:
  using Scenario::Scenario;

  void PlaceObstacles(Road* road) const override {
    const Lane& lane =
        road->network.lane(road->network.Find("b", "c", RampLane()));
    road->AddObstacle(lane.Position(RampLength(), 0));
  }

  [[nodiscard]] Terms Judge(const Road& road, const Body& ego,
                            const Taken& action) const override {
    const Network& net = road.network;
    Terms terms{};
    terms[kCollision] = ego.crashed ? 1 : 0;
    terms[kRightLane] = net.IdOf(ego.lane);
    terms[kHighSpeed] = ScaledSpeed(ego.speed);
    terms[kLaneChange] = action.number == 0 || action.number == 2 ? 1 : 0;
    const Network::Road& ramp = net.RoadAt(net.Find("b", "c", 0));
    const int merging = ramp.first_lane + 2;
    if (ramp.num_lanes > 2) {
      for (const Body& body : road.vehicles) {
        if (body.lane == merging && !body.is_steered()) {
          terms[kMergingSpeed] +=
              (body.target_speed - body.speed) / body.target_speed;
        }
      }
    }
    return terms;
  }

  [[nodiscard]] double Reward(const Terms& terms) const override {
    const double reward = Sum(terms, {kCollision, kRightLane, kHighSpeed,
                                      kLaneChange, kMergingSpeed});
    return Map(reward,
               {weight(kCollision) + weight(kMergingSpeed),
                weight(kHighSpeed) + weight(kRightLane)},
               {0, 1});
  }

  [[nodiscard]] bool IsTerminated(const Road& /*road*/,
                                  const Body& ego) const override {
    return ego.crashed || ego.position.x > End();
  }

 protected:
  /// The number of the ramp's lane beside the highway, and its length.
  [[nodiscard]] virtual int RampLane() const = 0;
  [[nodiscard]] virtual double RampLength() const = 0;
  /// Where the episode ends.
  [[nodiscard]] virtual double End() const = 0;

  static void AddEgo(Road* road, int lane) {
    const Vec place = road->network.lane(road->network.Find("a", "b", lane))
                          .Position(kEgoPlace, 0);
    road->vehicles.push_back(road->MakeDriven(place, 0, kEgoSpeed));
  }
  static void AddMerging(Road* road, double s) {
    const Lane& ramp = road->network.lane(road->network.Find("j", "k", 0));
    Body body = road->MakeTraffic(ramp.Position(s, 0), 0, 20.0);
    body.target_speed = 30.0;
    road->vehicles.push_back(body);
  }
};

class Merge final : public MergeBase {
 public:
  using MergeBase::MergeBase;

  [[nodiscard]] Network MakeNetwork() const override {
    Network net;
    for (const double y : {0.0, kLaneWidth}) {
      const LineType left = y == 0 ? kContinuousLine : kNone;
      const LineType right = y == 0 ? kStriped : kContinuousLine;
      const auto lane = [y](double start, double end) {
        return Lane::Straight({start, y}, {end, y});
      };
      net.Add("a", "b", lane(0, 230).Between(left, right));
      net.Add("b", "c", lane(230, 310).Between(left, kStriped));
      net.Add("c", "d", lane(310, 460).Between(left, right));
    }
    constexpr double kRampY = 6.5 + 4 + 4;
    Lane approach = Lane::Straight({0, kRampY}, {150, kRampY});
    Lane converging = Lane::Sine(approach.Position(150, -kAmplitude),
                                 approach.Position(230, -kAmplitude),
                                 kAmplitude, 2 * kPi / (2 * 80), kPi / 2);
    const Vec joint = converging.Position(80, 0);
    Lane merging = Lane::Straight(joint, joint + Vec{RampLength(), 0});
    for (Lane* lane : {&approach, &converging, &merging}) {
      lane->forbidden = true;
      lane->lines = {lane == &merging ? kNone : kContinuousLine,
                     kContinuousLine};
    }
    net.Add("j", "k", approach);
    net.Add("k", "b", converging);
    net.Add("b", "c", merging);
    net.Finish();
    return net;
  }

  void Populate(Road* road, Generator* rng) const override {
    AddEgo(road, 1);
    struct Start {
      double s;
      double speed;
    };
    for (const Start start :
         {Start{90.0, 29.0}, Start{70.0, 31.0}, Start{5.0, 31.5}}) {
      const int lane =
          road->network.Find("a", "b", static_cast<int>(rng->Integers(2)));
      const double s = start.s + rng->Uniform(-5.0, 5.0);
      const double speed = start.speed + rng->Uniform(-1.0, 1.0);
      road->vehicles.push_back(
          road->MakeTraffic(road->network.lane(lane).Position(s, 0), 0, speed));
    }
    AddMerging(road, 110.0);
  }

 protected:
  [[nodiscard]] int RampLane() const override { return 2; }
  [[nodiscard]] double RampLength() const override { return 80; }
  [[nodiscard]] double End() const override { return 370; }
};

class MergeGeneric final : public MergeBase {
 public:
  using MergeBase::MergeBase;

  [[nodiscard]] Network MakeNetwork() const override {
    const Options& o = options();
    const int lanes = o.lanes_count;
    const double before = o.before_merge_length;
    const double joint = before + o.converge_merge_length;
    const double end = joint + o.parallel_merge_length;
    Network net;
    net.AddStraightRoad("a", "b", lanes, 0, joint, 30);
    net.AddStraightRoad("b", "c", lanes, joint, o.parallel_merge_length, 30);
    net.AddStraightRoad("c", "d", lanes, end, o.after_merge_length, 30);
    const double y = lanes * kLaneWidth;
    const double y_approach = y + 2 * kAmplitude;
    Lane approach = Lane::Straight({0, y_approach}, {before, y_approach});
    Lane converging = Lane::Sine(
        {before, y + kAmplitude}, {joint, y + kAmplitude}, kAmplitude,
        2 * kPi / (2 * o.converge_merge_length), kPi / 2);
    Lane merging = Lane::Straight({joint, y}, {end, y});
    for (Lane* lane : {&approach, &converging, &merging}) {
      lane->forbidden = true;
      lane->speed_limit = 30;
      lane->lines = {lane == &merging ? kStriped : kContinuousLine,
                     kContinuousLine};
    }
    net.Add("j", "k", approach);
    net.Add("k", "b", converging);
    net.Add("b", "c", merging);
    net.Finish();
    return net;
  }

  void Populate(Road* road, Generator* rng) const override {
    constexpr double kSafeDistance = 15.0;
    constexpr int kTries = 10;
    const Options& o = options();
    const int lanes = o.lanes_count;
    const double end = o.before_merge_length + o.converge_merge_length +
                       o.parallel_merge_length;
    AddEgo(road, lanes - 1);
    std::vector<std::vector<double>> taken(static_cast<std::size_t>(lanes));
    taken.back().push_back(kEgoPlace);
    for (int i = 0; i < o.vehicles_count; ++i) {
      for (int attempt = 0; attempt < kTries; ++attempt) {
        const auto lane = static_cast<std::size_t>(rng->Integers(lanes));
        const double s = rng->Uniform(0, end);
        const bool is_free = std::ranges::all_of(taken[lane], [&](double p) {
          return std::abs(s - p) > kSafeDistance;
        });
        if (!is_free) {
          continue;
        }
        const int on = road->network.Find("a", "b", static_cast<int>(lane));
        const Vec place = road->network.lane(on).Position(s, 0);
        const double speed = 30.0 + rng->Uniform(-2.0, 2.0);
        road->vehicles.push_back(road->MakeTraffic(place, 0, speed));
        taken[lane].push_back(s);
        break;
      }
    }
    AddMerging(road, kEgoPlace + 30);
  }

 protected:
  [[nodiscard]] int RampLane() const override { return options().lanes_count; }
  [[nodiscard]] double RampLength() const override {
    return options().parallel_merge_length;
  }
  [[nodiscard]] double End() const override {
    const Options& o = options();
    return o.before_merge_length + o.converge_merge_length +
           o.parallel_merge_length + o.after_merge_length - 90;
  }
};

}  // namespace

std::unique_ptr<Scenario> MakeMerge(const Options& options) {
  return std::make_unique<Merge>(options);
}

std::unique_ptr<Scenario> MakeMergeGeneric(const Options& options) {
  return std::make_unique<MergeGeneric>(options);
}

}  // namespace envpool::highway
