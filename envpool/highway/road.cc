// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/highway/road.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "envpool/highway/fleet.h"

namespace envpool::highway {

Road::Road(Network net, std::vector<double> target_speeds, bool connects_lanes,
           bool is_regulated, DriverModel model)
    : network(std::move(net)),
      target_speeds_(std::move(target_speeds)),
      is_regulated_(is_regulated),
      fleet_(std::make_unique<Fleet>(network, model, connects_lanes)) {}

Road::~Road() = default;

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

const Body& Road::GoalOf(const Body& ego) const {
  std::size_t number = 0;
  for (const Body* body = vehicles.data(); body != &ego; ++body) {
    number += body->is_agent ? 1 : 0;
  }
  return obstacles[number];
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
}

void Road::FollowRoad(Body* body) const {
  if (network.lane(body->target_lane).IsAfterEnd(body->position)) {
    body->target_lane =
        network.NextLane(body->target_lane, body->position, &body->route);
  }
}

void Road::Run(int frames, double dt) {
  constexpr int kRuleFrequency = 2;
  if (!is_regulated_ && std::ranges::all_of(vehicles, &Body::is_steered)) {
    for (int frame = 0; frame < frames; ++frame) {
      fleet_->MoveOnlySteered(agent.speeds, dt, &vehicles, &obstacles);
    }
    return;
  }
  fleet_->Load(agent.speeds, &vehicles, &obstacles);
  for (int frame = 0; frame < frames; ++frame) {
    fleet_->Decide();
    if (is_regulated_) {
      ++steps;
      if (steps % static_cast<int>(1 / dt / kRuleFrequency) == 0) {
        fleet_->Store();
        EnforceRules();
        fleet_->LoadTargetSpeeds();
      }
    }
    fleet_->Move(dt);
  }
  fleet_->Store();
}

}  // namespace envpool::highway
