// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Snake: each fruit makes the snake longer and is worth 1. The episode ends
// when the snake leaves the board, bites itself or fills the board, or with the
// time limit.

#ifndef ENVPOOL_PLANNING_SNAKE_H_
#define ENVPOOL_PLANNING_SNAKE_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <ranges>
#include <vector>

#include "envpool/common/threefry.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

class Snake {
 public:
  static constexpr bool kMasksChoices = true;

  static decltype(auto) DefaultConfig() {
    return MakeDict("num_rows"_.Bind(12), "num_cols"_.Bind(12),
                    "time_limit"_.Bind(4000));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int rows = conf["num_rows"_];
    const int cols = conf["num_cols"_];
    // The step that reaches the limit is counted, too.
    return MakeDict(
        "obs:grid"_.Bind(Spec<float>({rows, cols, kPlanes}, {0.0F, 1.0F})),
        "obs:step_count"_.Bind(Spec<int>({}, {0, conf["time_limit"_]})),
        "obs:action_mask"_.Bind(Spec<bool>({4}, {false, true})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& /*conf*/) {
    return {4};
  }

  template <typename Config>
  explicit Snake(const Config& conf)
      : extent_{conf["num_rows"_], conf["num_cols"_]},
        limit_(conf["time_limit"_]),
        body_(extent_.Size()) {}

  void Start(const threefry::Key& key) {
    key_ = threefry::Split(key, 0);
    const threefry::Key snake_key = threefry::Split(key, 1);
    head_ = {threefry::RandInt(snake_key, 0, extent_.rows, 0),
             threefry::RandInt(snake_key, 0, extent_.cols, 1)};
    std::ranges::fill(body_, 0);
    body_[extent_.Index(head_)] = 1;
    length_ = 1;
    steps_ = 0;
    DrawFruit(threefry::Split(key, 2));
  }

  Outcome Step(const int* action) {
    const bool legal = IsFree(head_ + kSteps[*action]);
    head_ = head_ + kSteps[*action];
    const bool eats = head_ == fruit_;
    if (eats) {
      ++length_;
    } else {
      for (auto& age : body_) {
        age -= age > 0 ? 1 : 0;
      }
    }
    if (const int cell = WrittenCell(); cell >= 0) {
      body_[cell] = static_cast<std::uint16_t>(length_);
    }
    if (eats) {
      DrawFruit(threefry::Split(key_, 1));
    }
    key_ = threefry::Split(key_, 0);
    ++steps_;
    const bool full =
        length_ >= extent_.Size() && std::ranges::count(body_, 0) == 0;
    return {eats ? 1.0F : 0.0F, !legal || full || steps_ >= limit_};
  }

  template <typename Row>
  void Write(const Row& row) const {
    float* const cells = row["obs:grid"_];
    std::fill_n(cells, extent_.Size() * kPlanes, 0.0F);
    const int head = WrittenCell();
    const int longest =
        head >= 0 ? length_ : std::max<int>(1, std::ranges::max(body_));
    ForBody([&](int cell) {
      float* const planes = cells + cell * kPlanes;
      planes[0] = 1;
      planes[2] = body_[cell] == 1 ? 1.0F : 0.0F;
      planes[4] = Share(body_[cell], longest);
    });
    if (head >= 0) {
      cells[head * kPlanes + 1] = 1;
    }
    cells[extent_.Index(fruit_) * kPlanes + 3] = 1;
    *row["obs:step_count"_] = steps_;
    bool* const mask = row["obs:action_mask"_];
    for (int action = 0; action < 4; ++action) {
      mask[action] = IsFree(head_ + kSteps[action]);
    }
  }

  [[nodiscard]] PictureSize SizeOfPicture() const {
    return {extent_.cols, extent_.rows};
  }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    visit(&key_);
    visit(&body_, 0, extent_.Size());
    visit(&head_.row, -1, extent_.rows);
    visit(&head_.col, -1, extent_.cols);
    visit(&fruit_.row, 0, extent_.rows - 1);
    visit(&fruit_.col, 0, extent_.cols - 1);
    visit(&length_, 1, extent_.Size());
    visit(&steps_, 0, limit_);
  }
  bool Restore() { return true; }

 private:
  // Body, head, tail, fruit, and the body's age.
  static constexpr int kPlanes = 5;

  /// Calls `use` with each cell of the body. Most cells are free, so that
  /// several at once are skipped.
  template <typename Use>
  void ForBody(const Use& use) const {
    constexpr int kTogether = 4;
    constexpr int kBits = 16;  // of an age
    static_assert(std::endian::native == std::endian::little);
    for (int first = 0; first < extent_.Size(); first += kTogether) {
      std::uint64_t ages = 0;
      if (const int left = extent_.Size() - first; left >= kTogether) {
        std::memcpy(&ages, &body_[first], sizeof(ages));
      } else {
        std::memcpy(&ages, &body_[first], left * sizeof(body_[0]));
      }
      while (ages != 0) {
        const int bit = std::countr_zero(ages) / kBits * kBits;
        use(first + bit / kBits);
        ages &= ~(std::uint64_t{0xFFFF} << bit);
      }
    }
  }

  void DrawFruit(const threefry::Key& key) {
    const auto free =
        std::views::transform(body_, [](int age) { return age == 0; });
    fruit_ = extent_.At(threefry::ChooseSet(key, free));
  }

  /// Whether the head may move there. The tail's cell will be free by then.
  [[nodiscard]] bool IsFree(const Cell& cell) const {
    return extent_.Contains(cell) && body_[extent_.Index(cell)] <= 1;
  }

  /// The cell that shows the head. A head that has left the board shows as in
  /// JAX's arrays: index -1 is the last one, and one too large is nowhere (-1).
  [[nodiscard]] int WrittenCell() const {
    const Cell cell{head_.row < 0 ? extent_.rows - 1 : head_.row,
                    head_.col < 0 ? extent_.cols - 1 : head_.col};
    return extent_.Contains(cell) ? extent_.Index(cell) : -1;
  }

  Extent extent_;
  int limit_;
  threefry::Key key_;
  // By cell: 0 if free, else 1 for the tail, up to length_ for the head.
  std::vector<std::uint16_t> body_;
  Cell head_;
  Cell fruit_;
  int length_{1};
  int steps_{0};
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_SNAKE_H_
