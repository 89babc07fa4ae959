// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Road: a network with vehicles and obstacles, what agents do with their
// vehicles, and rules of priority. How vehicles drive is in fleet.h.
//
// Threads: one at a time. Errors: none.

#ifndef ENVPOOL_HIGHWAY_ROAD_H_
#define ENVPOOL_HIGHWAY_ROAD_H_

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "envpool/core/state_io.h"
#include "envpool/highway/body.h"
#include "envpool/highway/driver_model.h"
#include "envpool/highway/network.h"
#include "envpool/highway/steering.h"

namespace envpool::highway {

/// What an agent does; the values are those of the official env's actions.
enum class Manoeuvre { kLaneLeft, kIdle, kLaneRight, kFaster, kSlower };

class Fleet;

class Road {
 public:
  Road(Network net, std::vector<double> target_speeds, bool connects_lanes,
       bool is_regulated, DriverModel model);
  ~Road();
  Road(const Road&) = delete;
  Road& operator=(const Road&) = delete;

  void Clear() {
    vehicles.clear();
    for (Body& obstacle : obstacles) {
      obstacle.crashed = false;
    }
    steps = 0;
  }

  /// Vehicles that are not on the road yet; the first is an agent's.
  [[nodiscard]] Body MakeDriven(Vec position, double heading,
                                double speed) const;
  [[nodiscard]] Body MakeTraffic(Vec position, double heading,
                                 double speed) const;
  /// Traffic in the middle of a lane.
  [[nodiscard]] Body MakeOnLane(int lane, double s, double speed) const;
  /// A vehicle without a controller.
  [[nodiscard]] Body MakeSteered(Kind kind, Vec position, double heading,
                                 double speed) const;
  void AddObstacle(Vec position, Kind kind = Kind::kObstacle,
                   double heading = 0);
  /// Vehicles without a controller have no routes.
  void PlanRoute(Body* body, int goal) const {
    if (!body->is_steered()) {
      body->route = network.Plan(body->lane, goal);
    }
  }

  /// Lets the agent's vehicle do something.
  void Drive(Body* body, Manoeuvre manoeuvre) const;
  /// All vehicles decide and move, for a number of frames.
  void Run(int frames, double dt);

  [[nodiscard]] double DistanceAlongLane(const Body& from,
                                         const Body& to) const {
    const Lane& lane = network.lane(from.lane);
    return lane.Locate(to.position).s - lane.Locate(from.position).s;
  }
  /// The goal of an agent, where agents have goals: goals are the first
  /// obstacles, in the order of agents.
  [[nodiscard]] const Body& GoalOf(const Body& ego) const;
  [[nodiscard]] int SpeedIndex(double speed) const;
  [[nodiscard]] const std::vector<double>& target_speeds() const {
    return target_speeds_;
  }
  /// The number of lanes of the road with a lane.
  [[nodiscard]] int NumSideLanes(int lane) const {
    return network.RoadAt(lane).num_lanes;
  }
  [[nodiscard]] bool IsOnRoad(const Body& body) const {
    const Lane& lane = network.lane(body.lane);
    return lane.IsOn(lane.Locate(body.position));
  }

  void Save(StateWriter* writer) const;
  void Load(StateReader* reader);

  /// The vehicles of agents.
  struct Agent {
    Kind kind{Kind::kDriven};
    Range speeds{-kMaxSpeed, kMaxSpeed};
    int count{1};
  };

  Network network;
  Agent agent;
  std::vector<Body> vehicles;
  std::vector<Body> obstacles;
  std::int64_t steps{0};
  std::int32_t reference_lane{0};  // that the agent should keep to, if any

 private:
  [[nodiscard]] Body Make(Kind kind, Vec position, double heading,
                          double speed) const;
  void FollowRoad(Body* body) const;

  void EnforceRules();
  /// The boxes of a vehicle in the near future, and bounds of their centers.
  struct Future {
    std::array<Box, 11> boxes;
    Vec low;
    Vec high;
  };
  [[nodiscard]] Future Predict(const Body& body) const;
  [[nodiscard]] Box PredictSteered(const Body& body, double time) const;
  /// The box of a vehicle at `s` on its way.
  [[nodiscard]] Box PredictAt(const Body& body, double s) const;
  [[nodiscard]] static bool MayConflict(const Future& a, const Future& b);
  void Yield(Body* a, Body* b) const;

  std::vector<double> target_speeds_;
  bool is_regulated_;
  std::unique_ptr<Fleet> fleet_;
  std::vector<Future> futures_;
};

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_ROAD_H_
