// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Decisions of traffic: IDM, MOBIL, and rules of priority.

#include <algorithm>
#include <cmath>

#include "envpool/highway/road.h"

namespace envpool::highway {

namespace {

constexpr double kMaxAcceleration = 6.0;
constexpr double kTimeWanted = 1.5;
constexpr double kPoliteness = 0.0;
constexpr double kMinGain = 0.2;
constexpr double kMaxBrakingImposed = 2.0;
constexpr double kLaneChangeDelay = 1.0;
constexpr double kPredictionStep = 0.25;

int SignOf(int x) { return (x > 0) - (x < 0); }

double Square(double x) { return x * x; }

}  // namespace

void Road::ActTraffic(Body* body) const {
  FollowRoad(body);
  if (body->changes_lanes) {
    ChangeLane(body);
  }
  Steer(body);
  double acceleration =
      Accelerate(*body, body, FindNeighbours(*body, body->lane).front);
  if (body->lane != body->target_lane) {
    acceleration =
        std::min(acceleration,
                 Accelerate(*body, body,
                            FindNeighbours(*body, body->target_lane).front));
  }
  body->acceleration =
      std::clamp(acceleration, -kMaxAcceleration, kMaxAcceleration);
}

double Road::Accelerate(const Body& judge, const Body* body,
                        const Body* front) const {
  if (body == nullptr || !body->is_vehicle()) {
    return 0;
  }
  const double target =
      std::clamp(body->target_speed, 0.0, network.lane(body->lane).speed_limit);
  const double ratio = std::max(body->speed, 0.0) / std::abs(NotZero(target));
  double acceleration =
      model_.comfort_acceleration * (1 - std::pow(ratio, judge.exponent));
  if (front != nullptr) {
    const double distance = DistanceAlongLane(*body, *front);
    acceleration -= model_.comfort_acceleration *
                    Square(DesiredGap(*body, *front) / NotZero(distance));
  }
  return acceleration;
}

double Road::DesiredGap(const Body& body, const Body& front) const {
  const double ab = -model_.comfort_acceleration * model_.comfort_braking;
  const double dv = Dot(body.velocity - front.velocity, body.direction);
  return model_.distance_wanted + body.speed * kTimeWanted +
         body.speed * dv / (2 * std::sqrt(ab));
}

void Road::ChangeLane(Body* body) const {
  if (body->lane != body->target_lane) {
    if (network.RoadOf(body->lane) == network.RoadOf(body->target_lane)) {
      AbortLaneChange(body);
    }
    return;
  }
  if (!(kLaneChangeDelay < body->timer)) {
    return;
  }
  body->timer = 0;
  const Network::Road& road = network.RoadAt(body->lane);
  for (const int lane : {body->lane - 1, body->lane + 1}) {
    if (lane < road.first_lane || lane >= road.first_lane + road.num_lanes ||
        !network.lane(lane).IsReachableFrom(body->position) ||
        std::abs(body->speed) < 1) {
      continue;
    }
    if (WantsLane(*body, lane)) {
      body->target_lane = lane;
    }
  }
}

void Road::AbortLaneChange(Body* body) const {
  for (const Body& other : vehicles) {
    if (&other == body || other.lane == body->target_lane ||
        other.target_lane != body->target_lane) {
      continue;
    }
    const double distance = DistanceAlongLane(*body, other);
    if (0 < distance && distance < DesiredGap(*body, other)) {
      body->target_lane = body->lane;
      return;
    }
  }
}

bool Road::WantsLane(const Body& body, int lane) const {
  const Neighbours side = FindNeighbours(body, lane);
  const double follower = Accelerate(body, side.rear, side.front);
  const double follower_then = Accelerate(body, side.rear, &body);
  if (follower_then < -kMaxBrakingImposed) {
    return false;
  }
  const double then = Accelerate(body, &body, side.front);
  if (!body.route.empty() && body.route.begin()->lane >= 0) {
    const int now = network.IdOf(body.target_lane);
    return SignOf(network.IdOf(lane) - now) ==
               SignOf(body.route.begin()->lane - now) &&
           !(then < -kMaxBrakingImposed);
  }
  const Neighbours old = FindNeighbours(body, body.lane);
  const double before = Accelerate(body, &body, old.front);
  const double old_follower = Accelerate(body, old.rear, &body);
  const double old_follower_then = Accelerate(body, old.rear, old.front);
  const double gain = then - before +
                      kPoliteness * (follower_then - follower +
                                     old_follower_then - old_follower);
  return !(gain < kMinGain);
}

void Road::EnforceRules() {
  for (Body& body : vehicles) {
    if (body.is_yielding) {
      body.target_speed = network.lane(body.lane).speed_limit;
      body.is_yielding = false;
    }
  }
  for (std::size_t i = 0; i < vehicles.size(); ++i) {
    for (std::size_t j = i + 1; j < vehicles.size(); ++j) {
      Body& a = vehicles[i];
      Body& b = vehicles[j];
      if (!MayConflict(a, b)) {
        continue;
      }
      const int first = network.lane(a.lane).priority;
      const int second = network.lane(b.lane).priority;
      const Vec way = b.position - a.position;
      const bool is_behind =
          Dot(a.direction, way) > Dot(b.direction, a.position - b.position);
      Body& yielding = first < second || (first == second && is_behind) ? a : b;
      if (yielding.kind == Kind::kTraffic) {
        yielding.target_speed = 0;
        yielding.is_yielding = true;
      }
    }
  }
}

Box Road::PredictSteered(const Body& body, double time) const {
  Body copy = body;
  copy.acceleration = 0;
  for (double t = 0; t < time; t += kPredictionStep) {
    MoveFreely(&copy, kPredictionStep);
  }
  return {copy.position, 1.5 * kVehicleLength, 0.9 * kVehicleWidth,
          copy.heading};
}

Box Road::Predict(const Body& body, double time) const {
  if (body.is_steered()) {
    return PredictSteered(body, time);
  }
  double s =
      network.lane(body.lane).Locate(body.position).s + body.speed * time;
  const RouteStep here{static_cast<std::int16_t>(network.RoadOf(body.lane)),
                       static_cast<std::int16_t>(network.IdOf(body.lane))};
  const RouteStep* step = body.route.empty() ? &here : body.route.begin();
  const RouteStep* end = body.route.empty() ? &here + 1 : body.route.end();
  const auto lane_of = [&](const RouteStep& at) -> const Lane& {
    const int id = at.lane >= 0 ? at.lane : here.lane;
    return network.lane(network.road(at.road).first_lane + id);
  };
  while (end - step > 1 && s > lane_of(*step).length) {
    s -= lane_of(*step).length;
    ++step;
  }
  const Lane& lane = lane_of(*step);
  return {lane.Position(s, 0), 1.5 * kVehicleLength, 0.9 * kVehicleWidth,
          lane.HeadingAt(s)};
}

bool Road::MayConflict(const Body& a, const Body& b) const {
  constexpr int kTimes = 11;
  for (int i = 1; i <= kTimes; ++i) {
    const Box box_a = Predict(a, i * kPredictionStep);
    const Box box_b = Predict(b, i * kPredictionStep);
    if (!(Norm(box_b.center - box_a.center) > kVehicleLength) &&
        Overlap(box_a, box_b)) {
      return true;
    }
  }
  return false;
}

}  // namespace envpool::highway
