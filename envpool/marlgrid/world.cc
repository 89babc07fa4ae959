// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/marlgrid/world.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace envpool::marlgrid {
namespace {

enum Action { kLeft, kRight, kForward };  // the others do nothing

/// A number below `count`, each with the same probability: what libstdc++ draws
/// for std::uniform_int_distribution.
int Draw(int count, std::mt19937* random) {
  const auto range = static_cast<std::uint32_t>(count);
  std::uint64_t product = std::uint64_t{(*random)()} * range;
  if (static_cast<std::uint32_t>(product) < range) {
    const std::uint32_t threshold = -range % range;
    while (static_cast<std::uint32_t>(product) < threshold) {
      product = std::uint64_t{(*random)()} * range;
    }
  }
  return static_cast<int>(product >> 32);
}

/// A random order of the first `count` numbers: what libstdc++'s std::shuffle
/// makes, which draws the places of two numbers at once.
std::array<int, kMaxAgents> DrawOrder(int count, std::mt19937* random) {
  std::array<int, kMaxAgents> order;
  std::iota(order.begin(), order.end(), 0);
  int next = 1;
  if (count > 1 && count % 2 == 0) {
    std::swap(order[1], order[static_cast<std::size_t>(Draw(2, random))]);
    next = 2;
  }
  for (; next < count; next += 2) {
    const auto at = static_cast<std::size_t>(next);
    const int both = Draw((next + 1) * (next + 2), random);
    std::swap(order[at], order[static_cast<std::size_t>(both / (next + 2))]);
    std::swap(order[at + 1],
              order[static_cast<std::size_t>(both % (next + 2))]);
  }
  return order;
}

}  // namespace

World::World(const Options& options)
    : options_(options),
      cells_(static_cast<std::size_t>(options.size * options.size)),
      agents_(static_cast<std::size_t>(options.agents)),
      arrivals_(agents_.size()) {
  Clear();
}

void World::Clear() {
  const int last = options_.size - 1;
  std::ranges::fill(cells_, kEmpty);
  for (int i = 0; i <= last; ++i) {
    for (const Pos edge : {Pos{i, 0}, {i, last}, {0, i}, {last, i}}) {
      cells_[Index(edge)] = kWall;
    }
  }
  std::iota(arrivals_.begin(), arrivals_.end(), std::uint8_t{0});
}

void World::Reset(std::mt19937* random) {
  Clear();
  steps_ = 0;
  PlaceObjects(random);
  std::ranges::fill(agents_, Agent{});
  for (int agent = 0; agent < options_.agents; ++agent) {
    Spawn(agent, random);
  }
}

void World::PlaceObjects(std::mt19937* random) {
  if (options_.has_cycle) {
    for (int tile = 0; tile < options_.bonus_tiles; ++tile) {
      PlaceObject(static_cast<Cell>(kBonus + tile), random);
    }
  } else if (options_.randomize_goal) {
    PlaceObject(kGoal, random);
  } else {
    cells_[Index({options_.size - 2, options_.size - 2})] = kGoal;
  }
  for (int wall = 0; wall < options_.clutter; ++wall) {
    PlaceObject(kWall, random);
  }
}

void World::PlaceObject(Cell object, std::mt19937* random) {
  Pos at{};
  do {
    at.x = Draw(options_.size, random);
    at.y = Draw(options_.size, random);
  } while (At(at) != kEmpty);
  cells_[Index(at)] = object;
}

void World::Spawn(int agent, std::mt19937* random) {
  Pos at{};
  do {
    at.x = Draw(options_.size, random);
    at.y = Draw(options_.size, random);
  } while (At(at) != kEmpty || (!options_.ghosts && IsOccupied(at, agent)));
  Agent& spawned = agents_[static_cast<std::size_t>(agent)];
  spawned.pos = at;
  spawned.dir = Draw(4, random);
  spawned.done = 0;
  NoteArrival(agent);
}

bool World::IsOccupied(Pos at, int except) const {
  // In Reset, agents without a place are done. A done agent still occupies the
  // goal, but Reset places nobody there.
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    if (static_cast<int>(i) != except && agents_[i].pos == at &&
        (agents_[i].done == 0 || At(at) == kGoal)) {
      return true;
    }
  }
  return false;
}

void World::NoteArrival(int agent) {
  const auto found = std::ranges::find(arrivals_, agent);
  std::rotate(found, found + 1, arrivals_.end());
}

