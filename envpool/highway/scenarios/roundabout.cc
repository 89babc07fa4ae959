// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A roundabout with four arms: roundabout-v0, and roundabout-generic-v0 of any
// radius, with any number of lanes and vehicles.

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "envpool/highway/scenario.h"

namespace envpool::highway {

namespace {

using enum LineType;

constexpr double kAlpha = 24;  // degrees between an arm and its entry or exit

double Radians(double degrees) { return degrees * (kPi / 180); }

struct Arc {
  const char* from;
  const char* to;
  double start;  // degrees
  double end;
};
constexpr std::array<Arc, 8> kArcs{{
    {"se", "ex", 90 - kAlpha, kAlpha},
    {"ex", "ee", kAlpha, -kAlpha},
    {"ee", "nx", -kAlpha, -90 + kAlpha},
    {"nx", "ne", -90 + kAlpha, -90 - kAlpha},
    {"ne", "wx", -90 - kAlpha, -180 + kAlpha},
    {"wx", "we", -180 + kAlpha, -180 - kAlpha},
    {"we", "sx", 180 - kAlpha, 90 + kAlpha},
    {"sx", "se", 90 + kAlpha, 90 - kAlpha},
}};

/// An arm: its name, the way out, and the side of the lane that leads in.
struct Arm {
  const char* name;
  Vec out;
  Vec side;
  double entry;  // degrees
  double exit;

  [[nodiscard]] Vec At(double side_way, double out_way) const {
    return side_way * side + out_way * out;
  }
};
constexpr std::array<Arm, 4> kArms{{
    {"s", {0, 1}, {1, 0}, 90 - kAlpha, 90 + kAlpha},
    {"e", {1, 0}, {0, -1}, -kAlpha, kAlpha},
    {"n", {0, -1}, {-1, 0}, -90 - kAlpha, -90 + kAlpha},
    {"w", {-1, 0}, {0, 1}, 180 - kAlpha, -180 + kAlpha},
}};

/// A sine's curve between the straight part of an arm and the circle.
struct Curve {
  double side;   // of its axis
  double start;  // of its axis, from the centre
  double end;
  double amplitude;
  double pulsation;
  double phase;
};

/// Adds an arm: the straight parts are between `near` and `far`.
void AddArm(const Arm& arm, double near, double far, const Curve& in,
            const Curve& out, Network* net) {
  constexpr double kSide = 2;
  const auto name = [&arm](const char* rest) {
    return std::string(arm.name) + rest;
  };
  const auto curve = [&arm](const Curve& c) {
    return Lane::Sine(arm.At(c.side, c.start), arm.At(c.side, c.end),
                      c.amplitude, c.pulsation, c.phase)
        .Between(kContinuous, kContinuous);
  };
  net->Add(name("er"), name("es"),
           Lane::Straight(arm.At(kSide, far), arm.At(kSide, near))
               .Between(kStriped, kContinuous));
  net->Add(name("es"), name("e"), curve(in));
  net->Add(name("x"), name("xs"), curve(out));
  net->Add(name("xs"), name("xr"),
           Lane::Straight(arm.At(-kSide, near), arm.At(-kSide, far))
               .Between(kNone, kContinuous));
}

void AddCircle(double radius, int lanes, Network* net) {
  for (int lane = 0; lane < lanes; ++lane) {
    for (const Arc& arc : kArcs) {
      net->Add(arc.from, arc.to,
               Lane::Circular({0, 0}, radius + kLaneWidth * lane,
                              Radians(arc.start), Radians(arc.end), false)
                   .Between(lane == 0 ? kContinuous : kNone,
                            lane == lanes - 1 ? kContinuous : kStriped));
    }
  }
}

class Roundabout : public Scenario {
 public:
  using Scenario::Scenario;

  [[nodiscard]] Network MakeNetwork() const override {
    constexpr double kFar = 170;
    constexpr double kDev = 85;
    constexpr double kShift = 5;
    constexpr double kInLength = 0.2 * kDev;
    constexpr double kOutLength = kDev - kInLength;
    constexpr double kPulsation = 2 * kPi / kDev;
    Network net;
    AddCircle(20, 2, &net);
    for (const Arm& arm : kArms) {
      AddArm(arm, kDev / 2, kFar,
             {2 + kShift, kDev / 2, kDev / 2 - kInLength, kShift, kPulsation,
              -kPi / 2},
             {-2 - kShift, -kDev / 2 + kOutLength, kDev / 2, kShift, kPulsation,
              -kPi / 2 + kPulsation * kOutLength},
             &net);
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
    };
    constexpr double kDeviation = 2.0;
    const Network& net = road->network;
    AddEgo(road, 125.0);
    constexpr std::array<Start, 4> kTraffic{{{"we", "sx", 1, 5.0},
                                             {"we", "sx", 0, 20.0},
                                             {"we", "sx", 0, -20.0},
                                             {"eer", "ees", 0, 50.0}}};
    constexpr std::array<const char*, 3> kGoals{"exr", "sxr", "nxr"};
    for (const Start& start : kTraffic) {
      const double s = start.s + rng->StandardNormal() * kDeviation;
      const double speed = 16.0 + rng->StandardNormal() * kDeviation;
      Body body = road->MakeOnLane(net.Find(start.from, start.to, start.lane),
                                   s, speed);
      const int chosen = options().incoming_vehicle_destination;
      const bool is_incoming = &start == kTraffic.data();
      const auto goal = static_cast<std::size_t>(
          is_incoming && chosen >= 0 ? chosen : rng->Choice(kGoals.size()));
      road->PlanRoute(&body, net.Node(kGoals.at(goal)));
      body.exponent = rng->Uniform(3.5, 4.5);
      road->vehicles.push_back(body);
    }
  }

