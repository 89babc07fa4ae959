// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RubiksCube: turn the layers of a scrambled cube until each face has one
// colour, which is worth 1. Faces: 0 up, 1 front, 2 right, 3 back, 4 left,
// 5 down. Stickers are read row by row, looking at the face, with the left face
// to the left of front, up and down, and up (for up: back; for down: front) at
// the top.
//
// An action has the face, the layer's depth below it, and the turn, seen from
// outside: 0 clockwise, 1 anticlockwise, 2 half.

#ifndef ENVPOOL_PLANNING_RUBIKS_CUBE_H_
#define ENVPOOL_PLANNING_RUBIKS_CUBE_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "envpool/planning/problem.h"

namespace envpool::planning {

class RubiksCube {
 public:
  static constexpr bool kMasksChoices = false;

  static decltype(auto) DefaultConfig() {
    return MakeDict("cube_size"_.Bind(3), "num_scrambles_on_reset"_.Bind(100),
                    "time_limit"_.Bind(200));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int size = conf["cube_size"_];
    return MakeDict(
        "obs:cube"_.Bind(Spec<std::int8_t>({kFaces, size, size}, {0, 5})),
        "obs:step_count"_.Bind(Spec<int>({}, {0, conf["time_limit"_]})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& conf) {
    return {kFaces, conf["cube_size"_] / 2, kTurns};
  }

  template <typename Config>
  explicit RubiksCube(const Config& conf)
      : size_(conf["cube_size"_]),
        scrambles_(conf["num_scrambles_on_reset"_]),
        limit_(conf["time_limit"_]),
        stickers_(kFaces * size_ * size_),
        turned_(stickers_.size()) {
    for (int face = 0; face < kFaces; ++face) {
      for (int depth = 0; depth < size_ / 2; ++depth) {
        AddTurns(QuarterTurn(face, depth));
      }
    }
  }

  void Start(const threefry::Key& key) {
    const int area = size_ * size_;
    for (std::size_t i = 0; i < stickers_.size(); ++i) {
      stickers_[i] = static_cast<std::int8_t>(i / area);
    }
    steps_ = 0;
    const threefry::Key scramble = threefry::Split(key, 1);
    const int turns = static_cast<int>(turns_.size());
    for (int i = 0; i < scrambles_; ++i) {
      const auto at = static_cast<std::uint32_t>(i);
      Turn(threefry::RandInt(scramble, 0, turns, at));
    }
  }

  Outcome Step(const int* action) {
    Turn((action[0] * (size_ / 2) + action[1]) * kTurns + action[2]);
    ++steps_;
    const bool solved = IsSolved();
    return {solved ? 1.0F : 0.0F, solved || steps_ >= limit_};
  }

  template <typename Row>
  void Write(const Row& row) const {
    Copy(stickers_, row["obs:cube"_]);
    *row["obs:step_count"_] = steps_;
  }

  [[nodiscard]] PictureSize SizeOfPicture() const {
    return {4 * size_, 3 * size_};
  }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    visit(&stickers_, 0, kFaces - 1);
    visit(&steps_, 0, limit_);
  }
  bool Restore() { return true; }

 private:
  static constexpr int kFaces = 6;
  static constexpr int kTurns = 3;
  // From which sticker each sticker comes.
  using Permutation = std::vector<std::uint16_t>;

  /// How the layers below a face cross a neighbouring face. The stickers of a
  /// row or column are listed in the direction of a clockwise turn.
  struct Crossing {
    int face;
    bool along_row;    // whether the layer is a row of that face, or a column
    bool is_far;       // whether it is counted from the last row or column
    bool is_backward;  // whether the stickers run from the last to the first
  };
  // By face, in the order of a clockwise turn.
  static constexpr std::array<std::array<Crossing, 4>, kFaces> kCrossings{
      {{{{1, true, false, false},
         {4, true, false, false},
         {3, true, false, false},
         {2, true, false, false}}},
       {{{0, true, true, false},
         {2, false, false, false},
         {5, true, false, true},
         {4, false, true, true}}},
       {{{0, false, true, true},
         {3, false, false, false},
         {5, false, true, true},
         {1, false, true, true}}},
       {{{0, true, false, true},
         {4, false, false, false},
         {5, true, true, false},
         {2, false, true, true}}},
       {{{0, false, false, false},
         {1, false, false, false},
         {5, false, false, false},
         {3, false, true, true}}},
       {{{1, true, true, false},
         {2, true, true, false},
         {3, true, true, false},
         {4, true, true, false}}}}};

  [[nodiscard]] int Sticker(int face, int row, int col) const {
    return (face * size_ + row) * size_ + col;
  }

  /// The clockwise turn of a layer.
  [[nodiscard]] Permutation QuarterTurn(int face, int depth) const {
    Permutation from(stickers_.size());
    std::iota(from.begin(), from.end(), 0);
    const int last = size_ - 1;
    for (int i = 0; depth == 0 && i < size_ * size_; ++i) {
      const int row = i / size_;
      const int col = i % size_;
      from[Sticker(face, col, last - row)] = Sticker(face, row, col);
    }
    std::vector<int> ring;
    for (const Crossing& crossing : kCrossings[face]) {
      const int layer = crossing.is_far ? last - depth : depth;
      for (int i = 0; i < size_; ++i) {
        const int place = crossing.is_backward ? last - i : i;
        ring.push_back(crossing.along_row
                           ? Sticker(crossing.face, layer, place)
                           : Sticker(crossing.face, place, layer));
      }
    }
    for (int i = 0; i < 4 * size_; ++i) {
      from[ring[(i + size_) % (4 * size_)]] = ring[i];
    }
    return from;
  }

  /// Adds the clockwise turn, the anticlockwise one and the half turn.
  void AddTurns(const Permutation& quarter) {
    const auto after = [&quarter](const Permutation& turn) {
      Permutation both(turn.size());
      std::ranges::transform(quarter, both.begin(),
                             [&turn](auto sticker) { return turn[sticker]; });
      return both;
    };
    const Permutation half = after(quarter);
    turns_.push_back(quarter);
    turns_.push_back(after(half));
    turns_.push_back(half);
  }

  void Turn(int turn) {
    std::ranges::transform(turns_[turn], turned_.begin(),
                           [this](auto sticker) { return stickers_[sticker]; });
    stickers_.swap(turned_);
  }

  [[nodiscard]] bool IsSolved() const {
    const int area = size_ * size_;
    for (int face = 0; face < kFaces; ++face) {
      const auto first = stickers_.begin() + face * area;
      if (std::count(first, first + area, *first) < area) {
        return false;
      }
    }
    return true;
  }

  int size_;
  int scrambles_;
  int limit_;
  std::vector<Permutation> turns_;  // by face, depth and turn
  std::vector<std::int8_t> stickers_;
  std::vector<std::int8_t> turned_;  // for Turn
  int steps_{0};
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_RUBIKS_CUBE_H_
