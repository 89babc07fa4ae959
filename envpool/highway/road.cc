// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/highway/road.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace envpool::highway {

namespace {

constexpr double kHeadingGain = 1 / 0.2;
constexpr double kLateralGain = 1 / 0.6;
constexpr double kSpeedGain = 1 / 0.6;
constexpr double kPursuitTime = 0.5 * 0.2;
constexpr double kMaxSteering = kPi / 3;

}  // namespace

Body Road::Make(Kind kind, Vec position, double heading, double speed) const {
  Body body;
  body.kind = kind;
  body.position = position;
  body.heading = heading;
  body.speed = speed;
  body.UpdateVelocity();
  body.lane = network.ClosestLane(position, heading);
  body.target_lane = body.lane;
  body.target_speed = speed;
  return body;
}

Body Road::MakeSteered(Kind kind, Vec position, double heading,
                       double speed) const {
  Body body = Make(kind, position, heading, speed);
  body.target_speed = 0;
  return body;
}

Body Road::MakeDriven(Vec position, double heading, double speed) const {
  if (agent.kind != Kind::kDriven) {
    Body body = MakeSteered(agent.kind, position, heading, speed);
    body.is_agent = true;
    return body;
  }
  Body body = Make(Kind::kDriven, position, heading, speed);
  body.is_agent = true;
  body.speed_index = SpeedIndex(body.target_speed);
  body.target_speed =
      target_speeds_[static_cast<std::size_t>(body.speed_index)];
  return body;
}

Body Road::MakeTraffic(Vec position, double heading, double speed) const {
  Body body = Make(Kind::kTraffic, position, heading, speed);
  body.timer = FloorMod((position.x + position.y) * kPi, 1.0);
  return body;
}

Body Road::MakeOnLane(int lane, double s, double speed) const {
  const Lane& on = network.lane(lane);
  return MakeTraffic(on.Position(s, 0), on.HeadingAt(s), speed);
}

void Road::AddObstacle(Vec position, Kind kind, double heading) {
  obstacles.push_back(Make(kind, position, heading, 0));
}

int Road::SpeedIndex(double speed) const {
  const double last = static_cast<double>(target_speeds_.size()) - 1;
  const double x = (speed - target_speeds_.front()) /
                   (target_speeds_.back() - target_speeds_.front());
  return static_cast<int>(std::clamp(std::nearbyint(x * last), 0.0, last));
}

void Road::Drive(Body* body, Manoeuvre manoeuvre) const {
  if (manoeuvre == Manoeuvre::kFaster || manoeuvre == Manoeuvre::kSlower) {
    const int change = manoeuvre == Manoeuvre::kFaster ? 1 : -1;
    const int last = static_cast<int>(target_speeds_.size()) - 1;
    body->speed_index = std::clamp(SpeedIndex(body->speed) + change, 0, last);
    body->target_speed =
        target_speeds_[static_cast<std::size_t>(body->speed_index)];
  }
  FollowRoad(body);
  if (manoeuvre == Manoeuvre::kLaneLeft || manoeuvre == Manoeuvre::kLaneRight) {
    const Network::Road& road = network.RoadAt(body->target_lane);
    const int change = manoeuvre == Manoeuvre::kLaneRight ? 1 : -1;
    const int lane = std::clamp(body->target_lane + change, road.first_lane,
                                road.first_lane + road.num_lanes - 1);
    if (network.lane(lane).IsReachableFrom(body->position)) {
      body->target_lane = lane;
    }
  }
  Steer(body);
  body->acceleration = kSpeedGain * (body->target_speed - body->speed);
}

void Road::FollowRoad(Body* body) const {
  if (network.lane(body->target_lane).IsAfterEnd(body->position)) {
    body->target_lane =
        network.NextLane(body->target_lane, body->position, &body->route);
  }
}

void Road::Steer(Body* body) const {
  const Lane& lane = network.lane(body->target_lane);
  const Along at = lane.Locate(body->position);
  const double future_heading =
      lane.HeadingAt(at.s + body->speed * kPursuitTime);
  const double lateral_speed = -kLateralGain * at.lat;
  const double speed = NotZero(body->speed);
  const double turn = Asin(std::clamp(lateral_speed / speed, -1.0, 1.0));
  const double wanted = future_heading + std::clamp(turn, -kPi / 4, kPi / 4);
  const double rate = kHeadingGain * WrapToPi(wanted - body->heading);
  const double slip =
      Asin(std::clamp(kVehicleLength / 2 / speed * rate, -1.0, 1.0));
  body->steering = std::clamp(Atan(2 * Tan(slip)), -kMaxSteering, kMaxSteering);
}

void Road::Act() {
  for (LaneList& list : lists_) {
    list.Clear();
  }
  for (Body& body : vehicles) {
    if (body.kind == Kind::kDriven) {
      Drive(&body, Manoeuvre::kIdle);
    } else if (body.kind == Kind::kTraffic && !body.crashed) {
      ActTraffic(&body);
    }
  }
}

void Road::Move(Body* body, double dt) const {
  MoveFreely(body, dt);
  body->lane = network.ClosestLane(body->position, body->heading);
  if (body->is_steered()) {
    body->target_lane = body->lane;
  }
}

