// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tetris: each action drops the tetromino, turned as chosen, at a column. Full
// lines vanish and are worth 40, 100, 300 or 1200 together. The episode ends
// with an illegal action, when nothing fits, or with the time limit.

#ifndef ENVPOOL_PLANNING_TETRIS_H_
#define ENVPOOL_PLANNING_TETRIS_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "envpool/planning/problem.h"

namespace envpool::planning {

class Tetris {
 public:
  static constexpr bool kMasksChoices = false;

  static decltype(auto) DefaultConfig() {
    return MakeDict("num_rows"_.Bind(10), "num_cols"_.Bind(10),
                    "time_limit"_.Bind(400));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int rows = conf["num_rows"_];
    const int cols = conf["num_cols"_];
    return MakeDict(
        "obs:grid"_.Bind(Spec<int>({rows, cols}, {0, 1})),
        "obs:tetromino"_.Bind(Spec<int>({kSide, kSide}, {0, 1})),
        "obs:action_mask"_.Bind(Spec<bool>({kTurns, cols}, {false, true})),
        "obs:step_count"_.Bind(Spec<int>({}, {0, conf["time_limit"_] - 1})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& conf) {
    return {kTurns, conf["num_cols"_]};
  }

  template <typename Config>
  explicit Tetris(const Config& conf)
      : rows_(conf["num_rows"_]),
        cols_(conf["num_cols"_]),
        limit_(conf["time_limit"_]),
        lines_(rows_ + kMargin),
        mask_(kTurns * cols_) {}

  void Start(const threefry::Key& key) {
    std::ranges::fill(lines_, 0);
    key_ = key;
    kind_ = threefry::RandInt(key, 0, kKinds);
    steps_ = 0;
    FindMask();
  }

  Outcome Step(const int* action) {
    const auto [turn, col] = std::array{action[0], action[1]};
    const bool legal = mask_[turn * cols_ + col] != 0;
    Drop(kPieces[kind_][turn], col);
    const int full = ClearFullLines();
    const threefry::Key sample_key = threefry::Split(key_, 1);
    key_ = threefry::Split(key_, 0);
    kind_ = threefry::RandInt(sample_key, 0, kKinds);
    FindMask();
    ++steps_;
    const bool stuck = std::ranges::count(mask_, 1) == 0;
    return {legal ? kRewards[full] : 0, !legal || stuck || steps_ >= limit_};
  }

  template <typename Row>
  void Write(const Row& row) const {
    auto* grid = row["obs:grid"_];
    for (int line = 0; line < rows_; ++line) {
      for (int col = 0; col < cols_; ++col) {
        *grid++ = static_cast<int>(lines_[line] >> col & 1);
      }
    }
    auto* cells = row["obs:tetromino"_];
    for (int i = 0; i < kSide * kSide; ++i) {
      cells[i] = kPieces[kind_][0] >> i & 1;
    }
    Copy(mask_, row["obs:action_mask"_]);
    // Jumanji's observations have a count of 0 throughout.
    *row["obs:step_count"_] = 0;
  }

  [[nodiscard]] PictureSize SizeOfPicture() const {
    return {cols_ + 2 + kSide, rows_};
  }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    visit(&key_);
    visit(&lines_, 0U, (1U << (cols_ + kMargin)) - 1);
    visit(&kind_, 0, kKinds - 1);
    visit(&steps_, 0, limit_);
  }
  bool Restore() {
    FindMask();
    return true;
  }

 private:
  static constexpr int kKinds = 7;
  static constexpr int kTurns = 4;
  static constexpr int kSide = 4;    // of the square that holds a piece
  static constexpr int kMargin = 3;  // rows and columns beyond the board, into
                                     // which that square may reach
  static constexpr std::array<float, 5> kRewards{0, 40, 100, 300, 1200};

  // By kind and turn: bit 4 * row + column of each cell.
  using Piece = std::uint16_t;
  static constexpr Piece kPieces[kKinds][kTurns] = {
      {0x1111, 0x000F, 0x1111, 0x000F}, {0x0036, 0x0231, 0x0036, 0x0231},
      {0x0063, 0x0132, 0x0063, 0x0132}, {0x0033, 0x0033, 0x0033, 0x0033},
      {0x0027, 0x0232, 0x0072, 0x0131}, {0x0311, 0x0017, 0x0223, 0x0074},
      {0x0322, 0x0071, 0x0113, 0x0047},
  };

  /// A row of a piece.
  static unsigned RowOf(Piece piece, int row) {
    return piece >> kSide * row & 0xF;
  }

  [[nodiscard]] bool Fits(Piece piece, int row, int col) const {
    for (int i = 0; i < kSide; ++i) {
      if ((RowOf(piece, i) << col & lines_[row + i]) != 0) {
        return false;
      }
    }
    return true;
  }

  /// Drops a piece to the row before the first one where it does not fit; if it
  /// fits nowhere or everywhere, to the last row.
  void Drop(Piece piece, int col) {
    int row = 0;
    while (row < rows_ && Fits(piece, row, col) && IsAbove(piece, row)) {
      ++row;
    }
    row = row == 0 ? rows_ - 1 : row - 1;
    for (int i = 0; i < kSide; ++i) {
      lines_[row + i] |= RowOf(piece, i) << col;
    }
  }

  /// Whether a piece at this row is on the board with all of its rows.
  [[nodiscard]] bool IsAbove(Piece piece, int row) const {
    const int below = rows_ - row;  // the first row of the piece beyond
    return below >= kSide || RowOf(piece, below) == 0;
  }

  /// Removes the full lines, and returns their number.
  int ClearFullLines() {
    const std::uint32_t all = (1U << cols_) - 1;
    auto to = lines_.end();
    for (auto from = lines_.end(); from != lines_.begin();) {
      --from;
      if ((*from & all) != all) {
        *--to = *from;
      }
    }
    std::fill(lines_.begin(), to, 0);
    return static_cast<int>(to - lines_.begin());
  }

  /// Finds the turns and columns at which the piece can enter the board.
  void FindMask() {
    for (int turn = 0; turn < kTurns; ++turn) {
      const Piece piece = kPieces[kind_][turn];
      const unsigned low = RowOf(piece, 2);
      const unsigned middle = RowOf(piece, 1) | low;
      const unsigned top = RowOf(piece, 0) | middle;
      const unsigned wide = top | RowOf(piece, 3);
      // While it falls, the upper rows meet what the rows below them met.
      const auto falling =
          static_cast<Piece>(top | middle << kSide | (piece & 0xFF00));
      for (int col = 0; col < cols_; ++col) {
        const int beyond = cols_ - col;  // the piece's first column beyond
        const bool inside = beyond >= kSide || (wide >> beyond & 1) == 0;
        mask_[turn * cols_ + col] = inside && Fits(falling, 0, col) ? 1 : 0;
      }
    }
  }

  int rows_;
  int cols_;
  int limit_;
  threefry::Key key_;
  std::vector<std::uint32_t> lines_;  // a bit for each cell, with the margin
  int kind_{0};                       // of the tetromino
  int steps_{0};
  std::vector<Flag> mask_;
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_TETRIS_H_
