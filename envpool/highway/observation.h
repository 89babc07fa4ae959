// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Observer: writes the observation of the agent's vehicle.
//
// Threads: one at a time. Errors: std::invalid_argument for an unknown type or
// feature.

#ifndef ENVPOOL_HIGHWAY_OBSERVATION_H_
#define ENVPOOL_HIGHWAY_OBSERVATION_H_

#include <vector>

#include "envpool/core/random/rng.h"
#include "envpool/highway/options.h"
#include "envpool/highway/road.h"

namespace envpool::highway {

/// Features of vehicles, in the order of their names in observation.cc.
enum class Feature {
  kPresence,
  kX,
  kY,
  kVx,
  kVy,
  kHeading,
  kCosHeading,
  kSinHeading,
  kCosGoal,
  kSinGoal,
  kAlongLane,
  kAcrossLane,
  kLaneAngle,
};

class Observer {
 public:
  Observer(const ObservationOptions& options, int policy_frequency);

  /// The shape of observations.
  static std::vector<int> ShapeOf(const ObservationOptions& options,
                                  int policy_frequency);

  /// Call at the start of an episode.
  void Start(const Road& road, const Body& ego) {
    side_lanes_ = road.NumSideLanes(ego.lane);
  }
  void Write(const Road& road, const Body& ego, Generator* rng, float* out);

  [[nodiscard]] int side_lanes() const { return side_lanes_; }
  void set_side_lanes(int count) { side_lanes_ = count; }

 private:
  /// The distance within which vehicles are seen.
  static constexpr double kReach = 5 * kMaxSpeed;

  void WriteKinematics(const Road& road, const Body& ego, Generator* rng,
                       float* out);
  void FindOthers(const Road& road, const Body& ego);
  [[nodiscard]] double ValueOf(const Road& road, const Body& body,
                               Feature feature) const;
  [[nodiscard]] float Normalized(double value, Feature feature) const;

  void WriteTimes(const Road& road, const Body& ego, float* out);
  void FillTimes(const Road& road, const Body& ego, int row);

  ObservationOptions options_;
  std::vector<Feature> features_;
  std::vector<Range> ranges_;  // by Feature; empty if low == high
  int horizon_;
  double time_step_;
  int side_lanes_{1};  // where the episode began

  struct Seen {
    const Body* body;
    double distance;
  };
  std::vector<Seen> seen_;
  std::vector<float> times_;  // for one speed: lanes x horizon
  std::vector<int> order_;
  std::vector<float> rows_;
};

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_OBSERVATION_H_
