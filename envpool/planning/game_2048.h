// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Game2048: slide the tiles of a square board; equal ones merge, and their sum
// is the reward. Then a 2 or, with probability 0.1, a 4 appears in a free cell.
// Nothing happens if no tile can move in the chosen direction. The game ends
// when nothing moves. The board has exponents of 2; 0 is a free cell.

#ifndef ENVPOOL_PLANNING_GAME_2048_H_
#define ENVPOOL_PLANNING_GAME_2048_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <ranges>
#include <vector>

#include "envpool/common/board_2048.h"
#include "envpool/common/slide_tiles.h"
#include "envpool/common/threefry.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

class Game2048 {
 public:
  static constexpr bool kMasksChoices = true;

  static decltype(auto) DefaultConfig() {
    return MakeDict("board_size"_.Bind(4));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int size = conf["board_size"_];
    return MakeDict("obs:board"_.Bind(Spec<int>({size, size})),
                    "obs:action_mask"_.Bind(Spec<bool>({4}, {false, true})),
                    "info:highest_tile"_.Bind(Spec<int>({}, {1, 1 << 30})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& /*conf*/) {
    return {4};
  }

  template <typename Config>
  explicit Game2048(const Config& conf)
      : size_(conf["board_size"_]), tiles_(size_ * size_) {}

  void Start(const threefry::Key& key) {
    std::ranges::fill(tiles_, 0);
    key_ = threefry::Split(key, 0);
    AddTile(threefry::Split(key, 1));
    FindMoves();
  }

  Outcome Step(const int* action) {
    const threefry::Key tile_key = threefry::Split(key_, 0);
    key_ = threefry::Split(key_, 1);
    int sum = 0;
    if (moves_[*action]) {
      sum = Slide(*action);
      AddTile(tile_key);
      FindMoves();
    }
    return {static_cast<float>(sum), std::ranges::count(moves_, true) == 0};
  }

  template <typename Row>
  void Write(const Row& row) const {
    Copy(tiles_, row["obs:board"_]);
    Copy(moves_, row["obs:action_mask"_]);
    *row["info:highest_tile"_] = 1 << *std::ranges::max_element(tiles_);
  }

  [[nodiscard]] PictureSize SizeOfPicture() const { return {size_, size_}; }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    visit(&key_);
    visit(&tiles_, 0, size_ * size_ + 1);  // the largest tile that can be made
  }
  bool Restore() {
    FindMoves();
    return true;
  }

 private:
  /// Whether the board has the usual size, for which there is a faster way.
  [[nodiscard]] bool IsUsual() const { return size_ == 4; }
  [[nodiscard]] Board2048::Tiles Usual() const {
    Board2048::Tiles tiles;
    std::copy_n(tiles_.begin(), tiles.size(), tiles.begin());
    return tiles;
  }
  static int DirectionOf(int action) { return (action + 1) % 4; }

  /// A line of tiles, from where they stop.
  struct Line {
    int first;  // the first cell
    int next;   // from a cell to the next one
  };

  [[nodiscard]] Line LineOf(int action, int line) const {
    switch (action) {
      case 0:
        return {line, size_};
      case 1:
        return {line * size_ + size_ - 1, -1};
      case 2:
        return {(size_ - 1) * size_ + line, -size_};
      default:
        return {line * size_, 1};
    }
  }

  /// Slides all tiles, and returns the sum of those that are merged.
  int Slide(int action) {
    int sum = 0;
    if (IsUsual()) {
      Board2048::Tiles tiles = Usual();
      sum = Board2048::Slide(DirectionOf(action), &tiles);
      std::ranges::copy(tiles, tiles_.begin());
      return sum;
    }
    for (int line = 0; line < size_; ++line) {
      const Line cells = LineOf(action, line);
      sum += SlideTiles(&tiles_[cells.first], cells.next, size_);
    }
    return sum;
  }

  void AddTile(const threefry::Key& key) {
    if (IsUsual()) {
      Board2048::Tiles tiles = Usual();
      Board2048::AddTile(Board2048::NumbersOf(key), &tiles);
      std::ranges::copy(tiles, tiles_.begin());
      return;
    }
    const auto free =
        std::views::transform(tiles_, [](int tile) { return tile == 0; });
    const int cell = threefry::ChooseSet(threefry::Split(key, 0), free);
    const float rare = 1.0F - threefry::Uniform(threefry::Split(key, 1));
    tiles_[cell] = rare <= 0.9F ? 1 : 2;
  }

  void FindMoves() {
    if (IsUsual()) {
      const unsigned moves = Board2048::Moves(Usual());
      for (int action = 0; action < 4; ++action) {
        moves_[action] = (moves >> DirectionOf(action) & 1) != 0;
      }
      return;
    }
    for (int action = 0; action < 4; ++action) {
      moves_[action] = false;
      for (int line = 0; line < size_ && !moves_[action]; ++line) {
        moves_[action] = CanSlide(LineOf(action, line));
      }
    }
  }

  [[nodiscard]] bool CanSlide(const Line& line) const {
    for (int i = 1; i < size_; ++i) {
      const int tile = tiles_[line.first + i * line.next];
      const int before = tiles_[line.first + (i - 1) * line.next];
      if (tile != 0 && (before == 0 || before == tile)) {
        return true;
      }
    }
    return false;
  }

  int size_;
  threefry::Key key_;
  std::vector<std::uint8_t> tiles_;  // row by row
  std::array<bool, 4> moves_{};      // whether each action moves a tile
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_GAME_2048_H_
