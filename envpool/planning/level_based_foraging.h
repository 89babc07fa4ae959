// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// LevelBasedForaging: agents on a grid, each with a level, collect food that
// has levels, too. Agents beside a food that all load at once eat it if the sum
// of their levels suffices, and share the reward by their levels. The reward of
// the env is the sum. The episode ends when all food is eaten.

#ifndef ENVPOOL_PLANNING_LEVEL_BASED_FORAGING_H_
#define ENVPOOL_PLANNING_LEVEL_BASED_FORAGING_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "envpool/planning/draw.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

class LevelBasedForaging {
 public:
  static constexpr bool kMasksChoices = false;

  static decltype(auto) DefaultConfig() {
    return MakeDict("grid_size"_.Bind(8), "fov"_.Bind(8), "num_agents"_.Bind(2),
                    "num_food"_.Bind(2), "max_agent_level"_.Bind(2),
                    "force_coop"_.Bind(true), "share_reward"_.Bind(true),
                    "penalty"_.Bind(0.0));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int agents = conf["num_agents"_];
    const int food = conf["num_food"_];
    const int items = agents + food;
    const int side = conf["grid_size"_];
    const int largest = std::max(side, agents * conf["max_agent_level"_]);
    RequireConfig(conf["fov"_] <= side, "fov", "at most grid_size",
                  conf["fov"_]);
    RequireConfig((side - 2) * (side - 2) - agents > 5 * food, "num_food",
                  "space for each food and around it", food);
    // The food's rows may be all but two; see Start.
    RequireConfig(agents <= 2 * side, "num_agents", "at most 2 * grid_size",
                  agents);
    return MakeDict(
        "obs:agents_view"_.Bind(Spec<int>({agents, 3 * items}, {-1, largest})),
        "obs:action_mask"_.Bind(Spec<bool>({agents, kActions}, {false, true})),
        "obs:step_count"_.Bind(Spec<int>({}, {0, conf["max_episode_steps"_]})),
        "info:agent_rewards"_.Bind(Spec<float>({agents})),
        "info:percent_eaten"_.Bind(Spec<float>({}, {0.0F, 100.0F})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& conf) {
    return std::vector<int>(conf["num_agents"_], kActions);
  }

  template <typename Config>
  explicit LevelBasedForaging(const Config& conf)
      : extent_{conf["grid_size"_], conf["grid_size"_]},
        view_(conf["fov"_]),
        max_level_(conf["max_agent_level"_]),
        must_cooperate_(conf["force_coop"_]),
        limit_(conf["max_episode_steps"_]),
        shares_(conf["share_reward"_]),
        penalty_(static_cast<float>(conf["penalty"_])),
        drawer_(extent_.Size()),
        free_(extent_.Size()),
        agents_(conf["num_agents"_]),
        levels_(agents_.size()),
        food_(conf["num_food"_]),
        food_levels_(food_.size()),
        eaten_(food_.size()),
        moved_(agents_.size()),
        loaded_(agents_.size()),
        rewards_(agents_.size()) {}

  void Start(const threefry::Key& key) {
    PlaceFood(threefry::Split(key, 0));
    // Jumanji excludes a row if its number is the row or the column of a food.
    std::ranges::fill(free_, 1);
    for (const int food : food_) {
      const Cell cell = extent_.At(food);
      for (const int row : {cell.row, cell.col}) {
        std::fill_n(free_.begin() + row * extent_.cols, extent_.cols, 0);
      }
    }
    std::ranges::copy(drawer_.ChooseSet(threefry::Split(key, 1), free_,
                                        static_cast<int>(agents_.size())),
                      agents_.begin());
    DrawLevels(threefry::Split(key, 3), max_level_, &levels_);
    // The sum of the three lowest levels, for which moved_ is sorted.
    moved_ = levels_;
    std::ranges::sort(moved_);
    const auto few = std::min<std::size_t>(3, moved_.size());
    const int most = std::accumulate(moved_.begin(), moved_.begin() + few, 0);
    if (must_cooperate_) {
      std::ranges::fill(food_levels_, most);
    } else {
      DrawLevels(threefry::Split(key, 2), most, &food_levels_);
    }
    std::ranges::fill(eaten_, 0);
    std::ranges::fill(rewards_, 0);
    steps_ = 0;
  }

  Outcome Step(const int* action) {
    Move(action);
    std::ranges::fill(rewards_, 0);
    const int total =
        std::accumulate(food_levels_.begin(), food_levels_.end(), 0);
    for (std::size_t i = 0; i < food_.size(); ++i) {
      Load(action, static_cast<int>(i), total);
    }
    ++steps_;
    return {std::accumulate(rewards_.begin(), rewards_.end(), 0.0F),
            std::ranges::count(eaten_, 0) == 0};
  }

  template <typename Row>
  void Write(const Row& row) const {
    auto* view = row["obs:agents_view"_];
    auto* mask = row["obs:action_mask"_];
    for (std::size_t i = 0; i < agents_.size(); ++i) {
      view = WriteView(i, view);
      WriteMask(agents_[i], mask + i * kActions);
    }
    const auto eaten = static_cast<int>(std::ranges::count(eaten_, 1));
    *row["obs:step_count"_] = steps_;
    Copy(rewards_, row["info:agent_rewards"_]);
    *row["info:percent_eaten"_] =
        Share(eaten, static_cast<int>(food_.size())) * 100;
  }

  [[nodiscard]] PictureSize SizeOfPicture() const {
    return {extent_.cols, extent_.rows};
  }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    const int last = extent_.Size() - 1;
    const int agents = static_cast<int>(agents_.size());
    visit(&agents_, 0, last);
    visit(&levels_, 1, max_level_);
    visit(&food_, 0, last);
    visit(&food_levels_, 1, agents * max_level_);
    visit(&eaten_, 0, 1);
    visit(&steps_, 0, limit_);
  }
  bool Restore() { return true; }

 private:
  static constexpr int kActions = 6;
  static constexpr int kLoad = 5;
  // Stay, up, down, left, right, load.
  static constexpr std::array<Cell, kActions> kMoves{
      {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}, {0, 0}}};

