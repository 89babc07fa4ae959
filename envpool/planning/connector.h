// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Connector: agents on a grid lay wires to their targets. All move at once; if
// several enter one cell, the last of them does. The reward of an agent is 1
// for reaching its target, and -0.03 for each step until then; that of the env
// is the sum. The episode ends when no agent can move, or with the time limit.
//
// A cell has 0, or 3 * agent + 1 for its wire, + 2 for its head, + 3 for its
// target.

#ifndef ENVPOOL_PLANNING_CONNECTOR_H_
#define ENVPOOL_PLANNING_CONNECTOR_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "envpool/common/threefry.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

class Connector {
 public:
  static constexpr bool kMasksChoices = false;

  static decltype(auto) DefaultConfig() {
    return MakeDict("grid_size"_.Bind(10), "num_agents"_.Bind(10),
                    "time_limit"_.Bind(50), "connected_reward"_.Bind(1.0),
                    "timestep_reward"_.Bind(-0.03));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int size = conf["grid_size"_];
    const int agents = conf["num_agents"_];
    return MakeDict(
        "obs:grid"_.Bind(Spec<int>({size, size}, {0, 3 * agents + 1})),
        "obs:action_mask"_.Bind(Spec<bool>({agents, kActions}, {false, true})),
        "obs:step_count"_.Bind(Spec<int>({}, {0, conf["time_limit"_]})),
        "info:agent_rewards"_.Bind(Spec<float>({agents})),
        "info:num_connections"_.Bind(Spec<int>({}, {0, agents})),
        "info:ratio_connections"_.Bind(Spec<float>({}, {0.0F, 1.0F})),
        "info:total_path_length"_.Bind(Spec<int>({}, {0, size * size})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& conf) {
    return std::vector<int>(conf["num_agents"_], kActions);
  }

  template <typename Config>
  explicit Connector(const Config& conf)
      : extent_{conf["grid_size"_], conf["grid_size"_]},
        limit_(conf["time_limit"_]),
        connected_reward_(static_cast<float>(conf["connected_reward"_])),
        timestep_reward_(static_cast<float>(conf["timestep_reward"_])),
        grid_(extent_.Size()),
        joined_(extent_.Size()),
        heads_(conf["num_agents"_]),
        moved_(heads_.size()),
        starts_(heads_.size()),
        targets_(heads_.size()),
        rewards_(heads_.size()),
        mask_(heads_.size() * kActions),
        present_(heads_.size()) {}

  void Start(const threefry::Key& key) {
    const threefry::Key board_key = threefry::Split(key, 1);
    std::ranges::fill(grid_, 0);
    std::ranges::fill(targets_, -1 - extent_.cols);  // no cell
    PlaceWires(threefry::Split(board_key, 0));
    GrowWires(threefry::Split(board_key, 1));
    targets_ = heads_;
    heads_ = starts_;
    std::ranges::fill(grid_, 0);
    for (int agent = 0; agent < Agents(); ++agent) {
      At(starts_[agent]) = Head(agent);
    }
    for (int agent = 0; agent < Agents(); ++agent) {
      At(targets_[agent]) = Target(agent);
    }
    std::ranges::fill(rewards_, 0);
    steps_ = 0;
    FindMask();
  }

  Outcome Step(const int* action) {
    for (int agent = 0; agent < Agents(); ++agent) {
      rewards_[agent] = IsConnected(agent) ? 0 : timestep_reward_;
      moved_[agent] = Next(agent, action[agent]);
    }
    MoveAgents([this](int agent) {
      rewards_[agent] = connected_reward_ + timestep_reward_;
    });
    ++steps_;
    FindMask();
    bool done = true;
    for (int agent = 0; agent < Agents(); ++agent) {
      const auto first = mask_.begin() + agent * kActions + 1;
      done = done && std::count(first, first + kActions - 1, 1) == 0;
    }
    return {std::accumulate(rewards_.begin(), rewards_.end(), 0.0F),
            done || steps_ >= limit_};
  }

  template <typename Row>
  void Write(const Row& row) const {
    int connections = 0;
    for (int agent = 0; agent < Agents(); ++agent) {
      connections += IsConnected(agent) ? 1 : 0;
    }
    const auto wires =
        std::ranges::count_if(grid_, [](int value) { return value % 3 == 1; });
    Copy(grid_, row["obs:grid"_]);
    Copy(mask_, row["obs:action_mask"_]);
    *row["obs:step_count"_] = steps_;
    Copy(rewards_, row["info:agent_rewards"_]);
    *row["info:num_connections"_] = connections;
    *row["info:ratio_connections"_] = Share(connections, Agents());
    *row["info:total_path_length"_] = static_cast<int>(wires) + Agents();
  }

  [[nodiscard]] PictureSize SizeOfPicture() const {
    return {extent_.cols, extent_.rows};
  }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    const int last = extent_.Size() - 1;
    visit(&grid_, 0, 3 * Agents());
    visit(&heads_, 0, last);
    visit(&targets_, -1, last);
    visit(&steps_, 0, limit_);
  }
  bool Restore() {
    FindMask();
    return true;
  }

 private:
  static constexpr int kActions = 5;  // stay, up, right, down, left
  // In the order in which JAX's generator looks at them.
  static constexpr std::array<Cell, 4> kAround{
      {{-1, 0}, {1, 0}, {0, -1}, {0, 1}}};

  static int Wire(int agent) { return 3 * agent + 1; }
  static int Head(int agent) { return 3 * agent + 2; }
  static int Target(int agent) { return 3 * agent + 3; }
  static int Owner(int value) { return value == 0 ? -1 : (value - 1) / 3; }

  [[nodiscard]] int Agents() const { return static_cast<int>(heads_.size()); }
  [[nodiscard]] bool IsConnected(int agent) const {
    return heads_[agent] == targets_[agent];
  }

  /// Cell -1 is where an agent goes that Jumanji cannot place: above the last
  /// column, and in arrays the last cell.
  int& At(int cell) { return grid_[cell < 0 ? extent_.Size() - 1 : cell]; }
  [[nodiscard]] Cell CellOf(int cell) const {
    return cell < 0 ? Cell{-1, extent_.cols - 1} : extent_.At(cell);
  }

  /// The free cells around a cell, or -1: those at which a wire touches itself
  /// at one cell at most.
  std::array<int, 4> FreeAround(int cell) {
    const int wire = Owner(At(cell));
    std::array<int, 4> found;
    for (int i = 0; i < 4; ++i) {
      const Cell next = CellOf(cell) + kAround[i];
      const bool free =
          extent_.Contains(next) && grid_[extent_.Index(next)] == 0;
      found[i] = free && TouchesOnce(next, wire) ? extent_.Index(next) : -1;
    }
    return found;
  }

  [[nodiscard]] bool TouchesOnce(const Cell& cell, int wire) const {
    int count = 0;
    for (const Cell& step : kAround) {
      const Cell next = cell + step;
      const bool own =
          extent_.Contains(next) && Owner(grid_[extent_.Index(next)]) == wire;
      count += own ? 1 : 0;
    }
    return count <= 1;
  }

  static int ChooseCell(const threefry::Key& key,
                        const std::array<int, 4>& cells) {
    std::array<bool, 4> exist;
    std::ranges::transform(cells, exist.begin(),
                           [](int cell) { return cell >= 0; });
    return cells[threefry::ChooseSet(key, exist)];
  }

  /// Draws the start of each wire and its second cell.
  void PlaceWires(threefry::Key key) {
    for (int agent = 0; agent < Agents(); ++agent) {
      key = threefry::Split(key, 0);
      std::ranges::transform(grid_, joined_.begin(),
                             [](int value) { return value == 0 ? 1 : 0; });
      const int start = threefry::ChooseSet(key, joined_);
      grid_[start] = Target(agent);
      const int next = ChooseCell(key, FreeAround(start));
      At(next) = Head(agent);
      starts_[agent] = start;
      heads_[agent] = next;
    }
  }

  /// Lets all wires grow until none can.
  void GrowWires(threefry::Key key) {
    const auto can_grow = [this] {
      return std::ranges::any_of(heads_, [this](int head) {
        return std::ranges::count(FreeAround(head), -1) < 4;
      });
    };
    while (can_grow()) {
      const threefry::Key step_key = threefry::Split(key, 0);
      key = threefry::Split(key, 1);
      for (int agent = 0; agent < Agents(); ++agent) {
        const auto at = static_cast<std::uint32_t>(agent);
        const int next = ChooseCell(threefry::Split(step_key, at),
                                    FreeAround(heads_[agent]));
        moved_[agent] = next < 0 ? heads_[agent] : next;
      }
      MoveAgents([](int /*agent*/) {});
    }
  }

  /// The cell to which an action leads an agent, if it is free.
  int Next(int agent, int action) {
    const Cell to =
        extent_.At(heads_[agent]) + (action == 0 ? Cell{} : kSteps[action - 1]);
    return IsFree(agent, to) ? extent_.Index(to) : heads_[agent];
  }
  [[nodiscard]] bool IsFree(int agent, const Cell& cell) const {
    if (IsConnected(agent) || !extent_.Contains(cell)) {
      return false;
    }
    const int value = grid_[extent_.Index(cell)];
    return value == 0 || value == Target(agent);
  }

  /// Moves all agents to moved_. An agent stays if another one's head would
  /// cover its own. Calls `connect` for those that reach their targets.
  template <typename Connect>
  void MoveAgents(Connect&& connect) {
    joined_ = grid_;
    const auto write = [this](int agent, int cell, int value) {
      const int index = cell < 0 ? extent_.Size() - 1 : cell;
      int& joined = joined_[index];
      const bool own = Owner(grid_[index]) == agent && joined == grid_[index];
      joined = own ? value : std::max(joined, value);
    };
    for (int agent = 0; agent < Agents(); ++agent) {
      if (moved_[agent] != heads_[agent]) {
        write(agent, moved_[agent], Head(agent));
        write(agent, heads_[agent], Wire(agent));
      }
    }
    std::ranges::fill(present_, 0);
    for (const int value : joined_) {
      if (value % 3 == 2) {
        present_[Owner(value)] = 1;
      }
    }
    for (int agent = 0; agent < Agents(); ++agent) {
      const int head = heads_[agent];
      if (present_[agent] != 0) {
        heads_[agent] = moved_[agent];
        if (head != heads_[agent] && IsConnected(agent)) {
          connect(agent);
        }
      } else if (At(head) == Head(agent)) {
        ++joined_[head < 0 ? extent_.Size() - 1 : head];
      }
    }
    grid_.swap(joined_);
  }

  void FindMask() {
    for (int agent = 0; agent < Agents(); ++agent) {
      Flag* mask = mask_.data() + agent * kActions;
      mask[0] = 1;
      for (int i = 0; i < 4; ++i) {
        const Cell to = extent_.At(heads_[agent]) + kSteps[i];
        mask[i + 1] = IsFree(agent, to) ? 1 : 0;
      }
    }
  }

  Extent extent_;
  int limit_;
  float connected_reward_;
  float timestep_reward_;
  std::vector<int> grid_;
  std::vector<int> joined_;     // for MoveAgents
  std::vector<int> heads_;      // by agent: the cell of its head
  std::vector<int> moved_;      // the cells of the heads after a move
  std::vector<int> starts_;     // for Start
  std::vector<int> targets_;    // by agent
  std::vector<float> rewards_;  // of the last step
  std::vector<Flag> mask_;
  std::vector<Flag> present_;  // for MoveAgents
  int steps_{0};
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_CONNECTOR_H_
