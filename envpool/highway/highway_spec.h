// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The config, arrays and actions of driving envs.
//
// Threads: pure functions. Errors: std::out_of_range for lists in the config
// that are too short.

#ifndef ENVPOOL_HIGHWAY_HIGHWAY_SPEC_H_
#define ENVPOOL_HIGHWAY_HIGHWAY_SPEC_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/highway/grayscale.h"
#include "envpool/highway/observation.h"
#include "envpool/highway/options.h"
#include "envpool/highway/scenario.h"
#include "envpool/highway/scene.h"

namespace envpool::highway {

/// Converts a config to options of the scenario.
template <typename Config>
Options OptionsOf(const Config& conf) {
  Options o;
  o.scenario = conf["scenario"_];
  o.lanes_count = conf["lanes_count"_];
  o.vehicles_count = conf["vehicles_count"_];
  o.vehicles_density = conf["vehicles_density"_];
  o.ego_spacing = conf["ego_spacing"_];
  o.initial_lane_id = conf["initial_lane_id"_];
  o.traffic_checks_collisions = conf["other_vehicles_check_collisions"_];
  o.connects_lanes = conf["neighbour_vehicles_connected_lanes"_];
  o.weights = {conf["collision_reward"_],
               conf["right_lane_reward"_],
               conf["left_lane_reward"_],
               conf["high_speed_reward"_],
               conf["lane_change_reward"_],
               conf["merging_speed_reward"_],
               conf["goal_reward"_],
               conf["arrived_reward"_],
               0,
               conf["lane_centering_reward"_],
               conf["action_reward"_]};
  const std::vector<double>& speeds = conf["reward_speed_range"_];
  o.reward_speeds = {speeds.at(0), speeds.at(1)};
  o.scale_reward = conf["scale_reward"_];
  o.offroad_terminal = conf["offroad_terminal"_];
  o.target_speeds = conf["target_speeds"_];
  o.before_merge_length = conf["before_merge_length"_];
  o.converge_merge_length = conf["converge_merge_length"_];
  o.parallel_merge_length = conf["parallel_merge_length"_];
  o.after_merge_length = conf["after_merge_length"_];
  o.roundabout_radius = conf["roundabout_radius"_];
  o.roundabout_lanes = conf["roundabout_lanes"_];
  o.incoming_vehicle_destination = conf["incoming_vehicle_destination"_];
  o.initial_vehicle_count = conf["initial_vehicle_count"_];
  o.spawn_probability = conf["spawn_probability"_];
  o.destination = conf["destination"_];
  o.goal_weights = conf["reward_weights"_];
  o.success_goal_reward = conf["success_goal_reward"_];
  o.add_walls = conf["add_walls"_];
  o.lane_centering_cost = conf["lane_centering_cost"_];
  o.terminate_off_road = conf["terminate_off_road"_];
  o.other_vehicles = conf["other_vehicles"_];
  o.speed_limit = conf["speed_limit"_];
  o.straight_length = conf["length"_];
  o.block_lane = conf["block_lane"_];
  o.force_decision = conf["force_decision"_];
  o.simulation_frequency = conf["simulation_frequency"_];
  o.policy_frequency = conf["policy_frequency"_];
  o.duration = conf["duration"_];
  return o;
}

template <typename Config>
AgentOptions AgentOptionsOf(const Config& conf) {
  const auto range = [](const std::vector<double>& pair) {
    return Range{pair.at(0), pair.at(1)};
  };
  const std::vector<double>& speeds = conf["speed_range"_];
  AgentOptions o;
  o.count = conf["controlled_vehicles"_];
  o.is_cooperative = conf["cooperative"_];
  o.steering = {range(conf["acceleration_range"_]),
                range(conf["steering_range"_]),
                conf["longitudinal"_],
                conf["lateral"_],
                conf["clip_actions"_],
                conf["actions_per_axis"_]};
  o.speeds = speeds.empty() ? Range{-kMaxSpeed, kMaxSpeed} : range(speeds);
  o.slips = conf["dynamical"_];
  o.uses_meta_actions = conf["action"_] == "DiscreteMetaAction";
  return o;
}

template <typename Config>
CameraOptions CameraOptionsOf(const Config& conf) {
  const std::vector<double>& place = conf["centering_position"_];
  return {conf["screen_width"_], conf["screen_height"_], conf["scaling"_],
          Vec{place.at(0), place.at(1)}};
}

template <typename Config>
ObservationOptions ObservationOptionsOf(const Config& conf) {
  ObservationOptions o;
  o.type = conf["observation"_];
  o.vehicles_count = conf["observation_vehicles_count"_];
  o.features = conf["features"_];
  o.features_range = conf["features_range"_];
  o.absolute = conf["absolute"_];
  o.normalize = conf["normalize"_];
  o.clip = conf["clip"_];
  o.see_behind = conf["see_behind"_];
  o.observe_intentions = conf["observe_intentions"_];
  o.include_obstacles = conf["include_obstacles"_];
  o.order = conf["order"_];
  o.horizon = conf["horizon"_];
  o.scales = conf["scales"_];
  o.grid_size = conf["grid_size"_];
  o.grid_step = conf["grid_step"_];
  o.aligns_to_vehicle = conf["align_to_vehicle_axes"_];
  o.as_image = conf["as_image"_];
  o.cells = conf["cells"_];
  o.maximum_range = conf["maximum_range"_];
  o.state_noise = conf["state_noise"_];
  o.derivative_noise = conf["derivative_noise"_];
  o.picture_shape = conf["observation_shape"_];
  o.stack_size = conf["stack_size"_];
  o.gray_weights = conf["weights"_];
  o.picture_scaling = conf["observation_scaling"_];
  o.picture_centering = conf["observation_centering_position"_];
  return o;
}

/// The parts of an observation: one, or those of a TupleObservation.
template <typename Config>
std::vector<ObservationOptions> PartsOf(const Config& conf) {
  const ObservationOptions base = ObservationOptionsOf(conf);
  if (base.type != "TupleObservation") {
    return {base};
  }
  const std::vector<StatedWords>& words = conf["observation_part_words"_];
  const std::vector<StatedNumbers>& numbers = conf["observation_part_numbers"_];
  std::vector<ObservationOptions> parts;
  for (std::size_t i = 0; i < words.size(); ++i) {
    parts.push_back(PartOptionsOf(words[i], numbers.at(i), base));
  }
  return parts;
}

namespace internal {

inline auto SceneConfig() {
  return MakeDict(
      "scenario"_.Bind(std::string("highway")), "lanes_count"_.Bind(4),
      "vehicles_count"_.Bind(50), "vehicles_density"_.Bind(1.0),
      "ego_spacing"_.Bind(2.0), "initial_lane_id"_.Bind(-1),
      "other_vehicles_check_collisions"_.Bind(true),
      "neighbour_vehicles_connected_lanes"_.Bind(false),
      "before_merge_length"_.Bind(150.0), "converge_merge_length"_.Bind(80.0),
      "parallel_merge_length"_.Bind(80.0), "after_merge_length"_.Bind(150.0),
      "roundabout_radius"_.Bind(20.0), "roundabout_lanes"_.Bind(2),
      "incoming_vehicle_destination"_.Bind(-1),
      "initial_vehicle_count"_.Bind(10), "spawn_probability"_.Bind(0.6),
      "destination"_.Bind(std::string("o1")), "add_walls"_.Bind(true),
      "other_vehicles"_.Bind(1), "speed_limit"_.Bind(10.0),
      "length"_.Bind(100.0), "block_lane"_.Bind(false),
      "force_decision"_.Bind(false));
}

inline auto RewardConfig() {
  return MakeDict(
      "collision_reward"_.Bind(-1.0), "right_lane_reward"_.Bind(0.0),
      "left_lane_reward"_.Bind(0.0), "high_speed_reward"_.Bind(0.0),
      "lane_change_reward"_.Bind(0.0), "merging_speed_reward"_.Bind(0.0),
      "goal_reward"_.Bind(0.0), "arrived_reward"_.Bind(0.0),
      "reward_speed_range"_.Bind(std::vector<double>{20, 30}),
      "scale_reward"_.Bind(true), "offroad_terminal"_.Bind(false),
      "reward_weights"_.Bind(std::vector<double>{1, 0.3, 0, 0, 0.02, 0.02}),
      "success_goal_reward"_.Bind(0.12), "lane_centering_reward"_.Bind(0.0),
      "lane_centering_cost"_.Bind(4.0), "action_reward"_.Bind(0.0),
      "terminate_off_road"_.Bind(true));
}

inline auto AgentConfig() {
  return MakeDict(
      "simulation_frequency"_.Bind(15), "policy_frequency"_.Bind(1),
      "duration"_.Bind(40.0), "continuous"_.Bind(false),
      "controlled_vehicles"_.Bind(1), "cooperative"_.Bind(true),
      "action"_.Bind(std::string("DiscreteMetaAction")),
      "longitudinal"_.Bind(true), "lateral"_.Bind(true),
      "target_speeds"_.Bind(std::vector<double>{20, 25, 30}),
      "acceleration_range"_.Bind(std::vector<double>{-5, 5}),
      "steering_range"_.Bind(std::vector<double>{-kPi / 4, kPi / 4}),
      "speed_range"_.Bind(std::vector<double>()), "dynamical"_.Bind(false),
      "clip_actions"_.Bind(true), "actions_per_axis"_.Bind(3));
}

inline auto CameraConfig() {
  return MakeDict(
      "screen_width"_.Bind(600), "screen_height"_.Bind(150),
      "scaling"_.Bind(5.5),
      "centering_position"_.Bind(std::vector<double>{0.3, 0.5}),
      "observation_shape"_.Bind(std::vector<int>{128, 64}),
      "stack_size"_.Bind(4),
      "weights"_.Bind(std::vector<double>{0.2989, 0.587, 0.114}),
      "observation_scaling"_.Bind(0.0),
      "observation_centering_position"_.Bind(std::vector<double>()));
}

inline auto ObservationConfig() {
  return MakeDict(
      "observation"_.Bind(std::string("Kinematics")),
      "observation_vehicles_count"_.Bind(5),
      "features"_.Bind(
          std::vector<std::string>{"presence", "x", "y", "vx", "vy"}),
      "features_range"_.Bind(std::map<std::string, std::vector<double>>()),
      "absolute"_.Bind(false), "normalize"_.Bind(true), "clip"_.Bind(true),
      "see_behind"_.Bind(false), "observe_intentions"_.Bind(false),
      "include_obstacles"_.Bind(true), "order"_.Bind(std::string("sorted")),
      "horizon"_.Bind(10.0),
      "scales"_.Bind(std::vector<double>{100, 100, 5, 5, 1, 1}),
      "grid_size"_.Bind(std::vector<double>{-27.5, 27.5, -27.5, 27.5}),
      "grid_step"_.Bind(std::vector<double>{5, 5}),
      "align_to_vehicle_axes"_.Bind(false), "as_image"_.Bind(false),
      "cells"_.Bind(16), "maximum_range"_.Bind(60.0), "state_noise"_.Bind(0.05),
      "derivative_noise"_.Bind(0.05),
      "observation_part_words"_.Bind(std::vector<StatedWords>()),
      "observation_part_numbers"_.Bind(std::vector<StatedNumbers>()));
}

/// The arrays of an observation; those without elements are left out.
struct Layout {
  Layout(const std::vector<ObservationOptions>& parts,
         const CameraOptions& camera, int policy_frequency, int agents) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      std::vector<int> shape = Observer::ShapeOf(parts[i], policy_frequency);
      std::vector<int> image =
          Grayscale::ShapeOf(Grayscale::OptionsOf(parts[i], camera));
      if (parts[i].as_image) {
        image = std::exchange(shape, {0});
      }
      const auto [low, high] = Observer::BoundsOf(parts[i]);
      arrays.at(i) = Spec<float>(OfEach(shape, agents), {low, high});
      images.at(i) = Spec<std::uint8_t>(OfEach(image, agents), {0, 255});
      if (const std::vector<int> of = Observer::GoalShapeOf(parts[i]);
          of.front() > 0) {
        goals = OfEach(of, agents);
      }
      if (const std::vector<int> of = Observer::AttributeShapeOf(parts[i]);
          of.front() > 0) {
        attributes = of;
      }
    }
  }