  /// Draws cells that are neither at the edge nor beside other food.
  void PlaceFood(const threefry::Key& key) {
    const int side = extent_.rows;
    for (int i = 0; i < extent_.Size(); ++i) {
      const auto [row, col] = extent_.At(i);
      const bool inside =
          row > 0 && row < side - 1 && col > 0 && col < side - 1;
      free_[i] = inside ? 1 : 0;
    }
    for (std::size_t i = 0; i < food_.size(); ++i) {
      food_[i] = threefry::ChooseSet(
          threefry::Split(key, static_cast<std::uint32_t>(i)), free_);
      for (const Cell& move : kMoves) {
        free_[extent_.Index(extent_.At(food_[i]) + move)] = 0;
      }
    }
  }

  static void DrawLevels(const threefry::Key& key, int most,
                         std::vector<int>* levels) {
    std::uint32_t at = 0;
    for (int& level : *levels) {
      level = threefry::RandInt(key, 1, most + 1, at++);
    }
  }

  [[nodiscard]] bool IsFree(const Cell& cell) const {
    return extent_.Contains(cell) &&
           std::ranges::count(agents_, extent_.Index(cell)) == 0 &&
           !HasFood(extent_.Index(cell));
  }
  [[nodiscard]] bool HasFood(int cell) const {
    for (std::size_t i = 0; i < food_.size(); ++i) {
      if (food_[i] == cell && eaten_[i] == 0) {
        return true;
      }
    }
    return false;
  }
  [[nodiscard]] bool IsBeside(int from, int to) const {
    const Cell a = extent_.At(from);
    const Cell b = extent_.At(to);
    return std::abs(a.row - b.row) + std::abs(a.col - b.col) == 1;
  }

