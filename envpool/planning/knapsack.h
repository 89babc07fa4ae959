// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Knapsack: pack items into a bag of limited capacity. The reward is the value
// of the packed item. The episode ends when nothing else fits, or with an item
// that does not fit or is packed already.

#ifndef ENVPOOL_PLANNING_KNAPSACK_H_
#define ENVPOOL_PLANNING_KNAPSACK_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "envpool/planning/problem.h"

namespace envpool::planning {

class Knapsack {
 public:
  static constexpr bool kMasksChoices = true;

  static decltype(auto) DefaultConfig() {
    return MakeDict("num_items"_.Bind(50), "total_budget"_.Bind(12.5));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int items = conf["num_items"_];
    return MakeDict(
        "obs:weights"_.Bind(Spec<float>({items}, {0.0F, 1.0F})),
        "obs:values"_.Bind(Spec<float>({items}, {0.0F, 1.0F})),
        "obs:packed_items"_.Bind(Spec<bool>({items}, {false, true})),
        "obs:action_mask"_.Bind(Spec<bool>({items}, {false, true})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& conf) {
    return {conf["num_items"_]};
  }

  template <typename Config>
  explicit Knapsack(const Config& conf)
      : items_(conf["num_items"_]),
        budget_(static_cast<float>(conf["total_budget"_])),
        weights_(items_),
        values_(items_),
        packed_(items_),
        mask_(items_) {}

  void Start(const threefry::Key& key) {
    const threefry::Key sample_key = threefry::Split(key, 1);
    for (int i = 0; i < items_; ++i) {
      const auto at = static_cast<std::uint32_t>(i);
      weights_[i] = threefry::Uniform(sample_key, at);
      values_[i] = threefry::Uniform(sample_key, at + items_);
    }
    std::ranges::fill(packed_, 0);
    left_ = budget_;
    FindMask();
  }

  Outcome Step(const int* action) {
    if (mask_[*action] == 0) {
      return {0, true};
    }
    packed_[*action] = 1;
    left_ -= weights_[*action];
    FindMask();
    return {values_[*action], std::ranges::count(mask_, 1) == 0};
  }

  template <typename Row>
  void Write(const Row& row) const {
    Copy(weights_, row["obs:weights"_]);
    Copy(values_, row["obs:values"_]);
    Copy(packed_, row["obs:packed_items"_]);
    Copy(mask_, row["obs:action_mask"_]);
  }

  [[nodiscard]] PictureSize SizeOfPicture() const { return kPicture; }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    visit(&weights_, 0, 1);
    visit(&values_, 0, 1);
    visit(&packed_, 0, 1);
    visit(&left_, 0.0F, budget_);
  }
  bool Restore() {
    FindMask();
    return true;
  }

 private:
  static constexpr PictureSize kPicture{14, 9};

  /// Finds the items that are not packed and fit.
  void FindMask() {
    for (int i = 0; i < items_; ++i) {
      mask_[i] = packed_[i] == 0 && weights_[i] <= left_ ? 1 : 0;
    }
  }

  int items_;
  float budget_;
  std::vector<float> weights_;
  std::vector<float> values_;
  std::vector<Flag> packed_;
  float left_{0};  // of the budget
  std::vector<Flag> mask_;
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_KNAPSACK_H_