void World::Step(std::span<const int> actions, std::mt19937* random,
                 std::span<float> rewards) {
  ++steps_;
  const std::array<int, kMaxAgents> order = DrawOrder(options_.agents, random);
  for (int i = 0; i < options_.agents; ++i) {
    const int agent = order[static_cast<std::size_t>(i)];
    const auto at = static_cast<std::size_t>(agent);
    rewards[at] = agents_[at].done != 0 ? 0.0F : Act(agent, actions[at]);
  }
  for (int agent = 0; options_.respawn && agent < options_.agents; ++agent) {
    if (agents_[static_cast<std::size_t>(agent)].done != 0) {
      Spawn(agent, random);
    }
  }
}

float World::Act(int agent, int action) {
  Agent& actor = agents_[static_cast<std::size_t>(agent)];
  float reward = 0;
  if (action == kLeft) {
    actor.dir = (actor.dir + 3) % 4;
  } else if (action == kRight) {
    actor.dir = (actor.dir + 1) % 4;
  } else if (action == kForward) {
    reward = MoveForward(agent);
  }
  actor.prestige *= options_.prestige_beta;
  return reward;
}

float World::MoveForward(int agent) {
  Agent& actor = agents_[static_cast<std::size_t>(agent)];
  const Pos ahead = actor.pos + kSteps[static_cast<std::size_t>(actor.dir)];
  const Cell cell = At(ahead);
  if (cell == kWall || (!options_.ghosts && IsOccupied(ahead, agent))) {
    return 0;
  }
  actor.pos = ahead;
  NoteArrival(agent);
  if (cell == kEmpty) {
    return 0;
  }
  float reward = 1;
  if (cell == kGoal) {
    actor.done = 1;
  } else {
    reward = BonusReward(&actor, cell - kBonus);
  }
  if (options_.reward_decay) {
    reward *= 1.0F - 0.9F * (static_cast<float>(steps_) /
                             static_cast<float>(options_.max_steps));
  }
  actor.prestige = reward >= 0 ? actor.prestige + reward : 0.0F;
  return reward;
}

float World::BonusReward(Agent* agent, int tile) const {
  const int before = (tile + options_.bonus_tiles - 1) % options_.bonus_tiles;
  const bool is_first = agent->last_bonus < 0;
  if (is_first) {
    agent->last_bonus = before;
  }
  // With one tile, it is both the last one and the next.
  const bool is_next = agent->last_bonus == before && before != tile;
  if (is_next || options_.reset_on_mistake) {
    agent->last_bonus = tile;
  }
  if (is_first && !options_.initial_reward) {
    return 0;
  }
  return is_next ? options_.bonus_reward : -std::abs(options_.bonus_penalty);
}

bool World::IsOver() const {
  return std::ranges::all_of(
      agents_, [](const Agent& agent) { return agent.done != 0; });
}

bool World::HasRoom() const {
  return std::ranges::count(cells_, kEmpty) >=
         (options_.ghosts ? 1 : options_.agents);
}

void World::Save(StateWriter* writer) const {
  writer->Write(cells_);
  writer->Write(arrivals_);
  for (const Agent& agent : agents_) {
    writer->Write(agent);
  }
  writer->Write(steps_);
}

void World::Load(StateReader* reader) {
  const int last = options_.size - 1;
  reader->Read(&cells_, cells_.size());
  for (const Cell cell : cells_) {
    reader->Require(cell < kBonus + options_.bonus_tiles);
  }
  for (int i = 0; i <= last; ++i) {
    for (const Pos edge : {Pos{i, 0}, {i, last}, {0, i}, {last, i}}) {
      reader->Require(At(edge) == kWall);
    }
  }
  reader->Require(HasRoom());
  reader->Read(&arrivals_, agents_.size());
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    reader->Require(std::ranges::count(arrivals_, i) == 1);
  }
  for (Agent& agent : agents_) {
    reader->Read(&agent.pos.x, 1, last - 1);
    reader->Read(&agent.pos.y, 1, last - 1);
    reader->Require(At(agent.pos) != kWall);
    reader->Read(&agent.dir, 0, 3);
    reader->Read(&agent.last_bonus, -1, options_.bonus_tiles - 1);
    constexpr float kMost = std::numeric_limits<float>::max();
    reader->Read(&agent.prestige, -kMost, kMost);
    reader->Read(&agent.done, 0, 1);
  }
  reader->Read(&steps_, 0, options_.max_steps);
}

}  // namespace envpool::marlgrid
