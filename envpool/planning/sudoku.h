// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Sudoku: fill a grid so that each row, column and box has all nine digits. The
// reward is 1 for the solution. The episode ends with an illegal digit, or when
// no cell can be filled. Digits are 0 to 8, and -1 is an empty cell.

#ifndef ENVPOOL_PLANNING_SUDOKU_H_
#define ENVPOOL_PLANNING_SUDOKU_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "envpool/planning/levels.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

class Sudoku {
 public:
  static constexpr bool kMasksChoices = false;

  static decltype(auto) DefaultConfig() {
    return MakeDict("database"_.Bind(std::string("mixed")));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs:board"_.Bind(Spec<int>({kSide, kSide}, {-1, kSide})),
                    "obs:action_mask"_.Bind(
                        Spec<bool>({kSide, kSide, kSide}, {false, true})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& /*conf*/) {
    return {kSide, kSide, kSide};
  }

  template <typename Config>
  explicit Sudoku(const Config& conf)
      : boards_(Levels::Load({"database",
                              conf["database"_],
                              conf["base_path"_] + "/planning/levels",
                              "sudoku-",
                              {kSide, kSide},
                              kSide})),
        board_(kSide * kSide) {}

  void Start(const threefry::Key& key) {
    const auto board = (*boards_)[threefry::RandInt(threefry::Split(key, 1), 0,
                                                    boards_->Count())];
    std::ranges::transform(board, board_.begin(),
                           [](std::uint8_t digit) { return digit - 1; });
    FindUsed();
  }

  Outcome Step(const int* action) {
    const int cell = action[0] * kSide + action[1];
    const bool is_legal = (Free(cell) >> action[2] & 1) != 0;
    board_[cell] = static_cast<std::int8_t>(action[2]);
    FindUsed();
    bool can_go_on = false;
    for (int i = 0; i < kSide * kSide; ++i) {
      can_go_on = can_go_on || Free(i) != 0;
    }
    const bool solved = std::ranges::count(used_, kAll) == 3 * kSide;
    return {solved ? 1.0F : 0.0F, !is_legal || !can_go_on};
  }

  template <typename Row>
  void Write(const Row& row) const {
    Copy(board_, row["obs:board"_]);
    auto* mask = row["obs:action_mask"_];
    for (int cell = 0; cell < kSide * kSide; ++cell) {
      const unsigned free = Free(cell);
      for (int digit = 0; digit < kSide; ++digit) {
        *mask++ = (free >> digit & 1) != 0;
      }
    }
  }

  [[nodiscard]] PictureSize SizeOfPicture() const { return {kSide, kSide}; }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    visit(&board_, -1, kSide - 1);
  }
  bool Restore() {
    FindUsed();
    return true;
  }

 private:
  static constexpr int kSide = 9;
  static constexpr unsigned kAll = (1 << kSide) - 1;

  /// The row, column and box of a cell, as indices of used_.
  static std::array<int, 3> GroupsOf(int cell) {
    const int row = cell / kSide;
    const int col = cell % kSide;
    return {row, kSide + col, 2 * kSide + row / 3 * 3 + col / 3};
  }

  /// The digits that a cell may get, bit by bit.
  [[nodiscard]] unsigned Free(int cell) const {
    const auto [row, col, box] = GroupsOf(cell);
    return board_[cell] >= 0 ? 0
                             : kAll & ~(used_[row] | used_[col] | used_[box]);
  }

  void FindUsed() {
    used_.fill(0);
    for (int cell = 0; cell < kSide * kSide; ++cell) {
      if (board_[cell] >= 0) {
        for (const int group : GroupsOf(cell)) {
          used_[group] |= 1U << board_[cell];
        }
      }
    }
  }

  std::shared_ptr<const Levels> boards_;
  std::vector<std::int8_t> board_;
  std::array<unsigned, 3 * kSide> used_{};  // bit by bit: digits of each group
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_SUDOKU_H_
