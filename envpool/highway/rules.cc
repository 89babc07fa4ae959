// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Rules of priority at intersections.

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "envpool/highway/road.h"

namespace envpool::highway {

namespace {

constexpr double kTimeStep = 0.25;

}  // namespace

Box Road::PredictSteered(const Body& body, double time) const {
  Body copy = body;
  copy.acceleration = 0;
  for (double t = 0; t < time; t += kTimeStep) {
    MoveSteered(body.is_agent ? agent.speeds : kUsualSpeeds, kTimeStep, &copy);
  }
  return {copy.position, 1.5 * kVehicleLength, 0.9 * kVehicleWidth,
          copy.heading};
}

Road::Future Road::Predict(const Body& body) const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Future future{{}, {kInfinity, kInfinity}, {-kInfinity, -kInfinity}};
  const double s = network.lane(body.lane).Locate(body.position).s;
  for (std::size_t i = 0; i < future.boxes.size(); ++i) {
    const double time = static_cast<double>(i + 1) * kTimeStep;
    const Box box = body.is_steered() ? PredictSteered(body, time)
                                      : PredictAt(body, s + body.speed * time);
    future.boxes[i] = box;
    future.low = {std::min(future.low.x, box.center.x),
                  std::min(future.low.y, box.center.y)};
    future.high = {std::max(future.high.x, box.center.x),
                   std::max(future.high.y, box.center.y)};
  }
  return future;
}

bool Road::MayConflict(const Future& a, const Future& b) {
  // Boxes with centers farther apart do not conflict.
  constexpr double kReach = kVehicleLength * 1.001;
  if (a.low.x > b.high.x + kReach || b.low.x > a.high.x + kReach ||
      a.low.y > b.high.y + kReach || b.low.y > a.high.y + kReach) {
    return false;
  }
  for (std::size_t i = 0; i < a.boxes.size(); ++i) {
    const Box& box_a = a.boxes[i];
    const Box& box_b = b.boxes[i];
    if (!(Norm(box_b.center - box_a.center) > kVehicleLength) &&
        Overlap(box_a, box_b)) {
      return true;
    }
  }
  return false;
}

void Road::EnforceRules() {
  futures_.clear();
  for (Body& body : vehicles) {
    if (body.is_yielding) {
      body.target_speed = network.lane(body.lane).speed_limit;
      body.is_yielding = false;
    }
    futures_.push_back(Predict(body));
  }
  for (std::size_t i = 0; i < vehicles.size(); ++i) {
    for (std::size_t j = i + 1; j < vehicles.size(); ++j) {
      if (MayConflict(futures_[i], futures_[j])) {
        Yield(&vehicles[i], &vehicles[j]);
      }
    }
  }
}

void Road::Yield(Body* a, Body* b) const {
  const int first = network.lane(a->lane).priority;
  const int second = network.lane(b->lane).priority;
  const Vec way = b->position - a->position;
  const bool is_behind =
      Dot(a->direction, way) > Dot(b->direction, a->position - b->position);
  Body& yielding = first < second || (first == second && is_behind) ? *a : *b;
  if (yielding.kind == Kind::kTraffic) {
    yielding.target_speed = 0;
    yielding.is_yielding = true;
  }
}

Box Road::PredictAt(const Body& body, double s) const {
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

}  // namespace envpool::highway
