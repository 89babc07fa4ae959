// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Saved states of roads. A network follows from the config and is not saved.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "envpool/highway/road.h"

namespace envpool::highway {

namespace {

/// Calls `visit` with each number of a body that may have any value.
template <typename BodyT, typename Visit>
void VisitNumbers(BodyT* body, const Visit& visit) {
  for (auto* vec :
       {&body->position, &body->direction, &body->velocity, &body->impact}) {
    visit(&vec->x);
    visit(&vec->y);
  }
  for (auto* number :
       {&body->heading, &body->speed, &body->steering, &body->acceleration,
        &body->target_speed, &body->timer, &body->exponent,
        &body->lateral_speed, &body->yaw_rate, &body->wall_length}) {
    visit(number);
  }
}

template <typename BodyT, typename Visit>
void VisitFlags(BodyT* body, const Visit& visit) {
  for (auto* flag :
       {&body->crashed, &body->has_impact, &body->checks_collisions,
        &body->changes_lanes, &body->is_yielding, &body->is_agent}) {
    visit(flag);
  }
}

void SaveBody(const Body& body, StateWriter* writer) {
  VisitNumbers(&body, [writer](const double* x) { writer->Write(*x); });
  VisitFlags(&body, [writer](const bool* x) { writer->Write(*x); });
  writer->Write(static_cast<std::int8_t>(body.kind));
  writer->Write(body.lane);
  writer->Write(body.target_lane);
  writer->Write(body.speed_index);
  writer->Write(body.route.size);
  for (const RouteStep& step : body.route) {
    writer->Write(step.road);
    writer->Write(step.lane);
  }
}

void LoadRoute(const Network& net, StateReader* reader, Route* route) {
  *route = {};
  std::int32_t size = 0;
  reader->Read(&size, 0, Route::kMaxSteps);
  for (std::int32_t i = 0; i < size; ++i) {
    RouteStep step{};
    reader->Read(&step.road, 0, static_cast<std::int16_t>(net.num_roads() - 1));
    reader->Read(&step.lane, -1,
                 static_cast<std::int16_t>(net.road(step.road).num_lanes - 1));
    route->Add(step);
  }
}

}  // namespace

void Road::Save(StateWriter* writer) const {
  writer->Write(steps);
  writer->Write(reference_lane);
  writer->Write(static_cast<std::int32_t>(vehicles.size()));
  for (const std::vector<Body>* bodies : {&vehicles, &obstacles}) {
    for (const Body& body : *bodies) {
      SaveBody(body, writer);
    }
  }
}

void Road::Load(StateReader* reader) {
  constexpr std::int32_t kMaxVehicles = 100000;
  const auto load = [this, reader](Body* body) {
    VisitNumbers(body, [reader](double* x) {
      reader->Read(x);
      reader->Require(std::isfinite(*x));
    });
    VisitFlags(body, [reader](bool* x) { reader->Read(x); });
    std::int8_t kind = 0;
    reader->Read(&kind, 0, static_cast<std::int8_t>(Kind::kSliding));
    body->kind = static_cast<Kind>(kind);
    reader->Read(&body->lane, 0, network.num_lanes() - 1);
    reader->Read(&body->target_lane, 0, network.num_lanes() - 1);
    reader->Read(&body->speed_index, 0,
                 static_cast<int>(target_speeds_.size()) - 1);
    LoadRoute(network, reader, &body->route);
  };
  reader->Read(&steps);
  reader->Read(&reference_lane, 0, network.num_lanes() - 1);
  std::int32_t count = 0;
  reader->Read(&count, 0, kMaxVehicles);
  vehicles.clear();
  for (std::int32_t i = 0; i < count; ++i) {
    load(&vehicles.emplace_back());
  }
  for (Body& obstacle : obstacles) {
    // A refused state leaves obstacles what they are: the next state is
    // compared with them.
    Body loaded = obstacle;
    load(&loaded);
    reader->Require(loaded.kind == obstacle.kind &&
                    loaded.wall_length == obstacle.wall_length);
    obstacle = loaded;
  }
  const auto is_wrong = [this](const Body& body) {
    return !body.is_vehicle() || (body.is_agent && body.kind != agent.kind);
  };
  reader->Require(std::ranges::none_of(vehicles, is_wrong) &&
                  std::ranges::count(vehicles, true, &Body::is_agent) ==
                      agent.count);
}

}  // namespace envpool::highway
