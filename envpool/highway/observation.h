// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Observer: writes the observation of the agent's vehicle.
//
// Threads: one at a time. Errors: std::invalid_argument for an unknown type or
// feature.

#ifndef ENVPOOL_HIGHWAY_OBSERVATION_H_
#define ENVPOOL_HIGHWAY_OBSERVATION_H_

#include <array>
#include <cstdint>
#include <string>
#include <utility>
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
  kOnRoad,  // of grids only
};

/// Where an observation goes: the parts that its type has.
struct ObservationParts {
  float* array;
  std::uint8_t* image;
  // Of goals:
  double* observation;
  double* achieved_goal;
  double* desired_goal;
  // Attributes:
  double* state;
  double* derivative;
  double* reference_state;
};

class Observer {
 public:
  Observer(const ObservationOptions& options, int policy_frequency);

  /// The shape of observations, if they are one array; else {0}.
  static std::vector<int> ShapeOf(const ObservationOptions& options,
                                  int policy_frequency);
  /// The bounds of its numbers.
  static std::pair<float, float> BoundsOf(const ObservationOptions& options);
  /// The shapes of goals and of attributes: {0} if there are none.
  static std::vector<int> GoalShapeOf(const ObservationOptions& options);
  static std::vector<int> AttributeShapeOf(const ObservationOptions& options);

  /// Call at the start of an episode.
  void Start(const Road& road, const Body& ego, Generator* rng);
  void Write(const Road& road, const Body& ego, Generator* rng,
             const ObservationParts& out);

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

  void WriteGoals(const Road& road, const Body& ego,
                  const ObservationParts& out) const;
  /// State, derivative and reference state, with noise.
  using Attributes = std::array<double, 12>;
  [[nodiscard]] Attributes Measure(const Road& road, const Body& ego,
                                   Generator* rng) const;
  template <typename Number>
  void WriteGrid(const Road& road, const Body& ego, Number* out) const;
  template <typename Number>
  void WriteLanes(const Road& road, const Body& ego, Number* layer) const;
  /// Places along a lane, and the distance within which they may be in a cell.
  struct Samples {
    double start;
    double step;
    double reach;
    int count;
  };
  template <typename Number>
  void WriteLane(const Lane& lane, const Body& ego, const Samples& samples,
                 Number* layer) const;
  template <typename Number>
  void WriteSineLane(const Lane& lane, const Body& ego, const Samples& samples,
                     Number* layer) const;
  [[nodiscard]] Range GridRange(Feature feature) const;
  /// The number of a cell, or -1 beyond the grid.
  [[nodiscard]] int CellOf(const Body& ego, Vec from_ego) const;
  void WriteLidar(const Road& road, const Body& ego, float* out) const;
  void Scan(const Body& ego, const Body& other, float* out) const;

  void WriteTimes(const Road& road, const Body& ego, float* out);
  void FillTimes(const Road& road, const Body& ego, int row);

  ObservationOptions options_;
  std::vector<Feature> features_;
  std::vector<Range> ranges_;  // by Feature; empty if low == high
  int horizon_;
  double time_step_;
  int columns_{0};  // of grids, along x
  int rows_of_cells_{0};
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
