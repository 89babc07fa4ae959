// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MMST, the multi minimum spanning tree problem: agents on a graph, which all
// move at once, connect their own nodes by paths that do not cross. Other nodes
// belong to the first agent that comes there.

#ifndef ENVPOOL_PLANNING_MMST_H_
#define ENVPOOL_PLANNING_MMST_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "envpool/common/threefry.h"
#include "envpool/planning/draw.h"
#include "envpool/planning/graph.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

class Mmst {
 public:
  static constexpr bool kMasksChoices = false;

  static decltype(auto) DefaultConfig() {
    return MakeDict("num_nodes"_.Bind(36), "num_edges"_.Bind(72),
                    "max_degree"_.Bind(5), "num_agents"_.Bind(3),
                    "num_nodes_per_agent"_.Bind(4), "time_limit"_.Bind(70),
                    "reward_connected"_.Bind(10.0),
                    "reward_time_step"_.Bind(-1.0), "reward_noop"_.Bind(-1.0));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int nodes = conf["num_nodes"_];
    const int agents = conf["num_agents"_];
    const int own = conf["num_nodes_per_agent"_];
    const int edges = conf["num_edges"_];
    RequireConfig(10 * own * agents <= 8 * nodes && own <= nodes / agents,
                  "num_nodes_per_agent",
                  "at most 80 % of num_nodes for all agents", own);
    RequireConfig(edges >= nodes - 1 && 2 * edges <= nodes * (nodes - 1) &&
                      SizeOf(conf).IsPossible(),
                  "num_edges",
                  "enough to connect all nodes, and no more than max_degree "
                  "and num_nodes allow",
                  edges);
    return MakeDict(
        "obs:node_types"_.Bind(Spec<int>({nodes}, {-1, 2 * agents - 1})),
        "obs:adj_matrix"_.Bind(Spec<int>({nodes, nodes}, {0, 1})),
        "obs:positions"_.Bind(Spec<int>({agents}, {-1, nodes - 1})),
        "obs:step_count"_.Bind(Spec<int>({}, {0, conf["time_limit"_]})),
        "obs:action_mask"_.Bind(Spec<bool>({agents, nodes}, {false, true})),
        "info:num_connections"_.Bind(Spec<float>({})),
        "info:ratio_connections"_.Bind(Spec<float>({}, {0.0F, 1.0F})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& conf) {
    return std::vector<int>(conf["num_agents"_], conf["num_nodes"_]);
  }

  template <typename Config>
  explicit Mmst(const Config& conf)
      : size_(SizeOf(conf)),
        own_(conf["num_nodes_per_agent"_]),
        limit_(conf["time_limit"_]),
        reward_connected_(static_cast<float>(conf["reward_connected"_])),
        reward_step_(static_cast<float>(conf["reward_time_step"_])),
        reward_noop_(static_cast<float>(conf["reward_noop"_])),
        builder_(size_),
        nodes_drawer_(size_.nodes),
        agents_drawer_(size_.parts),
        adjacent_(size_.nodes * size_.nodes),
        types_(size_.nodes),
        positions_(size_.parts),
        moves_(size_.parts),
        visited_(size_.parts * size_.nodes),
        noted_(visited_.size()),
        blocked_(visited_.size()),
        finished_(size_.parts),
        targets_(size_.parts),
        chosen_(size_.parts),
        mask_(visited_.size()) {}

  void Start(const threefry::Key& key) {
    const threefry::Key start_key = threefry::Split(key, 1);
    builder_.Build(threefry::Split(start_key, 0), &adjacent_);
    key_ = threefry::Split(start_key, 1);
    std::ranges::fill(types_, -1);
    for (std::vector<Flag>* flags : {&visited_, &noted_, &blocked_}) {
      std::ranges::fill(*flags, 0);
    }
    int first = 0;
    for (int agent = 0; agent < size_.parts; ++agent) {
      const auto nodes = nodes_drawer_.Choose(threefry::Split(key_, 0),
                                              size_.NodesOf(agent), own_);
      key_ = threefry::Split(key_, 1);
      for (const int node : nodes) {
        types_[first + node] = agent;
      }
      positions_[agent] = first + nodes[0];
      visited_[At(agent, positions_[agent])] = 1;
      noted_[At(agent, positions_[agent])] = 1;
      first += size_.NodesOf(agent);
    }
    std::ranges::fill(moves_, 0);
    std::ranges::fill(finished_, 0);
    steps_ = 0;
    Block();
    FindMask();
  }

  Outcome Step(const int* action) {
    const threefry::Key step_key = threefry::Split(key_, 1);
    key_ = threefry::Split(key_, 0);
    Choose(action, step_key);
    float reward = 0;
    for (int agent = 0; agent < size_.parts; ++agent) {
      const int node = targets_[agent];
      const int chosen = chosen_[agent];
      if (chosen != kNone && chosen != kTie && node >= 0) {
        Enter(agent, node);
      }
      reward += finished_[agent] != 0 ? 0 : Reward(agent);
    }
    Block();
    FindMask();
    for (int agent = 0; agent < size_.parts; ++agent) {
      finished_[agent] = Connected(agent) == own_ ? 1 : 0;
    }
    ++steps_;
    return {reward, steps_ >= limit_ || std::ranges::count(finished_, 0) == 0};
  }

  template <typename Row>
  void Write(const Row& row) const {
    auto* types = row["obs:node_types"_];
    for (int node = 0; node < size_.nodes; ++node) {
      types[node] = types_[node] < 0 ? -1 : 2 * types_[node] + 1;
      for (int agent = 0; agent < size_.parts; ++agent) {
        if (visited_[At(agent, node)] != 0) {
          types[node] = 2 * agent;
        }
      }
    }
    Copy(adjacent_, row["obs:adj_matrix"_]);
    Copy(positions_, row["obs:positions"_]);
    *row["obs:step_count"_] = steps_;
    Copy(mask_, row["obs:action_mask"_]);
    int connected = -size_.parts;
    float ratios = 0;
    for (int agent = 0; agent < size_.parts; ++agent) {
      connected += Connected(agent);
      ratios += planning::Share(Connected(agent) - 1, own_ - 1);
    }
    *row["info:num_connections"_] = static_cast<float>(connected);
    *row["info:ratio_connections"_] =
        ratios * (1.0F / static_cast<float>(size_.parts));
  }

  [[nodiscard]] PictureSize SizeOfPicture() const { return kMapSize; }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    visit(&adjacent_, 0, 1);
    visit(&types_, -1, size_.parts - 1);
    visit(&positions_, 0, size_.nodes - 1);
    visit(&moves_, 0, limit_);
    visit(&visited_, 0, 1);
    visit(&noted_, 0, 1);
    visit(&blocked_, 0, 1);
    visit(&finished_, 0, 1);
    visit(&mask_, 0, 1);
    visit(&steps_, 0, limit_);
    visit(&key_);
  }
  bool Restore() { return true; }

 private:
  // Instead of actions, in order: none, refused because another agent has
  // chosen the same node, to a node where the agent has been.
  static constexpr int kNone = -1;
  static constexpr int kTie = -2;
  static constexpr int kBack = -3;

  template <typename Config>
  static GraphSize SizeOf(const Config& conf) {
    return {conf["num_nodes"_], conf["num_edges"_], conf["max_degree"_],
            conf["num_agents"_]};
  }

  [[nodiscard]] int At(int agent, int node) const {
    return agent * size_.nodes + node;
  }
  [[nodiscard]] bool CanGo(int agent, int node) const {
    return adjacent_[positions_[agent] * size_.nodes + node] != 0 &&
           blocked_[At(agent, node)] == 0;
  }

  /// Sets chosen_ and targets_; agents choose in random order.
  void Choose(const int* action, const threefry::Key& key) {
    for (int agent = 0; agent < size_.parts; ++agent) {
      targets_[agent] = CanGo(agent, action[agent]) ? action[agent] : -1;
    }
    std::ranges::fill(chosen_, kNone);
    for (const int agent : agents_drawer_.Permute(key)) {
      if (targets_[agent] < 0) {
        continue;
      }
      bool is_taken = false;
      for (int other = 0; other < size_.parts; ++other) {
        is_taken = is_taken ||
                   (chosen_[other] >= 0 && targets_[other] == targets_[agent]);
      }
      chosen_[agent] = is_taken ? kTie : action[agent];
    }
    for (int agent = 0; agent < size_.parts; ++agent) {
      // Without a target, Jumanji looks at the last node.
      const int node = targets_[agent] < 0 ? size_.nodes - 1 : targets_[agent];
      if (visited_[At(agent, node)] != 0) {
        chosen_[agent] = kBack;
      }
      if (finished_[agent] != 0) {
        chosen_[agent] = kNone;
      }
    }
  }

  void Enter(int agent, int node) {
    positions_[agent] = node;
    visited_[At(agent, node)] = 1;
    // Jumanji's list of nodes has no place for the last possible one.
    if (++moves_[agent] < limit_) {
      noted_[At(agent, node)] = 1;
    }
  }

  [[nodiscard]] float Reward(int agent) const {
    const int chosen = chosen_[agent];
    if (chosen >= 0 && types_[positions_[agent]] == agent) {
      return reward_connected_;
    }
    if (chosen == kTie) {
      return 0;
    }
    return chosen == kNone ? reward_step_ + reward_noop_ : reward_step_;
  }

  /// The number of an agent's nodes that are connected.
  [[nodiscard]] int Connected(int agent) const {
    int count = 0;
    for (int node = 0; node < size_.nodes; ++node) {
      count += types_[node] == agent && noted_[At(agent, node)] != 0 ? 1 : 0;
    }
    return count;
  }

  /// Keeps others from nodes that belong to nobody and where an agent is.
  void Block() {
    for (int agent = 0; agent < size_.parts; ++agent) {
      if (types_[positions_[agent]] >= 0) {
        continue;
      }
      for (int other = 0; other < size_.parts; ++other) {
        if (other != agent) {
          blocked_[At(other, positions_[agent])] = 1;
        }
      }
    }
  }

  void FindMask() {
    for (int agent = 0; agent < size_.parts; ++agent) {
      for (int node = 0; node < size_.nodes; ++node) {
        mask_[At(agent, node)] =
            finished_[agent] == 0 && CanGo(agent, node) ? 1 : 0;
      }
    }
  }

  GraphSize size_;
  int own_;  // nodes of each agent
  int limit_;
  float reward_connected_;
  float reward_step_;
  float reward_noop_;
  GraphBuilder builder_;
  SeveralDrawer nodes_drawer_;
  SeveralDrawer agents_drawer_;
  threefry::Key key_;
  std::vector<Flag> adjacent_;  // by node and node
  std::vector<int> types_;      // by node: its agent, or -1
  std::vector<int> positions_;  // by agent
  std::vector<int> moves_;      // by agent: how many it has made
  std::vector<Flag> visited_;   // by agent and node
  std::vector<Flag> noted_;     // likewise: those that count as connected
  std::vector<Flag> blocked_;   // likewise
  std::vector<Flag> finished_;  // by agent
  std::vector<int> targets_;    // by agent: where it wants to go, or -1
  std::vector<int> chosen_;     // by agent: its action, or why there is none
  std::vector<Flag> mask_;
  int steps_{0};
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_MMST_H_
