// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A crossing of two roads. The horizontal one has priority.

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "envpool/highway/scenario.h"

namespace envpool::highway {

namespace {

using enum LineType;

constexpr int kCorners = 4;

std::string Name(const char* prefix, int corner) {
  return prefix + std::to_string(corner % kCorners);
}

class Intersection final : public Scenario {
 public:
  using Scenario::Scenario;

  [[nodiscard]] bool is_regulated() const override { return true; }
  [[nodiscard]] DriverModel driver_model() const override {
    return {6.0, -3.0, 7.0};
  }

  [[nodiscard]] Network MakeNetwork() const override {
    constexpr double kRight = kLaneWidth + 5;
    constexpr double kLeft = kRight + kLaneWidth;
    constexpr double kOuter = kRight + kLaneWidth / 2;
    constexpr double kFar = 100 + kOuter;
    constexpr double kHalf = kLaneWidth / 2;
    Network net;
    for (int corner = 0; corner < kCorners; ++corner) {
      const double angle = Radians(90 * corner);
      const int priority = corner % 2 == 1 ? 3 : 1;
      const Vec turn{std::cos(angle), std::sin(angle)};
      const auto rotated = [turn](double x, double y) {
        return Vec{turn.x * x + -turn.y * y, turn.y * x + turn.x * y};
      };
      const auto add = [&net](const std::string& from, const std::string& to,
                              Lane lane, int lane_priority,
                              const Lines& lines) {
        lane.lines = lines;
        lane.priority = lane_priority;
        lane.speed_limit = 10;
        net.Add(from, to, lane);
      };
      const std::string inner = Name("ir", corner);
      add(Name("o", corner), inner,
          Lane::Straight(rotated(kHalf, kFar), rotated(kHalf, kOuter)),
          priority, {kStriped, kContinuous});
      add(inner, Name("il", corner + 3),
          Lane::Circular(rotated(kOuter, kOuter), kRight, angle + Radians(180),
                         angle + Radians(270), true),
          priority, {kNone, kContinuous});
      add(inner, Name("il", corner + 1),
          Lane::Circular(rotated(-kLeft + kHalf, kLeft - kHalf), kLeft,
                         angle + Radians(0), angle + Radians(-90), false),
          priority - 1, {kNone, kNone});
      add(inner, Name("il", corner + 2),
          Lane::Straight(rotated(kHalf, kOuter), rotated(kHalf, -kOuter)),
          priority, {kStriped, kNone});
      add(Name("il", corner + 3), Name("o", corner + 3),
          Lane::Straight(rotated(kOuter, kHalf), rotated(kFar, kHalf)),
          priority, {kNone, kContinuous});
    }
    net.Finish();
    return net;
  }

  void Populate(Road* road, Generator* rng) const override {
    constexpr int kSeconds = 3;
    const Options& o = options();
    const int n = o.initial_vehicle_count;
    const double step = n > 1 ? 80.0 / (n - 1) : 0;
    for (int i = 0; i < n - 1; ++i) {
      Spawn(road, rng, {i * step, 1.0, 1.0, 0.6, false});
    }
    road->Run(kSeconds * o.simulation_frequency, 1.0 / o.simulation_frequency);
    Spawn(road, rng, {60, 0.1, 0.0, 1.0, true});
    for (int agent = 0; agent < road->agent.count; ++agent) {
      AddEgo(road, agent % kCorners, rng);
    }
  }

  void Renew(Road* road, Generator* rng) const override {
    std::erase_if(road->vehicles, [road](const Body& body) {
      if (body.is_agent) {
        return false;
      }
      const double left = road->network.lane(body.lane).length - 4 * 5.0;
      return IsOnExit(*road, body) &&
             road->network.lane(body.lane).Locate(body.position).s >= left;
    });
    Spawn(road, rng, {0, 1.0, 1.0, options().spawn_probability, false});
  }

