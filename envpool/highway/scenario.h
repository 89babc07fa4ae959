// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scenario: what differs between the official envs: the roads, the vehicles at
// the start, rewards and ends.
//
// Threads: one at a time. Errors: MakeScenario throws std::invalid_argument for
// an unknown name.

#ifndef ENVPOOL_HIGHWAY_SCENARIO_H_
#define ENVPOOL_HIGHWAY_SCENARIO_H_

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "envpool/core/random/rng.h"
#include "envpool/highway/options.h"
#include "envpool/highway/road.h"

namespace envpool::highway {

/// An action, as rewards depend on it.
struct Taken {
  int number{-1};  // if it is a choice
  double norm{0};  // of its numbers
};

class Scenario {
 public:
  explicit Scenario(Options options) : options_(std::move(options)) {}
  virtual ~Scenario() = default;
  Scenario(const Scenario&) = delete;
  Scenario& operator=(const Scenario&) = delete;

  [[nodiscard]] virtual Network MakeNetwork() const = 0;
  [[nodiscard]] virtual bool is_regulated() const { return false; }
  [[nodiscard]] virtual DriverModel driver_model() const { return {}; }
  /// Adds obstacles to a new road.
  virtual void PlaceObstacles(Road* /*road*/) const {}
  /// Adds vehicles to a road without any.
  virtual void Populate(Road* road, Generator* rng) const = 0;
  /// Adds and removes vehicles after the observation of a step.
  virtual void Renew(Road* /*road*/, Generator* /*rng*/) const {}

  /// Whether a step's observation is made before vehicles move.
  [[nodiscard]] virtual bool observes_first() const { return false; }
  /// Called at the start of a step.
  virtual void Prepare(Road* /*road*/, const Body& /*ego*/) const {}

  /// The parts of the reward, zero if the scenario has no such part.
  [[nodiscard]] virtual Terms Judge(const Road& road, const Body& ego,
                                    const Taken& action) const = 0;
  [[nodiscard]] virtual double Reward(const Terms& terms) const = 0;
  [[nodiscard]] virtual bool IsTerminated(const Road& /*road*/,
                                          const Body& ego) const {
    return ego.crashed;
  }

  /// The terms and the reward of several agents together, given those of each:
  /// in most official envs, those of the first agent.
  struct Shared {
    Terms terms;
    double reward;
  };
  [[nodiscard]] virtual Shared Share(std::span<const Terms> each) const {
    return {each.front(), Reward(each.front())};
  }
  /// Whether the episode of several agents ends.
  [[nodiscard]] virtual bool IsOver(const Road& road,
                                    std::span<const Body* const> egos) const {
    return IsTerminated(road, *egos.front());
  }
  /// Whether an agent that shares no reward has crashed or is where it ends.
  [[nodiscard]] virtual bool IsAtEnd(const Road& road, const Body& ego) const {
    return IsTerminated(road, ego);
  }
  /// Whether the agent is at its goal.
  [[nodiscard]] virtual bool IsSuccess(const Road& /*road*/,
                                       const Body& /*ego*/) const {
    return false;
  }
  /// Whether the agent is beside the road, where that ends the episode.
  [[nodiscard]] bool IsLost(const Road& road, const Body& ego) const {
    return options_.offroad_terminal && !road.IsOnRoad(ego);
  }

 protected:
  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] double weight(Term term) const {
    return options_.weights[term];
  }
  /// The weighted sum of terms, added in the given order.
  [[nodiscard]] double Sum(const Terms& terms,
                           std::initializer_list<Term> order) const {
    double sum = 0;
    for (const Term term : order) {
      sum += weight(term) * terms[term];
    }
    return sum;
  }
  /// The speed's place in the range of rewarded speeds.
  [[nodiscard]] double ScaledSpeed(double speed) const {
    return Map(speed, options_.reward_speeds, {0, 1});
  }
  /// The number of the agent's target speed, or of the nearest of the usual
  /// ones, 20 to 30 m/s, if it has none.
  static int SpeedIndexOf(const Body& ego) {
    if (!ego.is_steered()) {
      return ego.speed_index;
    }
    return static_cast<int>(
        std::clamp(std::nearbyint((ego.speed - 20) / 10 * 2), 0.0, 2.0));
  }
  /// A random traffic vehicle behind which all others are, `spacing` away.
  static Body MakeRandom(const Road& road, int lane, double speed,
                         double spacing, Generator* rng);

 private:
  Options options_;
};

/// Whether rewards of a scenario have a term.
bool HasTerm(const std::string& scenario, Term term);

std::unique_ptr<Scenario> MakeScenario(const Options& options);

using MakeScenarioFn = std::unique_ptr<Scenario> (*)(const Options& options);
std::unique_ptr<Scenario> MakeHighway(const Options& options);
std::unique_ptr<Scenario> MakeExit(const Options& options);
std::unique_ptr<Scenario> MakeMerge(const Options& options);
std::unique_ptr<Scenario> MakeMergeGeneric(const Options& options);
std::unique_ptr<Scenario> MakeTwoWay(const Options& options);
std::unique_ptr<Scenario> MakeUTurn(const Options& options);
std::unique_ptr<Scenario> MakeRoundabout(const Options& options);
std::unique_ptr<Scenario> MakeRoundaboutGeneric(const Options& options);
std::unique_ptr<Scenario> MakeIntersection(const Options& options);
std::unique_ptr<Scenario> MakeParking(const Options& options);
std::unique_ptr<Scenario> MakeRacetrack(const Options& options);
std::unique_ptr<Scenario> MakeRacetrackLarge(const Options& options);
std::unique_ptr<Scenario> MakeRacetrackOval(const Options& options);
std::unique_ptr<Scenario> MakeLaneKeeping(const Options& options);

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_SCENARIO_H_
