// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// HighwayEnv: the envs of highway-env with one agent that takes meta-actions;
// the config key `scenario` selects the roads, traffic and rewards.
//
// Threads: as Env. Errors: std::invalid_argument for an unknown name in the
// config.

#ifndef ENVPOOL_HIGHWAY_HIGHWAY_ENV_H_
#define ENVPOOL_HIGHWAY_HIGHWAY_ENV_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"
#include "envpool/core/random/rng.h"
#include "envpool/highway/observation.h"
#include "envpool/highway/options.h"
#include "envpool/highway/road.h"
#include "envpool/highway/scenario.h"

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
               0};
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
  o.simulation_frequency = conf["simulation_frequency"_];
  o.policy_frequency = conf["policy_frequency"_];
  o.duration = conf["duration"_];
  return o;
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
  return o;
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
      "destination"_.Bind(std::string("o1")));
}

inline auto RewardConfig() {
  return MakeDict(
      "collision_reward"_.Bind(-1.0), "right_lane_reward"_.Bind(0.0),
      "left_lane_reward"_.Bind(0.0), "high_speed_reward"_.Bind(0.0),
      "lane_change_reward"_.Bind(0.0), "merging_speed_reward"_.Bind(0.0),
      "goal_reward"_.Bind(0.0), "arrived_reward"_.Bind(0.0),
      "reward_speed_range"_.Bind(std::vector<double>{20, 30}),
      "scale_reward"_.Bind(true), "offroad_terminal"_.Bind(false));
}

inline auto AgentConfig() {
  return MakeDict(
      "simulation_frequency"_.Bind(15), "policy_frequency"_.Bind(1),
      "duration"_.Bind(40.0), "longitudinal"_.Bind(true), "lateral"_.Bind(true),
      "target_speeds"_.Bind(std::vector<double>{20, 25, 30}),
      "observation"_.Bind(std::string("Kinematics")),
      "observation_vehicles_count"_.Bind(5),
      "features"_.Bind(
          std::vector<std::string>{"presence", "x", "y", "vx", "vy"}),
      "features_range"_.Bind(std::map<std::string, std::vector<double>>()),
      "absolute"_.Bind(false), "normalize"_.Bind(true), "clip"_.Bind(true),
      "see_behind"_.Bind(false), "observe_intentions"_.Bind(false),
      "include_obstacles"_.Bind(true), "order"_.Bind(std::string("sorted")),
      "horizon"_.Bind(10.0));
}

}  // namespace internal

class HighwayEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return ConcatDict(
        ConcatDict(internal::SceneConfig(), internal::RewardConfig()),
        internal::AgentConfig());
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const ObservationOptions options = ObservationOptionsOf(conf);
    const bool is_of_times = options.type == "TimeToCollision";
    const float low = is_of_times ? 0.0F : -kInfinity;
    const float high = is_of_times ? 1.0F : kInfinity;
    // Entries without elements are left out.
    const std::string& scenario = conf["scenario"_];
    const auto term = [&scenario](Term of) {
      return Spec<double>(HasTerm(scenario, of) ? std::vector<int>{}
                                                : std::vector<int>{0});
    };
    return MakeDict(
        "obs"_.Bind(
            Spec<float>(Observer::ShapeOf(options, conf["policy_frequency"_]),
                        {low, high})),
        "info:speed"_.Bind(Spec<double>({})),
        "info:crashed"_.Bind(Spec<bool>({}, {false, true})),
        "info:rewards.collision_reward"_.Bind(term(kCollision)),
        "info:rewards.right_lane_reward"_.Bind(term(kRightLane)),
        "info:rewards.left_lane_reward"_.Bind(term(kLeftLane)),
        "info:rewards.high_speed_reward"_.Bind(term(kHighSpeed)),
        "info:rewards.lane_change_reward"_.Bind(term(kLaneChange)),
        "info:rewards.merging_speed_reward"_.Bind(term(kMergingSpeed)),
        "info:rewards.goal_reward"_.Bind(term(kGoal)),
        "info:rewards.arrived_reward"_.Bind(term(kArrived)),
        "info:rewards.on_road_reward"_.Bind(term(kOnRoad)));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    const bool is_full = conf["longitudinal"_] && conf["lateral"_];
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, is_full ? 4 : 2})));
  }
};

using HighwayEnvSpec = EnvSpec<HighwayEnvFns>;

