// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// World: a square grid with agents, and the rules of MarlGrid's tasks.
//
// Draws: all random numbers come from the std::mt19937 that the caller owns, in
// the order of EnvPool 1.2.7, so that equal seeds give equal episodes.
//
// Threads: one at a time. Errors: Load throws Error(kArgument) for states in
// which an agent could leave the grid or would find no place.

#ifndef ENVPOOL_MARLGRID_WORLD_H_
#define ENVPOOL_MARLGRID_WORLD_H_

#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "envpool/core/state_io.h"

namespace envpool::marlgrid {

inline constexpr int kMaxAgents = 6;  // the number of colors
inline constexpr int kMaxBonusTiles = 100;

/// The content of a cell. Bonus tile `i` is kBonus + i.
using Cell = std::uint8_t;
inline constexpr Cell kEmpty = 0;
inline constexpr Cell kWall = 1;
inline constexpr Cell kGoal = 2;
inline constexpr Cell kBonus = 3;

/// The options of a world, which the caller has checked: the grid has room for
/// all objects and agents.
struct Options {
  bool has_cycle;  // bonus tiles instead of a goal
  int agents;
  int size;  // cells along a side, walls included
  int clutter;
  bool randomize_goal;
  int bonus_tiles;
  float bonus_reward;
  float bonus_penalty;
  bool initial_reward;
  bool reset_on_mistake;
  bool reward_decay;
  bool respawn;
  bool ghosts;  // agents pass through each other
  float prestige_beta;
  int max_steps;
};

struct Pos {
  int x, y;
  bool operator==(const Pos&) const = default;
  Pos operator+(Pos other) const { return {x + other.x, y + other.y}; }
  Pos operator*(int times) const { return {x * times, y * times}; }
};

/// Directions: 0 is right, 1 down, 2 left, 3 up.
inline constexpr std::array<Pos, 4> kSteps{Pos{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

struct Agent {
  Pos pos{1, 1};
  int dir{0};
  int last_bonus{-1};  // the bonus tile that counts as the last one; -1 if none
  float prestige{0};
  int done{1};  // has reached the goal and left the grid
};

class World {
 public:
  explicit World(const Options& options);

  void Reset(std::mt19937* random);
  /// Lets each agent act; sets its reward.
  void Step(std::span<const int> actions, std::mt19937* random,
            std::span<float> rewards);

  /// Whether all agents are done; before the first Reset they are.
  [[nodiscard]] bool IsOver() const;
  [[nodiscard]] int size() const { return options_.size; }
  [[nodiscard]] const std::vector<Agent>& agents() const { return agents_; }
  [[nodiscard]] bool Contains(Pos at) const {
    return at.x >= 0 && at.y >= 0 && at.x < size() && at.y < size();
  }
  /// The content of a cell of the grid.
  [[nodiscard]] Cell At(Pos at) const { return cells_[Index(at)]; }
  /// The numbers of agents, in the order in which they came to their cells.
  [[nodiscard]] std::span<const std::uint8_t> arrivals() const {
    return arrivals_;
  }

  void Save(StateWriter* writer) const;
  void Load(StateReader* reader);

 private:
  [[nodiscard]] std::size_t Index(Pos at) const {
    return static_cast<std::size_t>(at.y * options_.size + at.x);
  }
  void Clear();
  void PlaceObjects(std::mt19937* random);
  void PlaceObject(Cell object, std::mt19937* random);
  void Spawn(int agent, std::mt19937* random);
  [[nodiscard]] bool IsOccupied(Pos at, int except) const;
  void NoteArrival(int agent);
  [[nodiscard]] float Act(int agent, int action);
  [[nodiscard]] float MoveForward(int agent);
  [[nodiscard]] float BonusReward(Agent* agent, int tile) const;
  [[nodiscard]] bool HasRoom() const;

  const Options options_;
  std::vector<Cell> cells_;
  std::vector<Agent> agents_;
  std::vector<std::uint8_t> arrivals_;  // a permutation of the agents' numbers
  int steps_{0};
};

}  // namespace envpool::marlgrid

#endif  // ENVPOOL_MARLGRID_WORLD_H_
