// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Rewards: what a step pays, by one of two rules.
//
//   EnvPoolReward   weighted changes of game variables, and a bonus for a
//                   weapon that is kept; the scenario's own reward is not used.
//   OfficialReward  what `DoomGame.get_last_reward` gives: the scenario's.
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

/// By the name of a variable: what an increase and what a decrease by 1 pays.
using RewardConfig = std::map<std::string, std::tuple<double, double>>;
/// By the slot of the selected weapon: what a step with it pays.
using WeaponConfig = std::map<int, double>;

/// The game variables that an env follows, with their last values.
class Variables {
 public:
  /// By ViZDoom's numbers.
  explicit Variables(std::vector<int> numbers);

  /// Reads the values of a game's first state.
  void Begin(const Game& game);
  /// Reads the values of a later state.
  void Read(const Game& game);

  [[nodiscard]] const std::vector<int>& numbers() const { return numbers_; }
  [[nodiscard]] const std::vector<double>& values() const { return values_; }
  /// Of a variable that is followed.
  [[nodiscard]] double ValueOf(int number) const;
  /// The change of the variable at a place, since the state before.
  [[nodiscard]] double Change(int place) const {
    return values_[place] - before_[place];
  }

 private:
  [[nodiscard]] double ValueIn(const Game& game, int place) const;

  const std::vector<int> numbers_;
  std::vector<double> offsets_;  // what the engine counts on from
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

  std::vector<Weight> weights_;  // of each variable that is followed
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
  /// Adds what is paid for each count that has grown.
  double Counted(const Game& game, double reward);

  const ScenarioRewards rewards_;
  unsigned last_tic_{0};
  double map_{0};
  int counts_[10]{};
};

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_REWARDS_H_
