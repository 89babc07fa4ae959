// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Rewards of steps, by one of two rules.
//
//   EnvPoolReward   weighted changes of game variables, and a bonus for keeping
//                   a weapon; does not use the scenario's own reward.
//   OfficialReward  the scenario's own reward, equal to
//                   `DoomGame.get_last_reward`.
//
// Threads: one at a time. Errors: none.

#ifndef ENVPOOL_VIZDOOM_REWARDS_H_
#define ENVPOOL_VIZDOOM_REWARDS_H_

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "envpool/vizdoom/game.h"
#include "envpool/vizdoom/scenario.h"

namespace envpool::vizdoom {

/// By name of a variable: the rewards of an increase and a decrease by 1.
using RewardConfig = std::map<std::string, std::tuple<double, double>>;
/// By slot of the selected weapon: the reward for a step with it.
using WeaponConfig = std::map<int, double>;

/// The game variables that an env tracks, with their last values.
class Variables {
 public:
  /// `numbers` are ViZDoom's numbers of the variables.
  explicit Variables(std::vector<int> numbers);

  /// Reads the values of a game's first state.
  void Begin(const Game& game);
  /// Reads the values of a later state.
  void Read(const Game& game);

  [[nodiscard]] const std::vector<int>& numbers() const { return numbers_; }
  [[nodiscard]] const std::vector<double>& values() const { return values_; }
  /// The value of a tracked variable.
  [[nodiscard]] double ValueOf(int number) const;
  /// The change of the variable at index `place` since the previous state.
  [[nodiscard]] double Change(int place) const {
    return values_[place] - before_[place];
  }

 private:
  [[nodiscard]] double ValueIn(const Game& game, int place) const;

  const std::vector<int> numbers_;
  std::vector<double> offsets_;  // counters at the episode's start
  std::vector<double> before_, values_;
};

class EnvPoolReward {
 public:
  EnvPoolReward(const RewardConfig& weights, WeaponConfig weapons,
                int weapon_duration, const std::vector<int>& numbers);
  void Begin();
  float Step(const Variables& variables);

 private:
  struct Weight {
    int number;
    float increase, decrease;
  };
  float WeaponBonus(const Variables& variables);

  std::vector<Weight> weights_;  // for each tracked variable
  const WeaponConfig weapons_;
  const int weapon_duration_;
  int weapon_{-1};
  int weapon_steps_{0};
};

class OfficialReward {
 public:
  explicit OfficialReward(const ScenarioRewards& rewards) : rewards_(rewards) {}
  void Begin(const Game& game);
  double Step(const Game& game);

 private:
  /// Adds the rewards for increased counters, and stores the counters.
  double AddCounts(const Game& game, double reward);

  const ScenarioRewards rewards_;
  unsigned last_tic_{0};
  double map_{0};
  int counts_[10]{};
};

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_REWARDS_H_