  [[nodiscard]] Terms Judge(const Road& road, const Body& ego,
                            const Taken& /*action*/) const override {
    Terms terms{};
    terms[kCollision] = ego.crashed ? 1 : 0;
    terms[kHighSpeed] = std::clamp(ScaledSpeed(ego.speed), 0.0, 1.0);
    terms[kArrived] = HasArrived(road, ego) ? 1 : 0;
    terms[kOnRoad] = road.IsOnRoad(ego) ? 1 : 0;
    return terms;
  }
  [[nodiscard]] double Reward(const Terms& terms) const override {
    double reward = terms[kArrived] != 0
                        ? weight(kArrived)
                        : Sum(terms, {kCollision, kHighSpeed, kArrived});
    reward *= terms[kOnRoad];
    if (options().scale_reward) {
      reward = Map(reward, {weight(kCollision), weight(kArrived)}, {0, 1});
    }
    return reward;
  }
  [[nodiscard]] bool IsTerminated(const Road& road,
                                  const Body& ego) const override {
    return ego.crashed || IsLost(road, ego) || HasArrived(road, ego);
  }

  [[nodiscard]] Shared Share(std::span<const Terms> each) const override {
    const auto count = static_cast<double>(each.size());
    Terms mean{};
    double sum = 0;
    for (const Terms& terms : each) {
      for (std::size_t term = 0; term < terms.size(); ++term) {
        mean[term] += terms[term] / count;
      }
      sum += Reward(terms);
    }
    return {mean, sum / count};
  }
  [[nodiscard]] bool IsOver(const Road& road,
                            std::span<const Body* const> egos) const override {
    const auto has_arrived = [this, &road](const Body* ego) {
      return HasArrived(road, *ego);
    };
    return std::ranges::any_of(egos, &Body::crashed) ||
           std::ranges::all_of(egos, has_arrived) ||
           IsLost(road, *egos.front());
  }
  [[nodiscard]] bool IsAtEnd(const Road& road, const Body& ego) const override {
    return ego.crashed || HasArrived(road, ego);
  }

 private:
  struct Arrival {
    double s;
    double deviation;
    double speed_deviation;
    double probability;
    bool goes_straight;
  };

  static bool HasArrived(const Road& road, const Body& body) {
    constexpr double kDistance = 25;
    return IsOnExit(road, body) &&
           road.network.lane(body.lane).Locate(body.position).s >= kDistance;
  }

  static double Radians(double degrees) { return degrees * (kPi / 180); }

  static bool IsOnExit(const Road& road, const Body& body) {
    const Network::Road& on = road.network.RoadAt(body.lane);
    return road.network.name(on.from).starts_with("il") &&
           road.network.name(on.to).starts_with("o");
  }

  static void Spawn(Road* road, Generator* rng, const Arrival& arrival) {
    constexpr double kSafeDistance = 15;
    if (rng->Random() > arrival.probability) {
      return;
    }
    const std::vector<std::int64_t> corners =
        rng->ChoiceWithoutReplacement(kCorners, 2);
    const int from = static_cast<int>(corners[0]);
    const int to = arrival.goes_straight ? (from + 2) % kCorners
                                         : static_cast<int>(corners[1]);
    const double s =
        arrival.s + 5.0 + rng->StandardNormal() * arrival.deviation;
    const double speed = 8.0 + rng->StandardNormal() * arrival.speed_deviation;
    Body body = road->MakeOnLane(
        road->network.Find(Name("o", from), Name("ir", from), 0), s, speed);
    for (const Body& other : road->vehicles) {
      if (Norm(other.position - body.position) < kSafeDistance) {
        return;
      }
    }
    road->PlanRoute(&body, road->network.Node(Name("o", to)));
    body.exponent = rng->Uniform(3.5, 4.5);
    road->vehicles.push_back(body);
  }

  void AddEgo(Road* road, int corner, Generator* rng) const {
    constexpr double kSafeDistance = 20;
    const std::string goal =
        options().destination.empty()
            ? Name("o", static_cast<int>(rng->Integers(1, kCorners)))
            : options().destination;
    const Lane& lane = road->network.lane(
        road->network.Find(Name("o", corner), Name("ir", corner), 0));
    const double s = 60.0 + 5.0 * rng->Normal(1.0, 1.0);
    Body ego = road->MakeDriven(lane.Position(s, 0), lane.HeadingAt(60.0),
                                lane.speed_limit);
    road->PlanRoute(&ego, road->network.Node(goal));
    road->vehicles.push_back(ego);
    std::erase_if(road->vehicles, [&ego](const Body& body) {
      return !body.is_agent &&
             Norm(body.position - ego.position) < kSafeDistance;
    });
  }
};

}  // namespace

std::unique_ptr<Scenario> MakeIntersection(const Options& options) {
  return std::make_unique<Intersection>(options);
}

}  // namespace envpool::highway
