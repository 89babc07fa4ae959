// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/highway/scenario.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace envpool::highway {

Body Scenario::MakeRandom(const Road& road, int lane_index, double speed,
                          double spacing, Generator* rng) {
  const Lane& lane = road.network.lane(lane_index);
  const double offset = spacing * (12 + 1.0 * speed) *
                        std::exp(-5.0 / 40 * road.NumSideLanes(lane_index));
  double s = 3 * offset;
  if (!road.vehicles.empty()) {
    s = -std::numeric_limits<double>::infinity();
    for (const Body& body : road.vehicles) {
      s = std::max(s, lane.Locate(body.position).s);
    }
  }
  s += offset * rng->Uniform(0.9, 1.1);
  return road.MakeOnLane(lane_index, s, speed);
}

namespace {

struct Entry {
  MakeScenarioFn make;
  std::vector<Term> terms;
};

const Entry& Find(const std::string& name) {
  const std::vector<Term> merge{kCollision, kRightLane, kHighSpeed, kLaneChange,
                                kMergingSpeed};
  const std::vector<Term> roundabout{kCollision, kHighSpeed, kLaneChange,
                                     kOnRoad};
  const std::vector<Term> racetrack{kLaneCentering, kAction, kCollision,
                                    kOnRoad};
  static const std::map<std::string, Entry> kEntries{
      {"highway", {MakeHighway, {kCollision, kRightLane, kHighSpeed, kOnRoad}}},
      {"exit", {MakeExit, {kCollision, kGoal, kHighSpeed, kRightLane}}},
      {"merge", {MakeMerge, merge}},
      {"merge_generic", {MakeMergeGeneric, merge}},
      {"two_way", {MakeTwoWay, {kHighSpeed, kLeftLane}}},
      {"u_turn", {MakeUTurn, {kCollision, kLeftLane, kHighSpeed, kOnRoad}}},
      {"roundabout", {MakeRoundabout, roundabout}},
      {"roundabout_generic", {MakeRoundaboutGeneric, roundabout}},
      {"intersection",
       {MakeIntersection, {kCollision, kHighSpeed, kArrived, kOnRoad}}},
      {"parking", {MakeParking, {}}},
      {"racetrack", {MakeRacetrack, racetrack}},
      {"racetrack_large", {MakeRacetrackLarge, racetrack}},
      {"racetrack_oval", {MakeRacetrackOval, racetrack}},
      {"lane_keeping", {MakeLaneKeeping, {}}},
  };
  const auto found = kEntries.find(name);
  if (found == kEntries.end()) {
    throw std::invalid_argument("scenario: expected a known name, got \"" +
                                name + "\"");
  }
  return found->second;
}

}  // namespace

bool HasTerm(const std::string& scenario, Term term) {
  return std::ranges::count(Find(scenario).terms, term) > 0;
}

std::unique_ptr<Scenario> MakeScenario(const Options& options) {
  return Find(options.scenario).make(options);
}

}  // namespace envpool::highway