void Road::MoveFreely(Body* body, double dt) const {
  if (body->kind == Kind::kTraffic) {
    body->timer += dt;
  }
  if (body->crashed) {
    body->steering = 0;
    body->acceleration = -1.0 * body->speed;
  }
  const Range speeds =
      body->is_agent ? agent.speeds : Range{-kMaxSpeed, kMaxSpeed};
  if (body->speed > speeds.high) {
    body->acceleration =
        std::min(body->acceleration, 1.0 * (speeds.high - body->speed));
  } else if (body->speed < speeds.low) {
    body->acceleration =
        std::max(body->acceleration, 1.0 * (speeds.low - body->speed));
  }
  if (body->kind == Kind::kSliding) {
    Slide(body, dt);
    return;
  }
  const double slip = Atan(0.5 * Tan(body->steering));
  const Vec way = slip == 0 ? body->velocity
                            : body->speed * Direction(body->heading + slip);
  body->position = body->position + Vec{way.x * dt, way.y * dt};
  if (body->has_impact) {
    body->position = body->position + body->impact;
    body->crashed = true;
    body->has_impact = false;
  }
  body->heading += body->speed * Sin(slip) / (kVehicleLength / 2) * dt;
  body->speed += body->acceleration * dt;
  body->UpdateVelocity();
}

void Road::Step(double dt) {
  if (is_regulated_) {
    constexpr int kFrequency = 2;
    ++steps;
    if (steps % static_cast<int>(1 / dt / kFrequency) == 0) {
      EnforceRules();
    }
  }
  for (Body& body : vehicles) {
    Move(&body, dt);
  }
  FindCollisions(dt);
}

void Road::FindCollisions(double dt) {
  // Most pairs are far apart along x: blocks of them are sorted out together.
  constexpr std::size_t kBlock = 8;
  constexpr double kDiagonal = 5.4;  // of a vehicle, rounded up
  xs_.assign(vehicles.size() + kBlock, std::numeric_limits<double>::infinity());
  std::ranges::transform(vehicles, xs_.begin(),
                         [](const Body& body) { return body.position.x; });
  for (std::size_t i = 0; i < vehicles.size(); ++i) {
    const double x = xs_[i];
    const double reach = kDiagonal + vehicles[i].speed * dt;
    for (std::size_t j = i + 1; j < vehicles.size(); j += kBlock) {
      double nearest = std::numeric_limits<double>::infinity();
      for (std::size_t k = 0; k < kBlock; ++k) {
        const double distance = std::abs(xs_[j + k] - x);
        nearest = distance < nearest ? distance : nearest;
      }
      if (nearest > reach) {
        continue;
      }
      const std::size_t end = std::min(j + kBlock, vehicles.size());
      for (std::size_t k = j; k < end; ++k) {
        Collide(&vehicles[i], &vehicles[k], dt);
      }
    }
    for (Body& obstacle : obstacles) {
      Collide(&vehicles[i], &obstacle, dt);
    }
  }
}

Road::Neighbours Road::FindNeighbours(const Body& body, int lane) const {
  const LaneList& list = ListOf(lane);
  const auto body_at = [this](int number) -> const Body* {
    if (number == LaneList::kNobody) {
      return nullptr;
    }
    const auto index = static_cast<std::size_t>(number);
    return index < vehicles.size() ? &vehicles[index]
                                   : &obstacles[index - vehicles.size()];
  };
  const double s = network.lane(lane).Locate(body.position).s;
  const int self = static_cast<int>(&body - vehicles.data());
  return {body_at(list.Front(s, self)), body_at(list.Rear(s, self))};
}

const LaneList& Road::ListOf(int lane_index) const {
  LaneList& list = lists_[static_cast<std::size_t>(lane_index)];
  if (list.is_known()) {
    return list;
  }
  constexpr double kMargin = 1;
  struct Part {
    const Lane* lane;
    double offset;
  };
  const Lane& lane = network.lane(lane_index);
  std::array<Part, 16> parts{Part{&lane, 0}};
  std::size_t num_parts = 1;
  if (connects_lanes_) {
    const Network::Road& road = network.RoadAt(lane_index);
    const int id = network.IdOf(lane_index);
    const auto lane_of = [&](int index) -> const Lane* {
      const Network::Road& other = network.road(index);
      return &network.lane(other.first_lane + (id < other.num_lanes ? id : 0));
    };
    for (const int next : network.RoadsFrom(road.to)) {
      parts.at(num_parts++) = {lane_of(next), lane.length};
    }
    for (const int previous : network.RoadsTo(road.from)) {
      const Lane* part = lane_of(previous);
      parts.at(num_parts++) = {part, -part->length};
    }
  }
  int number = 0;
  for (const std::vector<Body>* bodies : {&vehicles, &obstacles}) {
    for (const Body& body : *bodies) {
      for (std::size_t i = 0; i < num_parts; ++i) {
        const Along at = parts[i].lane->Locate(body.position);
        if (parts[i].lane->IsOn(at, kMargin)) {
          list.Add({at.s + parts[i].offset, number});
          break;
        }
      }
      ++number;
    }
  }
  list.Sort();
  return list;
}

}  // namespace envpool::highway
