// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RewardWrappers: ActionBonus(PositionBonus(NoDeath(env))) of the official
// package. Each wrapper is optional.
//
// Threads: none. Errors: std::invalid_argument for an unknown type of object.

#ifndef ENVPOOL_MINIGRID_REWARD_WRAPPERS_H_
#define ENVPOOL_MINIGRID_REWARD_WRAPPERS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "envpool/core/state_io.h"
#include "envpool/minigrid/level.h"

namespace envpool::minigrid {

struct RewardOptions {
  std::vector<std::string> no_death;  // the official no_death_types
  double death_cost = -1.0;
  bool position_bonus = false;
  bool action_bonus = false;
};

class RewardWrappers {
 public:
  /// Actions of Step must be below `num_actions`.
  RewardWrappers(const RewardOptions& options, const Level& level,
                 int num_actions);

  /// Steps the level, and adjusts the reward and the flags.
  Outcome Step(Action action, Level* level) {
    return any_ ? WrappedStep(action, level) : level->Step(action);
  }

  /// Saves and loads the visit counts, which persist across episodes.
  void Save(StateWriter* writer) const;
  void Load(StateReader* reader);

 private:
  Outcome WrappedStep(Action action, Level* level);
  [[nodiscard]] bool IsDeadly(Cell cell) const {
    return (deadly_ >> static_cast<int>(cell.type) & 1) != 0;
  }
  /// Counts a visit and returns the bonus for it.
  static double Visit(std::vector<uint32_t>* counts, std::size_t index);

  bool any_;
  uint32_t deadly_{0};  // bit t: whether type t is in no_death
  double death_cost_;
  int num_actions_;
  std::vector<uint32_t> positions_;  // by place; empty without their bonus
  std::vector<uint32_t> actions_;    // by place, direction and action
};

}  // namespace envpool::minigrid

#endif  // ENVPOOL_MINIGRID_REWARD_WRAPPERS_H_