  [[nodiscard]] Terms Judge(const Road& road, const Body& ego,
                            const Taken& action) const override {
    Terms terms{};
    terms[kCollision] = ego.crashed ? 1 : 0;
    terms[kHighSpeed] = SpeedIndexOf(ego) / 2.0;
    terms[kLaneChange] = action.number == 0 || action.number == 2 ? 1 : 0;
    terms[kOnRoad] = road.IsOnRoad(ego) ? 1 : 0;
    return terms;
  }
  [[nodiscard]] double Reward(const Terms& terms) const override {
    double reward = Sum(terms, {kCollision, kHighSpeed, kLaneChange});
    if (options().scale_reward) {
      reward = Map(reward, {weight(kCollision), weight(kHighSpeed)}, {0, 1});
    }
    return reward * terms[kOnRoad];
  }

 protected:
  static void AddEgo(Road* road, double s) {
    const Network& net = road->network;
    const Lane& lane = net.lane(net.Find("ser", "ses", 0));
    Body ego = road->MakeDriven(lane.Position(s, 0), lane.HeadingAt(s), 8.0);
    road->PlanRoute(&ego, net.Node("nxs"));
    road->vehicles.push_back(ego);
  }
};

class RoundaboutGeneric final : public Roundabout {
 public:
  using Roundabout::Roundabout;

  [[nodiscard]] Network MakeNetwork() const override {
    const double radius = options().roundabout_radius;
    const int lanes = options().roundabout_lanes;
    const double outer = radius + kLaneWidth * (lanes - 1);
    const double dev = std::max(100.0, 2 * outer + 40.0);
    const auto point = [outer](double degrees) {
      const double angle = Radians(degrees);
      return Vec{outer * std::cos(angle), outer * std::sin(angle)};
    };
    Network net;
    AddCircle(radius, lanes, &net);
    for (const Arm& arm : kArms) {
      const Vec entry = point(arm.entry);
      const double in = Dot(entry, arm.out);
      const double in_shift = (Dot(entry, arm.side) - 2) / 2;
      const Vec exit = point(arm.exit);
      const double out = Dot(exit, arm.out);
      const double out_shift = (Dot(exit, arm.side) + 2) / 2;
      AddArm(
          arm, dev / 2, dev + 40.0,
          {2 + in_shift, dev / 2, in, in_shift, kPi / (dev / 2 - in), -kPi / 2},
          {Dot(exit, arm.side) - out_shift, out, dev / 2, out_shift,
           kPi / (dev / 2 - out), -kPi / 2},
          &net);
    }
    net.Finish();
    return net;
  }

  void Populate(Road* road, Generator* rng) const override {
    constexpr int kTries = 10;
    const Network& net = road->network;
    const double ego_place = net.lane(net.Find("ser", "ses", 0)).length - 2.5;
    AddEgo(road, ego_place);
    std::vector<Vec> taken{road->vehicles.front().position};
    for (int i = 0; i < options().vehicles_count; ++i) {
      for (int attempt = 0; attempt < kTries; ++attempt) {
        if (Spawn(road, rng, &taken)) {
          break;
        }
      }
    }
  }

 private:
  /// Tries to add a vehicle at a random place.
  bool Spawn(Road* road, Generator* rng, std::vector<Vec>* taken) const {
    struct Place {
      const char* from;
      const char* to;
    };
    constexpr std::array<Place, 7> kPlaces{{{"we", "sx"},
                                            {"sx", "se"},
                                            {"ee", "nx"},
                                            {"nx", "ne"},
                                            {"eer", "ees"},
                                            {"ner", "nes"},
                                            {"wer", "wes"}}};
    constexpr std::array<const char*, 4> kGoals{"exr", "sxr", "nxr", "wxr"};
    constexpr double kSafeDistance = 7.0;
    const Network& net = road->network;
    const Place& place =
        kPlaces.at(static_cast<std::size_t>(rng->Integers(kPlaces.size())));
    const int first = net.Find(place.from, place.to, 0);
    const int lane =
        first + static_cast<int>(rng->Integers(net.RoadAt(first).num_lanes));
    const double s =
        rng->Uniform(5.0, std::max(5.0, net.lane(lane).length - 5.0));
    const Vec position = net.lane(lane).Position(s, 0);
    if (std::ranges::any_of(*taken, [position](Vec other) {
          return Norm(position - other) < kSafeDistance;
        })) {
      return false;
    }
    Body body = road->MakeOnLane(lane, s, 14.0 + rng->StandardNormal() * 2.0);
    const int chosen = options().incoming_vehicle_destination;
    const auto goal = static_cast<std::size_t>(
        chosen >= 0 ? std::min<int>(chosen, kGoals.size() - 1)
                    : rng->Integers(kGoals.size()));
    road->PlanRoute(&body, net.Node(kGoals.at(goal)));
    body.exponent = rng->Uniform(3.5, 4.5);
    road->vehicles.push_back(body);
    taken->push_back(position);
    return true;
  }
};

}  // namespace

std::unique_ptr<Scenario> MakeRoundabout(const Options& options) {
  return std::make_unique<Roundabout>(options);
}

std::unique_ptr<Scenario> MakeRoundaboutGeneric(const Options& options) {
  return std::make_unique<RoundaboutGeneric>(options);
}

}  // namespace envpool::highway
