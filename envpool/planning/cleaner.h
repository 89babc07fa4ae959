// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Cleaner: several agents clean the tiles of a maze. All move at once; the
// reward is the number of tiles cleaned, minus a penalty. The episode ends when
// all tiles are clean, with the time limit, or when an agent steps into a wall.

#ifndef ENVPOOL_PLANNING_CLEANER_H_
#define ENVPOOL_PLANNING_CLEANER_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "envpool/planning/problem.h"
#include "envpool/planning/walls.h"

namespace envpool::planning {

class Cleaner {
 public:
  static constexpr bool kMasksChoices = false;

  static decltype(auto) DefaultConfig() {
    return MakeDict("num_rows"_.Bind(10), "num_cols"_.Bind(10),
                    "num_agents"_.Bind(3), "time_limit"_.Bind(0),
                    "penalty_per_timestep"_.Bind(0.5));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int rows = conf["num_rows"_];
    const int cols = conf["num_cols"_];
    const int agents = conf["num_agents"_];
    return MakeDict(
        "obs:grid"_.Bind(Spec<std::int8_t>({rows, cols}, {kDirty, kWall})),
        "obs:agents_locations"_.Bind(Spec<int>(
            {agents, 2}, {std::vector{0, 0}, std::vector{rows, cols}})),
        "obs:action_mask"_.Bind(Spec<bool>({agents, 4}, {false, true})),
        "obs:step_count"_.Bind(Spec<int>({}, {0, Limit(conf)})),
        "info:ratio_dirty_tiles"_.Bind(Spec<float>({}, {0.0F, 1.0F})),
        "info:num_dirty_tiles"_.Bind(Spec<int>({}, {0, rows * cols})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& conf) {
    return std::vector<int>(conf["num_agents"_], 4);
  }

  template <typename Config>
  explicit Cleaner(const Config& conf)
      : extent_{conf["num_rows"_], conf["num_cols"_]},
        limit_(Limit(conf)),
        builder_(extent_),
        penalty_(static_cast<float>(conf["penalty_per_timestep"_])),
        walls_(extent_.Size()),
        dirty_(extent_.Size()),
        agents_(conf["num_agents"_]) {}

  void Start(const threefry::Key& key) {
    builder_.Build(threefry::Split(key, 0), &walls_);
    std::ranges::transform(walls_, dirty_.begin(),
                           [](Flag wall) { return wall == 0 ? 1 : 0; });
    walls_[0] = dirty_[0] = 0;
    std::ranges::fill(agents_, 0);
    steps_ = 0;
    Restore();
  }

  Outcome Step(const int* action) {
    const int before = num_dirty_;
    bool legal = true;
    for (std::size_t i = 0; i < agents_.size(); ++i) {
      const Cell to = extent_.At(agents_[i]) + kSteps[action[i]];
      if (extent_.Contains(to) && walls_[extent_.Index(to)] == 0) {
        agents_[i] = extent_.Index(to);
      } else {
        legal = false;
      }
    }
    for (const int cell : agents_) {
      num_dirty_ -= dirty_[cell];
      dirty_[cell] = 0;
    }
    ++steps_;
    return {static_cast<float>(before - num_dirty_) - penalty_,
            !legal || num_dirty_ == 0 || steps_ >= limit_};
  }

  template <typename Row>
  void Write(const Row& row) const {
    auto* grid = row["obs:grid"_];
    auto* locations = row["obs:agents_locations"_];
    auto* mask = row["obs:action_mask"_];
    for (int cell = 0; cell < extent_.Size(); ++cell) {
      const std::int8_t floor = dirty_[cell] != 0 ? kDirty : kClean;
      grid[cell] = walls_[cell] != 0 ? kWall : floor;
    }
    for (const int agent : agents_) {
      const Cell at = extent_.At(agent);
      *locations++ = at.row;
      *locations++ = at.col;
      WriteOpenSteps(at, extent_, walls_, mask);
      mask += 4;
    }
    *row["obs:step_count"_] = steps_;
    *row["info:num_dirty_tiles"_] = num_dirty_;
    *row["info:ratio_dirty_tiles"_] =
        static_cast<float>(num_dirty_) / static_cast<float>(num_free_);
  }

  [[nodiscard]] PictureSize SizeOfPicture() const {
    return {extent_.cols, extent_.rows};
  }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    visit(&walls_, 0, 1);
    visit(&dirty_, 0, 1);
    visit(&agents_, 0, extent_.Size() - 1);
    visit(&steps_, 0, limit_);
  }
  bool Restore() {
    num_dirty_ = static_cast<int>(std::ranges::count(dirty_, 1));
    num_free_ = static_cast<int>(std::ranges::count(walls_, 0));
    return num_free_ > 0;
  }

 private:
  static constexpr std::int8_t kDirty = 0;
  static constexpr std::int8_t kClean = 1;
  static constexpr std::int8_t kWall = 2;

  template <typename Config>
  static int Limit(const Config& conf) {
    const int limit = conf["time_limit"_];
    return limit > 0 ? limit : conf["num_rows"_] * conf["num_cols"_];
  }

  Extent extent_;
  int limit_;
  WallBuilder builder_;
  float penalty_;
  std::vector<Flag> walls_;
  std::vector<Flag> dirty_;
  std::vector<int> agents_;  // their cells
  int steps_{0};
  int num_dirty_{0};
  int num_free_{0};  // number of cells without a wall
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_CLEANER_H_
