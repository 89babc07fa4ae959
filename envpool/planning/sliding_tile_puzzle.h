// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// SlidingTilePuzzle: order the tiles of a square by moving the empty cell. The
// reward is the number of tiles that come to their places, minus that of those
// that leave them ("dense"), or 1 for the solution ("sparse"). An action that
// leads out of the square does nothing.

#ifndef ENVPOOL_PLANNING_SLIDING_TILE_PUZZLE_H_
#define ENVPOOL_PLANNING_SLIDING_TILE_PUZZLE_H_

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "envpool/common/threefry.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

class SlidingTilePuzzle {
 public:
  static constexpr bool kMasksChoices = true;

  static decltype(auto) DefaultConfig() {
    return MakeDict("grid_size"_.Bind(5), "num_random_moves"_.Bind(200),
                    "time_limit"_.Bind(500),
                    "reward_fn"_.Bind(std::string("dense")));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int size = conf["grid_size"_];
    return MakeDict(
        "obs:puzzle"_.Bind(Spec<int>({size, size}, {0, size * size - 1})),
        "obs:empty_tile_position"_.Bind(Spec<int>({2}, {0, size - 1})),
        "obs:action_mask"_.Bind(Spec<bool>({4}, {false, true})),
        "obs:step_count"_.Bind(Spec<int>({}, {0, conf["time_limit"_]})),
        "info:prop_correctly_placed"_.Bind(Spec<float>({}, {0.0F, 1.0F})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& /*conf*/) {
    return {4};
  }

  template <typename Config>
  explicit SlidingTilePuzzle(const Config& conf)
      : extent_{conf["grid_size"_], conf["grid_size"_]},
        shuffles_(conf["num_random_moves"_]),
        limit_(conf["time_limit"_]),
        is_dense_(conf["reward_fn"_] == std::string("dense")),
        tiles_(extent_.Size()) {}

  void Start(const threefry::Key& key) {
    std::iota(tiles_.begin(), tiles_.end(), 1);
    tiles_.back() = 0;
    empty_ = extent_.Size() - 1;
    steps_ = 0;
    const threefry::Key moves = threefry::Split(threefry::Split(key, 1), 1);
    for (int i = 0; i < shuffles_; ++i) {
      const auto at = static_cast<std::uint32_t>(i);
      Move(threefry::ChooseSet(threefry::Split(moves, at), Mask()));
    }
    FindPlaced();
  }

  Outcome Step(const int* action) {
    const int before = placed_;
    if (Mask()[*action]) {
      Move(*action);
      FindPlaced();
    }
    ++steps_;
    const bool solved = placed_ == extent_.Size();
    const float sparse = solved ? 1.0F : 0.0F;
    return {is_dense_ ? static_cast<float>(placed_ - before) : sparse,
            solved || steps_ >= limit_};
  }

  template <typename Row>
  void Write(const Row& row) const {
    const Cell empty = extent_.At(empty_);
    Copy(tiles_, row["obs:puzzle"_]);
    Copy(std::array{empty.row, empty.col}, row["obs:empty_tile_position"_]);
    Copy(Mask(), row["obs:action_mask"_]);
    *row["obs:step_count"_] = steps_;
    *row["info:prop_correctly_placed"_] = Share(placed_, extent_.Size());
  }

  [[nodiscard]] PictureSize SizeOfPicture() const {
    return {extent_.cols, extent_.rows};
  }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    visit(&tiles_, 0, extent_.Size() - 1);
    visit(&steps_, 0, limit_);
  }
  bool Restore() {
    empty_ = static_cast<int>(std::ranges::find(tiles_, 0) - tiles_.begin());
    FindPlaced();
    return empty_ < extent_.Size();
  }

 private:
  /// Whether each action leads to a cell.
  [[nodiscard]] std::array<bool, 4> Mask() const {
    std::array<bool, 4> mask;
    for (int action = 0; action < 4; ++action) {
      mask[action] = extent_.Contains(extent_.At(empty_) + kSteps[action]);
    }
    return mask;
  }

  void Move(int action) {
    const int next = extent_.Index(extent_.At(empty_) + kSteps[action]);
    std::swap(tiles_[empty_], tiles_[next]);
    empty_ = next;
  }

  void FindPlaced() {
    placed_ = tiles_.back() == 0 ? 1 : 0;
    for (int i = 0; i + 1 < extent_.Size(); ++i) {
      placed_ += tiles_[i] == i + 1 ? 1 : 0;
    }
  }

  Extent extent_;
  int shuffles_;
  int limit_;
  bool is_dense_;
  std::vector<int> tiles_;
  int empty_{0};   // the cell of tile 0
  int placed_{0};  // number of tiles in their places, tile 0 included
  int steps_{0};
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_SLIDING_TILE_PUZZLE_H_
