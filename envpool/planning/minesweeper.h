// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Minesweeper: uncover all cells without a mine. An uncovered cell shows the
// number of mines around it; -1 is a covered cell. The episode ends with a
// mine, with a cell that is uncovered already, or when all is done.

#ifndef ENVPOOL_PLANNING_MINESWEEPER_H_
#define ENVPOOL_PLANNING_MINESWEEPER_H_

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <vector>

#include "envpool/planning/draw.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

class Minesweeper {
 public:
  static constexpr bool kMasksChoices = false;

  static decltype(auto) DefaultConfig() {
    return MakeDict(
        "num_rows"_.Bind(10), "num_cols"_.Bind(10), "num_mines"_.Bind(10),
        "revealed_empty_square_reward"_.Bind(1.0),
        "revealed_mine_reward"_.Bind(0.0), "invalid_action_reward"_.Bind(0.0));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int rows = conf["num_rows"_];
    const int cols = conf["num_cols"_];
    const int cells = rows * cols;
    const int mines = conf["num_mines"_];
    RequireConfig(mines < cells, "num_mines", "fewer mines than cells", mines);
    // A last step onto a mine is counted, too.
    const int steps = cells - mines + 1;
    return MakeDict(
        "obs:board"_.Bind(Spec<int>({rows, cols}, {kCovered, 8})),
        "obs:action_mask"_.Bind(Spec<bool>({rows, cols}, {false, true})),
        "obs:num_mines"_.Bind(Spec<int>({}, {0, cells - 1})),
        "obs:step_count"_.Bind(Spec<int>({}, {0, steps})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& conf) {
    return {conf["num_rows"_], conf["num_cols"_]};
  }

  template <typename Config>
  explicit Minesweeper(const Config& conf)
      : extent_{conf["num_rows"_], conf["num_cols"_]},
        mines_(conf["num_mines"_]),
        drawer_(extent_.Size()),
        empty_reward_(
            static_cast<float>(conf["revealed_empty_square_reward"_])),
        mine_reward_(static_cast<float>(conf["revealed_mine_reward"_])),
        invalid_reward_(static_cast<float>(conf["invalid_action_reward"_])),
        board_(extent_.Size()),
        mined_(extent_.Size()) {}

  void Start(const threefry::Key& key) {
    std::ranges::fill(board_, kCovered);
    std::ranges::fill(mined_, 0);
    const auto cells = drawer_.Permute(threefry::Split(key, 1));
    for (const int cell : cells.first(mines_)) {
      mined_[cell] = 1;
    }
    steps_ = 0;
  }

  Outcome Step(const int* action) {
    const Cell cell{action[0], action[1]};
    std::int8_t& shown = board_[extent_.Index(cell)];
    const bool legal = shown == kCovered;
    shown = CountAround(cell);
    ++steps_;
    if (!legal) {
      return {invalid_reward_, true};
    }
    if (mined_[extent_.Index(cell)] != 0) {
      return {mine_reward_, true};
    }
    return {empty_reward_, std::ranges::count(board_, kCovered) == mines_};
  }

  template <typename Row>
  void Write(const Row& row) const {
    Copy(board_, row["obs:board"_]);
    Copy(std::views::transform(board_,
                               [](int shown) { return shown == kCovered; }),
         row["obs:action_mask"_]);
    *row["obs:num_mines"_] = mines_;
    *row["obs:step_count"_] = steps_;
  }

  [[nodiscard]] PictureSize SizeOfPicture() const {
    return {extent_.cols, extent_.rows};
  }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    visit(&board_, +kCovered, 8);
    visit(&mined_, 0, 1);
    visit(&steps_, 0, extent_.Size() - mines_ + 1);
  }
  bool Restore() { return std::ranges::count(mined_, 1) == mines_; }

 private:
  static constexpr std::int8_t kCovered = -1;

  [[nodiscard]] std::int8_t CountAround(const Cell& cell) const {
    std::int8_t count = 0;
    for (int i = 0; i < 9; ++i) {
      const Cell next = cell + Cell{i / 3 - 1, i % 3 - 1};
      if (next != cell && extent_.Contains(next)) {
        count = static_cast<std::int8_t>(count + mined_[extent_.Index(next)]);
      }
    }
    return count;
  }

  Extent extent_;
  int mines_;
  SeveralDrawer drawer_;
  float empty_reward_;
  float mine_reward_;
  float invalid_reward_;
  std::vector<std::int8_t> board_;
  std::vector<Flag> mined_;
  int steps_{0};
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_MINESWEEPER_H_
