// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Sokoban: push four boxes on four targets. The reward is 1 for each box that
// comes on a target, -1 for each that leaves one, 10 for the solution, and -0.1
// for each step; or only 10 for the solution. The episode ends with the
// solution or with the time limit.
//
// A cell has two numbers: what moves (0 nothing, 3 the agent, 4 a box), and
// what does not (0 floor, 1 wall, 2 target).

#ifndef ENVPOOL_PLANNING_SOKOBAN_H_
#define ENVPOOL_PLANNING_SOKOBAN_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "envpool/planning/levels.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

class Sokoban {
 public:
  static constexpr bool kMasksChoices = false;

  static decltype(auto) DefaultConfig() {
    return MakeDict("dataset_name"_.Bind(std::string("unfiltered-test")),
                    "time_limit"_.Bind(120),
                    "reward_fn"_.Bind(std::string("dense")));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    return MakeDict(
        "obs:grid"_.Bind(Spec<std::uint8_t>({kSide, kSide, 2}, {0, kBox})),
        "obs:step_count"_.Bind(Spec<int>({}, {0, conf["time_limit"_]})),
        "info:prop_correct_boxes"_.Bind(Spec<float>({}, {0, 1})),
        "info:solved"_.Bind(Spec<bool>({}, {false, true})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& /*conf*/) {
    return {static_cast<int>(kSteps.size())};
  }

  template <typename Config>
  explicit Sokoban(const Config& conf)
      : levels_(Levels::Load({"dataset_name",
                              conf["dataset_name"_],
                              conf["base_path"_] + "/planning/levels",
                              "sokoban-",
                              {kSide, kSide, 2},
                              kBox})),
        limit_(conf["time_limit"_]),
        is_dense_(conf["reward_fn"_] == "dense"),
        grid_(2 * kExtent.Size()) {}

  void Start(const threefry::Key& key) {
    const threefry::Key level_key = threefry::Split(threefry::Split(key, 0), 1);
    const auto level =
        (*levels_)[threefry::RandInt(level_key, 0, levels_->Count())];
    // The files have what does not move first.
    for (int cell = 0; cell < kExtent.Size(); ++cell) {
      Mover(cell) = level[2 * cell + 1];
      Ground(cell) = level[2 * cell];
    }
    agent_ = 0;
    while (agent_ < kExtent.Size() - 1 && Mover(agent_) != kAgent) {
      ++agent_;
    }
    steps_ = 0;
    CountCorrect();
  }

  Outcome Step(const int* action) {
    const int before = correct_;
    Move(kSteps[*action]);
    ++steps_;
    const bool solved = correct_ == kBoxes;
    const int gain = is_dense_ ? correct_ - before : 0;
    const auto bonus = static_cast<float>(gain + (solved ? 10 : 0));
    return {is_dense_ ? bonus - 0.1F : bonus, solved || steps_ >= limit_};
  }

  template <typename Row>
  void Write(const Row& row) const {
    std::memcpy(row["obs:grid"_], grid_.data(), grid_.size());
    *row["obs:step_count"_] = steps_;
    *row["info:prop_correct_boxes"_] = Share(correct_, kBoxes);
    *row["info:solved"_] = correct_ == kBoxes;
  }

  [[nodiscard]] PictureSize SizeOfPicture() const { return {kSide, kSide}; }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    visit(&grid_, 0, static_cast<int>(kBox));
    visit(&agent_, 0, kExtent.Size() - 1);
    visit(&steps_, 0, limit_);
  }
  bool Restore() {
    CountCorrect();
    return true;
  }

 private:
  static constexpr int kSide = 10;
  static constexpr Extent kExtent{kSide, kSide};
  static constexpr int kBoxes = 4;
  static constexpr std::uint8_t kWall = 1;
  static constexpr std::uint8_t kTarget = 2;
  static constexpr std::uint8_t kAgent = 3;
  static constexpr std::uint8_t kBox = 4;

  std::uint8_t& Mover(int cell) { return grid_[2 * cell]; }
  std::uint8_t& Ground(int cell) { return grid_[2 * cell + 1]; }

  /// Whether something may move to a cell, unless there is a box.
  bool IsOpen(const Cell& cell) {
    return kExtent.Contains(cell) && Ground(kExtent.Index(cell)) != kWall;
  }

  void Move(const Cell& step) {
    const Cell to = kExtent.At(agent_) + step;
    if (!IsOpen(to)) {
      return;
    }
    const int next = kExtent.Index(to);
    if (Mover(next) == kBox) {
      const Cell beyond = to + step;
      if (!IsOpen(beyond) || Mover(kExtent.Index(beyond)) == kBox) {
        return;
      }
      Mover(kExtent.Index(beyond)) = kBox;
      correct_ += Ground(kExtent.Index(beyond)) == kTarget ? 1 : 0;
      correct_ -= Ground(next) == kTarget ? 1 : 0;
    }
    Mover(agent_) = 0;
    Mover(next) = kAgent;
    agent_ = next;
  }

  void CountCorrect() {
    correct_ = 0;
    for (int cell = 0; cell < kExtent.Size(); ++cell) {
      correct_ += Mover(cell) == kBox && Ground(cell) == kTarget ? 1 : 0;
    }
  }

  std::shared_ptr<const Levels> levels_;
  int limit_;
  bool is_dense_;
  std::vector<std::uint8_t> grid_;
  int agent_{0};  // its cell
  int steps_{0};
  int correct_{0};  // boxes on targets
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_SOKOBAN_H_
