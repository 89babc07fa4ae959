// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/minigrid/reward_wrappers.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace envpool::minigrid {
namespace {

constexpr int kDirs = 4;

Type TypeNamed(const std::string& name) {
  for (int type = 0; type <= static_cast<int>(Type::kAgent); ++type) {
    if (name == NameOf(static_cast<Type>(type))) {
      return static_cast<Type>(type);
    }
  }
  throw std::invalid_argument(
      "no_death: expected types of objects, such as \"lava\", got \"" + name +
      "\"");
}

std::size_t AreaOf(const Level& level) {
  return static_cast<std::size_t>(level.grid().width()) * level.grid().height();
}

}  // namespace

RewardWrappers::RewardWrappers(const RewardOptions& options, const Level& level,
                               int num_actions)
    : any_(!options.no_death.empty() || options.position_bonus ||
           options.action_bonus),
      death_cost_(options.death_cost),
      num_actions_(num_actions),
      positions_(options.position_bonus ? AreaOf(level) : 0),
      actions_(options.action_bonus ? AreaOf(level) * kDirs * num_actions : 0) {
  for (const std::string& name : options.no_death) {
    deadly_ |= 1U << static_cast<int>(TypeNamed(name));
  }
}

Outcome RewardWrappers::WrappedStep(Action action, Level* level) {
  // Dynamic-Obstacles ends an episode for an obstacle that was in front of the
  // agent before the step, so that cell is read before the step.
  const bool into_death =
      action == Action::kForward && IsDeadly(level->grid()[level->FrontPos()]);
  Outcome outcome = level->Step(action);
  const Pos pos = level->agent_pos();
  if (outcome.terminated && (into_death || IsDeadly(level->grid()[pos]))) {
    outcome.terminated = false;
    outcome.reward += death_cost_;
  }
  std::size_t index =
      static_cast<std::size_t>(pos.y) * level->grid().width() + pos.x;
  if (!positions_.empty()) {
    outcome.reward += Visit(&positions_, index);
  }
  if (!actions_.empty()) {
    index = index * kDirs + level->agent_dir();
    index = index * num_actions_ + static_cast<int>(action);
    outcome.reward += Visit(&actions_, index);
  }
  return outcome;
}

double RewardWrappers::Visit(std::vector<uint32_t>* counts, std::size_t index) {
  uint32_t& count = (*counts)[index];
  if (count < std::numeric_limits<uint32_t>::max()) {
    ++count;
  }
  return 1 / std::sqrt(static_cast<double>(count));
}

void RewardWrappers::Save(StateWriter* writer) const {
  writer->Write(positions_);
  writer->Write(actions_);
}

void RewardWrappers::Load(StateReader* reader) {
  reader->Read(&positions_, positions_.size());
  reader->Read(&actions_, actions_.size());
}

}  // namespace envpool::minigrid