  /// Moves all agents to free cells, except those who would meet.
  void Move(const int* action) {
    for (std::size_t i = 0; i < agents_.size(); ++i) {
      const Cell to = extent_.At(agents_[i]) + kMoves[action[i]];
      moved_[i] = IsFree(to) ? extent_.Index(to) : agents_[i];
    }
    for (std::size_t i = 0; i < agents_.size(); ++i) {
      if (std::ranges::count(moved_, moved_[i]) == 1) {
        agents_[i] = moved_[i];
      }
    }
  }

  /// Lets the agents beside a food load it, and adds their rewards.
  void Load(const int* action, int food, int total) {
    int sum = 0;
    for (std::size_t i = 0; i < agents_.size(); ++i) {
      const bool loads = action[i] == kLoad && eaten_[food] == 0 &&
                         IsBeside(agents_[i], food_[food]);
      loaded_[i] = loads ? levels_[i] : 0;
      sum += loaded_[i];
    }
    if (sum == 0) {
      return;
    }
    const bool eats = sum >= food_levels_[food];
    for (std::size_t i = 0; i < agents_.size(); ++i) {
      const int share = eats ? loaded_[i] * food_levels_[food] : 0;
      const float reward = static_cast<float>(share) - (eats ? 0 : penalty_);
      rewards_[i] +=
          shares_ ? reward / static_cast<float>(sum * total) : reward;
    }
    eaten_[food] = eaten_[food] != 0 || eats ? 1 : 0;
  }

  /// Writes what an agent sees: row, column and level of each food, of itself
  /// and of the others. Returns the end.
  int* WriteView(std::size_t agent, int* view) const {
    const Cell own = extent_.At(agents_[agent]);
    const Cell offset{std::min(view_, own.row) - own.row,
                      std::min(view_, own.col) - own.col};
    const auto write = [&](int item, int level, bool exists) {
      const Cell cell = extent_.At(item);
      const bool seen = exists && std::abs(cell.row - own.row) <= view_ &&
                        std::abs(cell.col - own.col) <= view_;
      const Cell at = cell + offset;
      *view++ = seen ? at.row : -1;
      *view++ = seen ? at.col : -1;
      *view++ = seen ? level : 0;
    };
    for (std::size_t i = 0; i < food_.size(); ++i) {
      write(food_[i], food_levels_[i], eaten_[i] == 0);
    }
    write(agents_[agent], levels_[agent], true);
    for (std::size_t i = 0; i < agents_.size(); ++i) {
      if (i != agent) {
        write(agents_[i], levels_[i], true);
      }
    }
    return view;
  }

  void WriteMask(int agent, bool* mask) const {
    const Cell own = extent_.At(agent);
    mask[0] = true;
    for (int action = 1; action < kLoad; ++action) {
      mask[action] = IsFree(own + kMoves[action]);
    }
    mask[kLoad] = false;
    for (std::size_t i = 0; i < food_.size(); ++i) {
      mask[kLoad] =
          mask[kLoad] || (eaten_[i] == 0 && IsBeside(agent, food_[i]));
    }
  }

  Extent extent_;
  int view_;  // how far an agent sees
  int max_level_;
  bool must_cooperate_;
  int limit_;    // of steps, which the pool checks
  bool shares_;  // whether all rewards of an episode add up to 1
  float penalty_;
  SeveralDrawer drawer_;
  std::vector<Flag> free_;   // for Start
  std::vector<int> agents_;  // their cells
  std::vector<int> levels_;
  std::vector<int> food_;  // its cells
  std::vector<int> food_levels_;
  std::vector<Flag> eaten_;
  std::vector<int> moved_;   // for Move
  std::vector<int> loaded_;  // for Load
  std::vector<float> rewards_;
  int steps_{0};
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_LEVEL_BASED_FORAGING_H_
