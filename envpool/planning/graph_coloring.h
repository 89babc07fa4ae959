// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// GraphColoring: give each node, one after the other, a colour that none of its
// neighbours has. At the end the reward is minus the number of colours. A
// colour that a neighbour has ends the episode and costs the number of nodes.

#ifndef ENVPOOL_PLANNING_GRAPH_COLORING_H_
#define ENVPOOL_PLANNING_GRAPH_COLORING_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "envpool/planning/problem.h"

namespace envpool::planning {

class GraphColoring {
 public:
  static constexpr bool kMasksChoices = true;

  static decltype(auto) DefaultConfig() {
    return MakeDict("num_nodes"_.Bind(20), "edge_probability"_.Bind(0.8));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int nodes = conf["num_nodes"_];
    return MakeDict(
        "obs:adj_matrix"_.Bind(Spec<bool>({nodes, nodes}, {false, true})),
        "obs:colors"_.Bind(Spec<int>({nodes}, {-1, nodes - 1})),
        "obs:current_node_index"_.Bind(Spec<int>({}, {0, nodes - 1})),
        "obs:action_mask"_.Bind(Spec<bool>({nodes}, {false, true})));
  }
  template <typename Config>
  static std::vector<int> Choices(const Config& conf) {
    return {conf["num_nodes"_]};
  }

  template <typename Config>
  explicit GraphColoring(const Config& conf)
      : nodes_(conf["num_nodes"_]),
        probability_(static_cast<float>(conf["edge_probability"_])),
        edges_(nodes_ * nodes_),
        colors_(nodes_),
        mask_(nodes_) {}

  void Start(const threefry::Key& key) {
    const threefry::Key edge_key = threefry::Split(threefry::Split(key, 1), 1);
    for (int row = 0; row < nodes_; ++row) {
      for (int col = 0; col < row; ++col) {
        const auto at = static_cast<std::uint32_t>(row * nodes_ + col);
        const bool is_edge = threefry::Bernoulli(edge_key, probability_, at);
        edges_[row * nodes_ + col] = edges_[col * nodes_ + row] = is_edge;
      }
    }
    std::ranges::fill(colors_, -1);
    node_ = 0;
    FindMask();
  }

  Outcome Step(const int* action) {
    const bool legal = mask_[*action] != 0;
    colors_[node_] = *action;
    node_ = (node_ + 1) % nodes_;
    FindMask();
    if (!legal) {
      return {static_cast<float>(-nodes_), true};
    }
    if (std::ranges::count(colors_, -1) > 0) {
      return {0, false};
    }
    int used = 0;
    for (int color = 0; color < nodes_; ++color) {
      used += std::ranges::count(colors_, color) > 0 ? 1 : 0;
    }
    return {static_cast<float>(-used), true};
  }

  template <typename Row>
  void Write(const Row& row) const {
    Copy(edges_, row["obs:adj_matrix"_]);
    Copy(colors_, row["obs:colors"_]);
    *row["obs:current_node_index"_] = node_;
    Copy(mask_, row["obs:action_mask"_]);
  }

  [[nodiscard]] PictureSize SizeOfPicture() const { return kMapSize; }
  void Draw(Picture* picture) const;

  template <typename Visitor>
  void Visit(Visitor&& visit) {
    visit(&edges_, 0, 1);
    visit(&colors_, -1, nodes_ - 1);
    visit(&node_, 0, nodes_ - 1);
  }
  bool Restore() {
    FindMask();
    return true;
  }

 private:
  /// Finds the colours that the node's neighbours do not have.
  void FindMask() {
    std::ranges::fill(mask_, 1);
    for (int other = 0; other < nodes_; ++other) {
      if (edges_[node_ * nodes_ + other] != 0 && colors_[other] >= 0) {
        mask_[colors_[other]] = 0;
      }
    }
  }

  int nodes_;
  float probability_;
  std::vector<Flag> edges_;  // symmetric
  std::vector<int> colors_;  // -1: none so far
  int node_{0};
  std::vector<Flag> mask_;
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_GRAPH_COLORING_H_