class HighwayEnv : public Env<HighwayEnvSpec> {
 public:
  HighwayEnv(const Spec& spec, int env_id)
      : Env(spec, env_id),
        options_(OptionsOf(spec.config)),
        scenario_(MakeScenario(options_)),
        road_(scenario_->MakeNetwork(), options_.target_speeds,
              options_.connects_lanes, scenario_->is_regulated(),
              scenario_->driver_model()),
        observer_(ObservationOptionsOf(spec.config), options_.policy_frequency),
        rng_(EntropyOf(seed64())),
        duration_steps_(DurationSteps(options_)),
        steers_(spec.config["lateral"_]),
        accelerates_(spec.config["longitudinal"_]) {
    scenario_->PlaceObstacles(&road_);
  }

  void Reseed(std::int64_t seed) override {
    Env::Reseed(seed);
    rng_ = Generator(EntropyOf(seed));
  }

  void Reset() override {
    constexpr int kNoAction = -1;
    terminated_ = false;
    road_.Clear();
    scenario_->Populate(&road_, &rng_);
    observer_.Start(road_, *ego());
    WriteRow(0.0, scenario_->Judge(road_, *ego(), kNoAction));
  }

  void Step(const Action& action) override {
    const int number = action["action"_];
    road_.Drive(ego(), ManoeuvreOf(number));
    const int frames =
        options_.simulation_frequency / options_.policy_frequency;
    for (int frame = 0; frame < frames; ++frame) {
      road_.Act();
      road_.Step(1.0 / options_.simulation_frequency);
    }
    const Terms terms = scenario_->Judge(road_, *ego(), number);
    terminated_ = scenario_->IsTerminated(road_, *ego());
    WriteRow(scenario_->Reward(terms), terms);
    scenario_->Renew(&road_, &rng_);
  }

  bool IsDone() override { return terminated_; }
  bool TerminatedAtLimit() override { return terminated_; }

  void Save(StateWriter* writer) override {
    rng_.Save(writer);
    writer->Write(terminated_);
    writer->Write(observer_.side_lanes());
    road_.Save(writer);
  }
  void Load(StateReader* reader) override {
    rng_.Load(reader);
    reader->Read(&terminated_);
    int side_lanes = 0;
    reader->Read(&side_lanes, 1, road_.network.num_lanes());
    observer_.set_side_lanes(side_lanes);
    road_.Load(reader);
  }

 protected:
  [[nodiscard]] int CurrentMaxEpisodeSteps() const override {
    return std::min(Env::CurrentMaxEpisodeSteps(), duration_steps_);
  }

 private:
  /// The number of steps after which the official env's clock, a sum of
  /// rounded numbers, shows `duration`; without a duration, there is no limit.
  static int DurationSteps(const Options& options) {
    constexpr int kNoLimit = std::numeric_limits<int>::max();
    int steps = 0;
    for (double time = 0; time < options.duration && steps < kNoLimit;
         ++steps) {
      time += 1.0 / options.policy_frequency;
    }
    return steps == 0 ? kNoLimit : steps;
  }

  Body* ego() {
    return &*std::ranges::find(road_.vehicles, Kind::kDriven, &Body::kind);
  }

  /// What the number of an action means.
  [[nodiscard]] Manoeuvre ManoeuvreOf(int number) const {
    if (accelerates_ && !steers_) {
      constexpr std::array kSpeeds{Manoeuvre::kSlower, Manoeuvre::kIdle,
                                   Manoeuvre::kFaster};
      return kSpeeds.at(static_cast<std::size_t>(number));
    }
    return static_cast<Manoeuvre>(number);
  }

  void WriteRow(double reward, const Terms& terms) {
    State state = Allocate();
    const Body& agent = *ego();
    state["reward"_] = static_cast<float>(reward);
    observer_.Write(road_, agent, &rng_,
                    static_cast<float*>(state["obs"_].Data()));
    state["info:speed"_] = agent.speed;
    state["info:crashed"_] = agent.crashed;
    const auto set = [&terms](auto&& cell, Term term) {
      if (cell.size > 0) {
        cell = terms[term];
      }
    };
    set(state["info:rewards.collision_reward"_], kCollision);
    set(state["info:rewards.right_lane_reward"_], kRightLane);
    set(state["info:rewards.left_lane_reward"_], kLeftLane);
    set(state["info:rewards.high_speed_reward"_], kHighSpeed);
    set(state["info:rewards.lane_change_reward"_], kLaneChange);
    set(state["info:rewards.merging_speed_reward"_], kMergingSpeed);
    set(state["info:rewards.goal_reward"_], kGoal);
    set(state["info:rewards.arrived_reward"_], kArrived);
    set(state["info:rewards.on_road_reward"_], kOnRoad);
  }

  const Options options_;
  std::unique_ptr<Scenario> scenario_;
  Road road_;
  Observer observer_;
  Generator rng_;
  const int duration_steps_;
  const bool steers_;
  const bool accelerates_;
  bool terminated_{true};
};

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_HIGHWAY_ENV_H_
