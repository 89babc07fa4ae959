// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Options: the config of an env, as the parts of the env read it.
//
// Threads: plain values. Errors: registration.py checks values; PartOptionsOf
// throws std::invalid_argument for an unknown key.

#ifndef ENVPOOL_HIGHWAY_OPTIONS_H_
#define ENVPOOL_HIGHWAY_OPTIONS_H_

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "envpool/highway/numbers.h"
#include "envpool/highway/steering.h"

namespace envpool::highway {

/// The parts of rewards, in the order of kTermNames.
enum Term {
  kCollision,
  kRightLane,
  kLeftLane,
  kHighSpeed,
  kLaneChange,
  kMergingSpeed,
  kGoal,
  kArrived,
  kOnRoad,
  kLaneCentering,
  kAction,
  kPrecision,  // of racetracks' sums; no reward
  kNumTerms,
};
using Terms = std::array<double, kNumTerms>;

struct Options {
  std::string scenario;
  int lanes_count;
  int vehicles_count;
  double vehicles_density;
  double ego_spacing;
  int initial_lane_id;
  bool traffic_checks_collisions;
  bool connects_lanes;
  Terms weights;
  Range reward_speeds;
  bool scale_reward;
  bool offroad_terminal;
  std::vector<double> target_speeds;
  double before_merge_length;
  double converge_merge_length;
  double parallel_merge_length;
  double after_merge_length;
  double roundabout_radius;
  int roundabout_lanes;
  int incoming_vehicle_destination;
  int initial_vehicle_count;
  double spawn_probability;
  std::string destination;
  std::vector<double> goal_weights;  // of the features of goals
  double success_goal_reward;
  bool add_walls;
  double lane_centering_cost;
  bool terminate_off_road;
  int other_vehicles;
  double speed_limit;
  double straight_length;
  bool block_lane;
  bool force_decision;
  int simulation_frequency;
  int policy_frequency;
  double duration;
};

/// How agents act.
struct AgentOptions {
  int count;
  bool is_cooperative;  // sharing the mean reward and the end
  SteeringOptions steering;
  Range speeds;  // of agents that steer
  bool slips;
  bool uses_meta_actions;
};

struct ObservationOptions {
  std::string type;
  int vehicles_count;
  std::vector<std::string> features;
  std::map<std::string, std::vector<double>> features_range;
  bool absolute;
  bool normalize;
  bool clip;
  bool see_behind;
  bool observe_intentions;
  bool include_obstacles;
  std::string order;
  double horizon;
  std::vector<double> scales;
  std::vector<double> grid_size;  // x from, x to, y from, y to
  std::vector<double> grid_step;
  bool aligns_to_vehicle;
  bool as_image;  // of grids
  int cells;
  double maximum_range;
  double state_noise;
  double derivative_noise;
  // Of GrayscaleObservation:
  std::vector<int> picture_shape;  // columns, rows
  int stack_size;
  std::vector<double> gray_weights;       // of red, green and blue
  double picture_scaling;                 // 0 for the camera's
  std::vector<double> picture_centering;  // empty for the camera's
};

/// A TupleObservation has at most this many parts.
inline constexpr std::size_t kMostParts = 4;
/// What one part states, by key: texts and numbers.
using StatedWords = std::map<std::string, std::vector<std::string>>;
using StatedNumbers = std::map<std::string, std::vector<double>>;

/// The options of a part; what it does not state has the values of `base`.
ObservationOptions PartOptionsOf(const StatedWords& words,
                                 const StatedNumbers& numbers,
                                 const ObservationOptions& base);

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_OPTIONS_H_
