// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Fleet: the bodies of a road while they drive, in columns. Traffic follows
// IDM (speed) and MOBIL (lanes); see traffic.cc.
//
// Threads: one at a time. Errors: none.

#ifndef ENVPOOL_HIGHWAY_FLEET_H_
#define ENVPOOL_HIGHWAY_FLEET_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "envpool/highway/body.h"
#include "envpool/highway/columns.h"
#include "envpool/highway/lane_lists.h"
#include "envpool/highway/network.h"

namespace envpool::highway {

class Fleet {
 public:
  /// Keeps a reference to the network.
  Fleet(const Network& network, DriverModel model, bool connects_lanes);

  /// Loads the bodies; call it before the functions below and after changes of
  /// the vectors. Keeps pointers to the vectors until Store. `speeds` is the
  /// range of agents' speeds.
  void Load(Range speeds, std::vector<Body>* vehicles,
            std::vector<Body>* obstacles);
  /// Writes the numbers of vehicles back.
  void Store();
  /// Loads the target speeds again.
  void LoadTargetSpeeds();

  /// All vehicles decide.
  void Decide();
  /// All vehicles move; sees which of them crash.
  void Move(double dt);

  /// Moves all vehicles without loading them. None may have a controller.
  void MoveOnlySteered(Range speeds, double dt, std::vector<Body>* vehicles,
                       std::vector<Body>* obstacles) const;

 private:
  [[nodiscard]] Body& body(std::size_t i) const {
    return i < num_vehicles_ ? (*vehicles_)[i]
                             : (*obstacles_)[i - num_vehicles_];
  }

  // Decisions, in traffic.cc.
  void DecideLane(std::size_t i);
  void ChangeLane(std::size_t i);
  [[nodiscard]] bool WantsLane(std::size_t i, int lane);
  void AbortLaneChange(std::size_t i);
  void FollowFront(std::size_t i);
  [[nodiscard]] double DistanceAlongLane(std::size_t from,
                                         std::size_t to) const;
  [[nodiscard]] double DesiredGap(std::size_t i, std::size_t front) const;
  [[nodiscard]] double BrakingBehind(std::size_t i, std::size_t front) const;
  [[nodiscard]] double Accelerate(std::size_t i, int front) const;
  [[nodiscard]] bool IsSafeFor(int rear, std::size_t front) const;
  /// Where a body is along a lane.
  [[nodiscard]] double AlongLane(std::size_t i, int lane) const;
  [[nodiscard]] const LaneList::Place* FindFront(std::size_t i, int lane);

  void AddBox(int lane);
  void Resize();
  void FindOnStraightLanes();
  void FindLanes();
  void FindInBoxes(std::size_t i);
  void ListNearBodies();
  const LaneList& ListOf(int lane);
  void FindBodies(int lane);
  void FindBodiesBeyond(int lane);
  [[nodiscard]] bool FindOnBoxed(int lane, std::size_t i, double* s) const;
  void Push();
  void LoadPlace(std::size_t i);
  void MoveSteeredVehicles(double dt);
  void StorePlace(std::size_t i);
  void FindCollisions(double dt);
  void FindPairs(double dt);
  void FindPairsOfChecking(double dt);
  [[nodiscard]] bool IsWithinReach(std::size_t i, std::size_t j,
                                   double dt) const;
  void Crash(std::size_t i);

  const Network& network_;
  const DriverModel model_;
  const bool connects_lanes_;
  const ColumnLoops& loops_;

  /// On networks with few lanes, all bodies are compared with a straight lane
  /// at once. On others, a body is compared with the lanes around it: those
  /// with a box that contains it.
  static constexpr int kFewLanes = 8;
  std::vector<StraightLane> straight_;
  std::vector<int> boxed_;   // the other lanes
  Boxes boxes_;              // around them
  std::vector<int> box_of_;  // by lane; -1 if it has none

  std::vector<Body>* vehicles_{nullptr};
  std::vector<Body>* obstacles_{nullptr};
  std::size_t num_vehicles_{0};
  std::size_t sized_vehicles_{0};
  Columns columns_;
  // By body.
  std::vector<std::int32_t> lane_;
  std::vector<std::int32_t> target_lane_;
  std::vector<std::uint8_t> decides_;
  std::vector<std::uint8_t> changes_lanes_;
  std::vector<std::int32_t> place_in_list_;  // of its lane
  std::vector<std::size_t> pushed_;          // bodies with an impact
  std::vector<std::size_t> steered_;         // vehicles without a controller
  std::vector<std::size_t> changing_;        // between lanes
  std::vector<std::size_t> checking_;        // for collisions
  static constexpr std::size_t kFewChecking = 6;

  static constexpr std::size_t kWord = 64;
  std::vector<OnLane> on_;                     // by lane, if in straight_
  std::vector<std::vector<Mask>> near_lanes_;  // by word of lanes
  // By lane, if in straight_: the bodies on it or near it.
  std::vector<std::vector<std::uint64_t>> near_bodies_;
  std::vector<std::uint64_t> all_bodies_;
  std::vector<LaneList> lists_;  // by lane
  std::vector<std::int64_t> list_frame_;
  std::int64_t frame_{0};
  Found found_;
  Columns::Numbers found_s_;
  std::vector<std::uint8_t> found_beyond_;
  std::vector<std::uint8_t> none_beyond_;
  /// Bodies by x, nearly in the order of the frame before.
  struct AtX {
    double x;
    std::size_t body;
  };
  std::vector<AtX> order_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
};

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_FLEET_H_
