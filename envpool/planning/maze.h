// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Maze: find the way to the target, which is worth 1. A step into a wall does
// nothing.

#ifndef ENVPOOL_PLANNING_MAZE_H_
#define ENVPOOL_PLANNING_MAZE_H_

#include <algorithm>
#include <array>
#include <ranges>
#include <vector>

#include "envpool/planning/draw.h"
#include "envpool/planning/problem.h"
#include "envpool/planning/walls.h"

namespace envpool::planning {

class Maze {
 public:
  static constexpr bool kMasksChoices = true;

  static decltype(auto) DefaultConfig() {
    return MakeDict("num_rows"_.Bind(10), "num_cols"_.Bind(10),
                    "time_limit"_.Bind(0));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int rows = conf["num_rows"_];
    const int cols = conf["num_cols"_];
    const Spec<int> row({}, {0, rows - 1});
    const Spec<int> col({}, {0, cols - 1});
    return MakeDict("obs:agent_position.row"_.Bind(row),
                    "obs:agent_position.col"_.Bind(col),
                    "obs:target_position.row"_.Bind(row),
                    "obs:target_position.col"_.Bind(col),
                    "obs:walls"_.Bind(Spec<bool>({rows, cols}, {false, true})),
                    "obs:step_count"_.Bind(Spec<int>({}, {0, Limit(conf)})),
                    "obs:action_mask"_.Bind(Spec<bool>({4}, {false, true})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& /*conf*/) {
    return {4};
  }

  template <typename Config>
  explicit Maze(const Config& conf)
      : extent_{conf["num_rows"_], conf["num_cols"_]},
        limit_(Limit(conf)),
        builder_(extent_),
        drawer_(extent_.Size()),
        walls_(extent_.Size()) {}

  void Start(const threefry::Key& key) {
    builder_.Build(threefry::Split(key, 1), &walls_);
    const auto free =
        std::views::transform(walls_, [](Flag wall) { return wall == 0; });
    const auto cells = drawer_.ChooseSet(threefry::Split(key, 2), free, 2);
    agent_ = cells[0];
    target_ = cells[1];
    steps_ = 0;
    FindMask();
  }

  Outcome Step(const int* action) {
    if (mask_[*action]) {
      agent_ = extent_.Index(extent_.At(agent_) + kSteps[*action]);
      FindMask();
    }
    ++steps_;
    const bool found = agent_ == target_;
    const bool stuck = std::ranges::count(mask_, true) == 0;
    return {found ? 1.0F : 0.0F, found || stuck || steps_ >= limit_};
  }

  template <typename Row>
  void Write(const Row& row) const {
    const Cell agent = extent_.At(agent_);
    const Cell target = extent_.At(target_);
    *row["obs:agent_position.row"_] = agent.row;
    *row["obs:agent_position.col"_] = agent.col;
    *row["obs:target_position.row"_] = target.row;
    *row["obs:target_position.col"_] = target.col;
    Copy(walls_, row["obs:walls"_]);
    *row["obs:step_count"_] = steps_;
    Copy(mask_, row["obs:action_mask"_]);
  }

  [[nodiscard]] PictureSize SizeOfPicture() const {
    return {extent_.cols, extent_.rows};
  }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    visit(&walls_, 0, 1);
    visit(&agent_, 0, extent_.Size() - 1);
    visit(&target_, 0, extent_.Size() - 1);
    visit(&steps_, 0, limit_);
  }
  bool Restore() {
    FindMask();
    return true;
  }

 private:
  template <typename Config>
  static int Limit(const Config& conf) {
    const int limit = conf["time_limit"_];
    return limit > 0 ? limit : conf["num_rows"_] * conf["num_cols"_];
  }

  void FindMask() {
    WriteOpenSteps(extent_.At(agent_), extent_, walls_, mask_.data());
  }

  Extent extent_;
  int limit_;
  WallBuilder builder_;
  SeveralDrawer drawer_;
  std::vector<Flag> walls_;
  int agent_{0};
  int target_{0};
  int steps_{0};
  std::array<bool, 4> mask_{};
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_MAZE_H_
