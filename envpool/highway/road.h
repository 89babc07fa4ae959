// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Road: a network with vehicles and obstacles, and how they drive: the
// low-level controllers of highway-env, IDM (speed), MOBIL (lanes), rules of
// priority.
//
// Threads: one at a time. Errors: none.

#ifndef ENVPOOL_HIGHWAY_ROAD_H_
#define ENVPOOL_HIGHWAY_ROAD_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "envpool/core/state_io.h"
#include "envpool/highway/body.h"
#include "envpool/highway/lane_lists.h"
#include "envpool/highway/network.h"
#include "envpool/highway/steering.h"

namespace envpool::highway {

/// Parameters of the Intelligent Driver Model.
struct DriverModel {
  double comfort_acceleration{3.0};
  double comfort_braking{-5.0};
  double distance_wanted{10.0};
};

/// What an agent does; the values are those of the official env's actions.
enum class Manoeuvre { kLaneLeft, kIdle, kLaneRight, kFaster, kSlower };

class Road {
 public:
  struct Neighbours {
    const Body* front{nullptr};
    const Body* rear{nullptr};
  };

  Road(Network net, std::vector<double> target_speeds, bool connects_lanes,
       bool is_regulated, DriverModel model)
      : network(std::move(net)),
        model_(model),
        target_speeds_(std::move(target_speeds)),
        connects_lanes_(connects_lanes),
        is_regulated_(is_regulated),
        lists_(static_cast<std::size_t>(network.num_lanes())) {}

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
  /// All vehicles decide.
  void Act();
  /// All vehicles move.
  void Step(double dt);

  [[nodiscard]] Neighbours FindNeighbours(const Body& body, int lane) const;
  [[nodiscard]] double DistanceAlongLane(const Body& from,
                                         const Body& to) const {
    const Lane& lane = network.lane(from.lane);
    return lane.Locate(to.position).s - lane.Locate(from.position).s;
  }
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
  void Steer(Body* body) const;
  void ControlDriven(Body* body) const;
  void ActTraffic(Body* body) const;
  void Move(Body* body, double dt) const;
  void MoveFreely(Body* body, double dt) const;

  [[nodiscard]] double Accelerate(const Body& judge, const Body* body,
                                  const Body* front) const;
  [[nodiscard]] double DesiredGap(const Body& body, const Body& front) const;
  void ChangeLane(Body* body) const;
  [[nodiscard]] bool WantsLane(const Body& body, int lane) const;
  void AbortLaneChange(Body* body) const;

  void FindCollisions(double dt);
  [[nodiscard]] const LaneList& ListOf(int lane) const;

  void EnforceRules();
  [[nodiscard]] bool MayConflict(const Body& a, const Body& b) const;
  [[nodiscard]] Box Predict(const Body& body, double time) const;
  [[nodiscard]] Box PredictSteered(const Body& body, double time) const;

  DriverModel model_;
  std::vector<double> target_speeds_;
  bool connects_lanes_;
  bool is_regulated_;
  mutable std::vector<LaneList> lists_;  // by lane; filled when needed
  std::vector<double> xs_;
};

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_ROAD_H_