  static std::vector<int> OfEach(std::vector<int> shape, int agents) {
    if (agents > 1) {
      shape.insert(shape.begin(), -1);
    }
    return shape;
  }

  std::vector<Spec<float>> arrays{kMostParts, Spec<float>({0})};
  std::vector<Spec<std::uint8_t>> images{kMostParts, Spec<std::uint8_t>({0})};
  std::vector<int> goals{0};
  std::vector<int> attributes{0};
};

}  // namespace internal

class HighwayEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return ConcatDict(
        ConcatDict(internal::SceneConfig(), internal::RewardConfig()),
        ConcatDict(
            ConcatDict(internal::AgentConfig(), internal::ObservationConfig()),
            internal::CameraConfig()));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int agents = conf["controlled_vehicles"_];
    const internal::Layout layout(PartsOf(conf), CameraOptionsOf(conf),
                                  conf["policy_frequency"_], agents);
    const Spec<double> goal(layout.goals);
    const Spec<double> attribute(layout.attributes);
    // Entries without elements are left out.
    const std::string& scenario = conf["scenario"_];
    const std::vector<int> each{scenario == "intersection" ? agents : 0};
    std::vector<int> success{0};
    if (scenario == "exit" || (scenario == "parking" && agents == 1)) {
      success.clear();
    } else if (scenario == "parking") {
      success = {agents};
    }
    const auto term = [&scenario](Term of) {
      return Spec<double>(HasTerm(scenario, of) ? std::vector<int>{}
                                                : std::vector<int>{0});
    };
    return MakeDict(
        "obs"_.Bind(layout.arrays[0]), "obs:1"_.Bind(layout.arrays[1]),
        "obs:2"_.Bind(layout.arrays[2]), "obs:3"_.Bind(layout.arrays[3]),
        "obs_image"_.Bind(layout.images[0]),
        "obs_image:1"_.Bind(layout.images[1]),
        "obs_image:2"_.Bind(layout.images[2]),
        "obs_image:3"_.Bind(layout.images[3]), "obs:observation"_.Bind(goal),
        "obs:achieved_goal"_.Bind(goal), "obs:desired_goal"_.Bind(goal),
        "obs:state"_.Bind(attribute), "obs:derivative"_.Bind(attribute),
        "obs:reference_state"_.Bind(attribute),
        "info:speed"_.Bind(Spec<double>({})),
        "info:crashed"_.Bind(Spec<bool>({}, {false, true})),
        "info:agents_rewards"_.Bind(Spec<double>(each)),
        "info:agents_terminated"_.Bind(Spec<bool>(each, {false, true})),
        "info:is_success"_.Bind(Spec<bool>(success, {false, true})),
        "info:rewards.collision_reward"_.Bind(term(kCollision)),
        "info:rewards.right_lane_reward"_.Bind(term(kRightLane)),
        "info:rewards.left_lane_reward"_.Bind(term(kLeftLane)),
        "info:rewards.high_speed_reward"_.Bind(term(kHighSpeed)),
        "info:rewards.lane_change_reward"_.Bind(term(kLaneChange)),
        "info:rewards.merging_speed_reward"_.Bind(term(kMergingSpeed)),
        "info:rewards.goal_reward"_.Bind(term(kGoal)),
        "info:rewards.arrived_reward"_.Bind(term(kArrived)),
        "info:rewards.on_road_reward"_.Bind(term(kOnRoad)),
        "info:rewards.lane_centering_reward"_.Bind(term(kLaneCentering)),
        "info:rewards.action_reward"_.Bind(term(kAction)));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    const AgentOptions options = AgentOptionsOf(conf);
    const int meta_actions = options.steering.size() == 2 ? 5 : 3;
    const int count =
        options.uses_meta_actions ? meta_actions : options.steering.count();
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, count - 1})));
  }
};

class HighwayContinuousEnvFns : public HighwayEnvFns {
 public:
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    const int size = AgentOptionsOf(conf).steering.size();
    return MakeDict("action"_.Bind(Spec<float>({-1, size}, {-1.0F, 1.0F})));
  }
};

using HighwayEnvSpec = EnvSpec<HighwayEnvFns>;
using HighwayContinuousEnvSpec = EnvSpec<HighwayContinuousEnvFns>;

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_HIGHWAY_SPEC_H_
