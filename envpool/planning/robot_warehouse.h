// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RobotWarehouse: agents on a grid bring requested shelves to two goals. The
// reward is 1 for each. The episode ends when agents collide, or with the time
// limit. Agents carry shelves below others, unless they carry one themselves.

#ifndef ENVPOOL_PLANNING_ROBOT_WAREHOUSE_H_
#define ENVPOOL_PLANNING_ROBOT_WAREHOUSE_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "envpool/common/threefry.h"
#include "envpool/planning/draw.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

class RobotWarehouse {
 public:
  static constexpr bool kMasksChoices = false;

  static decltype(auto) DefaultConfig() {
    return MakeDict("shelf_rows"_.Bind(2), "shelf_columns"_.Bind(3),
                    "column_height"_.Bind(8), "num_agents"_.Bind(4),
                    "sensor_range"_.Bind(1), "request_queue_size"_.Bind(8),
                    "time_limit"_.Bind(500));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int agents = conf["num_agents"_];
    const int columns = conf["shelf_columns"_];
    const int requests = conf["request_queue_size"_];
    RequireConfig(columns % 2 == 1, "shelf_columns", "an odd number", columns);
    RequireConfig(requests < CountShelves(conf), "request_queue_size",
                  "fewer than the shelves", requests);
    RequireConfig(agents <= ExtentOf(conf).Size(), "num_agents",
                  "at most one for each cell", agents);
    return MakeDict(
        "obs:agents_view"_.Bind(
            Spec<int>({agents, Features(conf["sensor_range"_])})),
        "obs:action_mask"_.Bind(Spec<bool>({agents, kActions}, {false, true})),
        "obs:step_count"_.Bind(Spec<int>({}, {0, conf["time_limit"_]})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& conf) {
    return std::vector<int>(conf["num_agents"_], kActions);
  }

  template <typename Config>
  explicit RobotWarehouse(const Config& conf)
      : extent_(ExtentOf(conf)),
        sensor_range_(conf["sensor_range"_]),
        limit_(conf["time_limit"_]),
        drawer_(extent_.Size()),
        is_highway_(extent_.Size()),
        shelves_(extent_.Size()),
        agents_(extent_.Size()),
        requested_(CountShelves(conf)),
        queue_(conf["request_queue_size"_]),
        positions_(conf["num_agents"_]),
        directions_(positions_.size()),
        carries_(positions_.size()),
        mask_(positions_.size() * kActions) {
    rest_.reserve(requested_.size());
    for (int cell = 0; cell < extent_.Size(); ++cell) {
      is_highway_[cell] =
          IsHighway(extent_, conf["column_height"_], cell) ? 1 : 0;
    }
  }

  void Start(const threefry::Key& start_key) {
    const auto count = static_cast<int>(positions_.size());
    threefry::Key key = threefry::Split(start_key, 0);
    std::ranges::copy(
        drawer_.Choose(threefry::Split(start_key, 1), extent_.Size(), count),
        positions_.begin());
    std::uint32_t at = 0;
    for (int& direction : directions_) {
      direction = threefry::RandInt(threefry::Split(key, 1), 0, 4, at++);
    }
    key = threefry::Split(key, 0);
    std::ranges::copy(drawer_.Choose(threefry::Split(key, 1),
                                     static_cast<int>(requested_.size()),
                                     static_cast<int>(queue_.size())),
                      queue_.begin());
    key_ = threefry::Split(key, 0);
    std::ranges::fill(requested_, 0);
    for (const int shelf : queue_) {
      requested_[shelf] = 1;
    }
    int shelf = 0;
    for (int cell = 0; cell < extent_.Size(); ++cell) {
      shelves_[cell] = IsHighway(cell) ? 0 : ++shelf;
    }
    std::ranges::fill(agents_, 0);
    for (int agent = 0; agent < count; ++agent) {
      agents_[positions_[agent]] = agent + 1;
    }
    std::ranges::fill(carries_, 0);
    steps_ = 0;
    FindMask();
  }

  Outcome Step(const int* action) {
    bool collide = false;
    for (int agent = 0; agent < Agents(); ++agent) {
      const bool is_legal = mask_[agent * kActions + action[agent]] != 0;
      Act(agent, is_legal ? action[agent] : kStay);
    }
    for (int agent = 0; agent < Agents(); ++agent) {
      collide = collide || agents_[positions_[agent]] != agent + 1;
    }
    int delivered = 0;
    for (const int col : {extent_.cols / 2 - 1, extent_.cols / 2}) {
      delivered += Deliver(extent_.Index({extent_.rows - 1, col})) ? 1 : 0;
    }
    ++steps_;
    FindMask();
    return {static_cast<float>(delivered), collide || steps_ >= limit_};
  }

  template <typename Row>
  void Write(const Row& row) const {
    auto* view = row["obs:agents_view"_];
    for (int agent = 0; agent < Agents(); ++agent) {
      WriteView(agent, view);
      view += Features(sensor_range_);
    }
    Copy(mask_, row["obs:action_mask"_]);
    *row["obs:step_count"_] = steps_;
  }

  [[nodiscard]] PictureSize SizeOfPicture() const {
    return {extent_.cols, extent_.rows};
  }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    const auto shelves = static_cast<int>(requested_.size());
    visit(&shelves_, 0, shelves);
    visit(&agents_, 0, Agents());
    visit(&requested_, 0, 1);
    visit(&queue_, 0, shelves - 1);
    visit(&positions_, 0, extent_.Size() - 1);
    visit(&directions_, 0, 3);
    visit(&carries_, 0, 1);
    visit(&steps_, 0, limit_);
    visit(&key_);
  }

  /// Shelves in the queue must differ.
  bool Restore() {
    FindMask();
    return FindRest();
  }

 private:
  static constexpr int kActions = 5;
  static constexpr int kStay = 0;
  static constexpr int kForward = 1;
  static constexpr int kLeft = 2;
  static constexpr int kRight = 3;
  static constexpr int kToggle = 4;

  template <typename Config>
  static Extent ExtentOf(const Config& conf) {
    return {(conf["column_height"_] + 1) * conf["shelf_rows"_] + 2,
            3 * conf["shelf_columns"_] + 1};
  }
  template <typename Config>
  static int CountShelves(const Config& conf) {
    const Extent extent = ExtentOf(conf);
    int count = 0;
    for (int cell = 0; cell < extent.Size(); ++cell) {
      count += IsHighway(extent, conf["column_height"_], cell) ? 0 : 1;
    }
    return count;
  }
  /// The numbers that an agent sees: its own 8, a shelf's 2 for each cell, and
  /// an agent's 5 for each other cell.
  static int Features(int range) {
    const int cells = (2 * range + 1) * (2 * range + 1);
    return 8 + 5 * (cells - 1) + 2 * cells;
  }
  static bool IsHighway(const Extent& extent, int column_height, int index) {
    const auto [row, col] = extent.At(index);
    const int middle = extent.cols / 2;
    return col % 3 == 0 || row % (column_height + 1) == 0 ||
           row == extent.rows - 1 ||
           (row > extent.rows - (column_height + 3) &&
            (col == middle - 1 || col == middle));
  }
  [[nodiscard]] bool IsHighway(int index) const {
    return is_highway_[index] != 0;
  }

  [[nodiscard]] int Agents() const {
    return static_cast<int>(positions_.size());
  }

  /// The cell before an agent, or its own at the border.
  [[nodiscard]] int Ahead(int agent) const {
    const Cell to = extent_.At(positions_[agent]) + kSteps[directions_[agent]];
    return extent_.Contains(to) ? extent_.Index(to) : positions_[agent];
  }

  void FindMask() {
    std::ranges::fill(mask_, 1);
    for (int agent = 0; agent < Agents(); ++agent) {
      const int to = Ahead(agent);
      if (carries_[agent] != 0 && to != positions_[agent] &&
          shelves_[to] != 0) {
        mask_[agent * kActions + kForward] = 0;
      }
    }
  }

  void Act(int agent, int action) {
    const int from = positions_[agent];
    Flag& carries = carries_[agent];
    if (action == kForward) {
      const int to = Ahead(agent);
      agents_[from] = 0;
      agents_[to] = agent + 1;
      positions_[agent] = to;
      if (carries != 0) {
        const int shelf = shelves_[from];
        shelves_[from] = 0;
        shelves_[to] = shelf;
      }
    } else if (action == kLeft || action == kRight) {
      directions_[agent] = (directions_[agent] + (action == kLeft ? 3 : 1)) % 4;
    } else if (action == kToggle && carries == 0) {
      carries = shelves_[from] > 0 ? 1 : 0;
    } else if (!IsHighway(from)) {
      carries = 0;  // also by kStay, as in Jumanji
    }
  }

  /// If a requested shelf is at a goal, requests another one instead.
  bool Deliver(int goal) {
    const int shelf = shelves_[goal] - 1;
    const auto at = std::ranges::find(queue_, shelf);
    if (shelf < 0 || at == queue_.end()) {
      return false;
    }
    FindRest();
    const threefry::Key request_key = threefry::Split(key_, 1);
    key_ = threefry::Split(key_, 0);
    const int next = rest_[drawer_.Choose(
        request_key, static_cast<int>(rest_.size()), 1)[0]];
    *at = next;
    requested_[shelf] = 0;
    requested_[next] = 1;
    return true;
  }

  /// Finds the shelves that are not in the queue. Returns whether there are as
  /// many as there should be.
  bool FindRest() {
    rest_.clear();
    for (int shelf = 0; shelf < static_cast<int>(requested_.size()); ++shelf) {
      if (std::ranges::find(queue_, shelf) == queue_.end()) {
        rest_.push_back(shelf);
      }
    }
    return rest_.size() + queue_.size() == requested_.size();
  }

  void WriteView(int agent, int* view) const {
    const int size = Features(sensor_range_);
    std::fill_n(view, size, 0);
    const auto [row, col] = extent_.At(positions_[agent]);
    view[0] = row;
    view[1] = col;
    view[2] = carries_[agent];
    view[3 + directions_[agent]] = 1;
    view[7] = IsHighway(positions_[agent]) ? 1 : 0;
    int at = 8;
    ForAround(agent, [&](int cell) {
      const int other = cell < 0 ? 0 : agents_[cell];
      if (other == agent + 1) {
        return;
      }
      if (other != 0) {
        view[at] = 1;
        view[at + 1 + directions_[other - 1]] = 1;
      }
      at += 5;
    });
    ForAround(agent, [&](int cell) {
      const int shelf = cell < 0 ? 0 : shelves_[cell];
      if (shelf != 0) {
        // An agent that has been run over has one more to see, and no room.
        const int place = std::min(at, size - 2);
        view[place] = 1;
        view[place + 1] = requested_[shelf - 1];
      }
      at += 2;
    });
  }

  /// Calls `see` with each cell that an agent sees, or -1 outside the grid.
  template <typename See>
  void ForAround(int agent, See&& see) const {
    const Cell own = extent_.At(positions_[agent]);
    for (int row = -sensor_range_; row <= sensor_range_; ++row) {
      for (int col = -sensor_range_; col <= sensor_range_; ++col) {
        const Cell cell = own + Cell{row, col};
        see(extent_.Contains(cell) ? extent_.Index(cell) : -1);
      }
    }
  }

  Extent extent_;
  int sensor_range_;
  int limit_;
  SeveralDrawer drawer_;
  threefry::Key key_;
  std::vector<Flag> is_highway_;  // by cell: whether it is for no shelf
  std::vector<int> shelves_;  // by cell: the number of a shelf, from 1; or 0
  std::vector<int> agents_;   // by cell: the number of an agent, from 1; or 0
  std::vector<Flag> requested_;  // by shelf
  std::vector<int> queue_;       // the shelves that are requested
  std::vector<int> positions_;   // by agent: its cell
  std::vector<int> directions_;  // by agent: an index of kSteps
  std::vector<Flag> carries_;    // by agent
  std::vector<Flag> mask_;
  std::vector<int> rest_;  // for Deliver
  int steps_{0};
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_ROBOT_WAREHOUSE_H_
