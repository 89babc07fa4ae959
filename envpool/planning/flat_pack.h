// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// FlatPack: fill a grid with blocks of up to 3 by 3 cells, cut from a full one,
// turned and shuffled. The reward of a legal action is the share of the grid
// that the block fills ("cell_dense"), or of the blocks ("block_dense"). The
// episode ends after as many steps as there are blocks.
//
// An action has the block, its clockwise quarter turns, and the row and column
// of its upper left corner. An illegal one does nothing.

#ifndef ENVPOOL_PLANNING_FLAT_PACK_H_
#define ENVPOOL_PLANNING_FLAT_PACK_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "envpool/planning/draw.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

class FlatPack {
 public:
  static constexpr bool kMasksChoices = false;

  static decltype(auto) DefaultConfig() {
    return MakeDict("num_row_blocks"_.Bind(5), "num_col_blocks"_.Bind(5),
                    "reward_fn"_.Bind(std::string("cell_dense")));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const std::vector<int> choices = Choices(conf);
    const int blocks = choices[0];
    const Extent extent = ExtentOf(conf);
    return MakeDict(
        "obs:grid"_.Bind(Spec<int>({extent.rows, extent.cols}, {0, blocks})),
        "obs:blocks"_.Bind(Spec<int>({blocks, kSide, kSide}, {0, blocks})),
        "obs:action_mask"_.Bind(Spec<bool>(choices, {false, true})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& conf) {
    const Extent extent = ExtentOf(conf);
    return {conf["num_row_blocks"_] * conf["num_col_blocks"_], kTurns,
            extent.rows - 2, extent.cols - 2};
  }

  template <typename Config>
  explicit FlatPack(const Config& conf)
      : extent_(ExtentOf(conf)),
        places_{extent_.rows - 2, extent_.cols - 2},
        count_(conf["num_row_blocks"_] * conf["num_col_blocks"_]),
        counts_cells_(conf["reward_fn"_] == std::string("cell_dense")),
        drawer_(count_),
        grid_(extent_.Size()),
        cut_(count_ * kArea),
        blocks_(count_ * kArea),
        placed_(count_),
        shapes_(count_ * kTurns),
        mask_(count_ * kTurns * places_.Size()) {}

  void Start(const threefry::Key& key) {
    threefry::Key next = FillGrid(key);
    const auto order = drawer_.Permute(threefry::Split(next, 1));
    for (int block = 0; block < count_; ++block) {
      const threefry::Key turn_key = threefry::Split(next, 1);
      next = threefry::Split(next, 0);
      Cut(block + 1, threefry::RandInt(turn_key, 0, kTurns),
          cut_.data() + block * kArea);
    }
    for (int block = 0; block < count_; ++block) {
      std::copy_n(cut_.begin() + order[block] * kArea, kArea,
                  blocks_.begin() + block * kArea);
    }
    std::ranges::fill(grid_, 0);
    std::ranges::fill(placed_, 0);
    steps_ = 0;
    Restore();
  }

  Outcome Step(const int* action) {
    const int block = action[0];
    const int shape = block * kTurns + action[1];
    const int place = action[2] * places_.cols + action[3];
    float reward = 0;
    if (mask_[shape * places_.Size() + place] != 0) {
      int cells = 0;
      for (int i = 0; i < kArea; ++i) {
        const int value = blocks_[block * kArea + Turned(i, action[1])];
        const Cell cell{action[2] + i / kSide, action[3] + i % kSide};
        grid_[extent_.Index(cell)] += value;
        cells += value != 0 ? 1 : 0;
      }
      placed_[block] = 1;
      reward = counts_cells_ ? Share(cells, extent_.Size()) : Share(1, count_);
      FindMask();
    }
    ++steps_;
    return {reward, steps_ >= count_};
  }

  template <typename Row>
  void Write(const Row& row) const {
    Copy(grid_, row["obs:grid"_]);
    Copy(blocks_, row["obs:blocks"_]);
    Copy(mask_, row["obs:action_mask"_]);
  }

  [[nodiscard]] PictureSize SizeOfPicture() const {
    return {2 * extent_.cols + 1, extent_.rows};
  }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    visit(&grid_, 0, count_);
    visit(&blocks_, 0, count_);
    visit(&placed_, 0, 1);
    visit(&steps_, 0, count_);
  }
  bool Restore() {
    for (int block = 0; block < count_; ++block) {
      for (int turn = 0; turn < kTurns; ++turn) {
        unsigned cells = 0;
        for (int i = 0; i < kArea; ++i) {
          const bool full = blocks_[block * kArea + Turned(i, turn)] != 0;
          cells |= full ? 1U << i : 0;
        }
        shapes_[block * kTurns + turn] = static_cast<std::uint16_t>(cells);
      }
    }
    FindMask();
    return true;
  }

 private:
  static constexpr int kSide = 3;  // of a block
  static constexpr int kArea = kSide * kSide;
  static constexpr int kTurns = 4;

  /// Neighbouring blocks share a row or column of cells.
  template <typename Config>
  static Extent ExtentOf(const Config& conf) {
    return {2 * conf["num_row_blocks"_] + 1, 2 * conf["num_col_blocks"_] + 1};
  }

  /// The cell of a block that is at cell i after some quarter turns.
  static int Turned(int i, int turns) {
    for (; turns > 0; --turns) {
      i = (kSide - 1 - i % kSide) * kSide + i / kSide;
    }
    return i;
  }

  /// Fills the grid with blocks, and returns the next key. The cells that two
  /// blocks share are drawn for one of them: first those of columns.
  threefry::Key FillGrid(threefry::Key key) {
    const auto [rows, cols] = extent_;
    const int in_row = cols / 2;
    for (int i = 0; i < extent_.Size(); ++i) {
      const auto [row, col] = extent_.At(i);
      grid_[i] = std::min(row / 2, rows / 2 - 1) * in_row +
                 std::min(col / 2, in_row - 1) + 1;
    }
    const auto draw = [this](const threefry::Key& cell_key, int cell,
                             int next) {
      const bool before = threefry::Uniform(cell_key) > 0.5F;
      grid_[cell] = grid_[before ? cell - next : cell + next];
    };
    for (int col = 2; col < cols - 2; col += 2) {
      for (int row = 0; row < rows; ++row) {
        draw(threefry::Split(key, row + 1), row * cols + col, 1);
      }
      key = threefry::Split(key, 0);
    }
    for (int row = 2; row < rows - 2; row += 2) {
      for (int col = 0; col < cols; ++col) {
        draw(threefry::Split(key, col + 1), row * cols + col, cols);
      }
      key = threefry::Split(key, 0);
    }
    return key;
  }

  /// Cuts a block out of the full grid, and turns it.
  void Cut(int number, int turns, int* block) const {
    Cell corner{extent_.rows, extent_.cols};
    for (int i = 0; i < extent_.Size(); ++i) {
      if (grid_[i] == number) {
        const Cell cell = extent_.At(i);
        corner = {std::min(corner.row, cell.row),
                  std::min(corner.col, cell.col)};
      }
    }
    for (int i = 0; i < kArea; ++i) {
      const int from = Turned(i, turns);
      const Cell cell = corner + Cell{from / kSide, from % kSide};
      const bool own =
          extent_.Contains(cell) && grid_[extent_.Index(cell)] == number;
      block[i] = own ? number : 0;
    }
  }

  /// Finds where the blocks that are left fit.
  void FindMask() {
    for (int place = 0; place < places_.Size(); ++place) {
      const Cell corner = places_.At(place);
      unsigned full = 0;
      for (int i = 0; i < kArea; ++i) {
        const Cell cell = corner + Cell{i / kSide, i % kSide};
        full |= grid_[extent_.Index(cell)] != 0 ? 1U << i : 0;
      }
      for (int shape = 0; shape < count_ * kTurns; ++shape) {
        const bool fits =
            placed_[shape / kTurns] == 0 && (shapes_[shape] & full) == 0;
        mask_[shape * places_.Size() + place] = fits ? 1 : 0;
      }
    }
  }

  Extent extent_;
  Extent places_;      // of a block's corner
  int count_;          // of blocks
  bool counts_cells_;  // or blocks, for the reward
  SeveralDrawer drawer_;
  std::vector<int> grid_;
  std::vector<int> cut_;     // for Start
  std::vector<int> blocks_;  // by block, their cells
  std::vector<Flag> placed_;
  std::vector<std::uint16_t> shapes_;  // by block and turn: a bit for each cell
  std::vector<Flag> mask_;
  int steps_{0};
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_FLAT_PACK_H_
