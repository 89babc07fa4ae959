// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Random graphs as Jumanji draws them for MMST: parts, each connected by a
// random walk, are joined one after the other, and random edges are added.
//
// Threads: a builder is used by one thread at a time. Errors: none.

#ifndef ENVPOOL_PLANNING_GRAPH_H_
#define ENVPOOL_PLANNING_GRAPH_H_

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "envpool/common/threefry.h"
#include "envpool/planning/draw.h"
#include "envpool/planning/problem.h"

namespace envpool::planning {

/// The size of a graph that is made of at least two parts.
struct GraphSize {
  int nodes;
  int edges;
  int max_degree;  // a node with more edges gets no other
  int parts;

  /// The length of a part of `count` things, split as equally as possible.
  [[nodiscard]] int PartOf(int count, int part) const {
    return count / parts + (part < count % parts ? 1 : 0);
  }
  [[nodiscard]] int NodesOf(int part) const { return PartOf(nodes, part); }
  /// The number of edges within a part before it is joined to others.
  [[nodiscard]] int EdgesOf(int part) const {
    const int size = NodesOf(part);
    return std::min(size * (size - 1) / 2,
                    std::max(size - 1, PartOf(edges / 2, part)));
  }
  /// The number of edges that are added with a part, at least part 1: later
  /// parts get more.
  [[nodiscard]] int EdgesWith(int part) const {
    int rest = edges;
    for (int i = 0; i < parts; ++i) {
      rest -= EdgesOf(i);
    }
    // In proportion to 0 + 1 + ... + part, rounded as NumPy does it.
    const auto until = [this, rest](int last) {
      const int all = parts * (parts - 1) / 2;
      return last == parts - 1
                 ? rest
                 : static_cast<int>(static_cast<double>(rest) *
                                    (last * (last + 1) / 2) / all);
    };
    return until(part) - until(part - 1);
  }

  /// Whether any choice of fewer edges leaves two nodes that can be connected.
  [[nodiscard]] bool HasRoom(int some_nodes, int some_edges) const {
    for (int open = 0; open <= some_nodes; ++open) {
      // The fewest ends of edges if no others than `open` nodes can get an
      // edge, and they have all between them. An edge may be drawn twice, once
      // in each direction.
      const int ends =
          (some_nodes - open) * (max_degree + 1) + 2 * open * (open - 1);
      if (ends <= 2 * (some_edges - 1)) {
        return false;
      }
    }
    return true;
  }

  /// Whether a graph of this size can always be drawn.
  [[nodiscard]] bool IsPossible() const {
    bool possible = HasRoom(nodes, edges) && nodes >= 2 * parts;
    for (int part = 0; part < parts; ++part) {
      possible = possible && HasRoom(NodesOf(part), EdgesOf(part)) &&
                 (part == 0 || EdgesWith(part) >= 1);
    }
    return possible;
  }
};

/// Builds graphs of one size. It keeps its memory for the next one.
class GraphBuilder {
 public:
  explicit GraphBuilder(const GraphSize& size)
      : size_(size),
        drawer_(size.nodes),
        drawn_(size.nodes * size.nodes),
        degrees_(size.nodes) {}

  /// Draws a graph: whether there is an edge, by node and node.
  void Build(const threefry::Key& key, std::vector<Flag>* adjacent) {
    std::ranges::fill(drawn_, 0);
    std::ranges::fill(degrees_, 0);
    const threefry::Key walks_key = threefry::Split(key, 0);
    const threefry::Key joins_key = threefry::Split(key, 1);
    int first = 0;
    for (int part = 0; part < size_.parts; ++part) {
      Walk(threefry::Split(walks_key, static_cast<std::uint32_t>(part)), first,
           size_.NodesOf(part), size_.EdgesOf(part));
      first += size_.NodesOf(part);
    }
    int nodes = size_.NodesOf(0);
    int edges = size_.EdgesOf(0);
    for (int part = 1; part < size_.parts; ++part) {
      // Jumanji skips the first key, and takes the last one twice.
      const int which = std::min(part, size_.parts - 2);
      const threefry::Key join_key =
          threefry::Split(joins_key, static_cast<std::uint32_t>(which));
      const threefry::Key pair_key = threefry::Split(join_key, 0);
      const int from = RandInt(threefry::Split(pair_key, 0), 0, nodes);
      const int to =
          nodes + RandInt(threefry::Split(pair_key, 1), 0, size_.NodesOf(part));
      edges_ = edges + size_.EdgesOf(part);
      AddEdge(from, to);
      nodes += size_.NodesOf(part);
      edges += size_.EdgesOf(part) + size_.EdgesWith(part);
      AddEdges(threefry::Split(join_key, 1), 0, nodes, edges);
    }
    for (int a = 0; a < size_.nodes; ++a) {
      for (int b = 0; b < size_.nodes; ++b) {
        (*adjacent)[a * size_.nodes + b] = Drawn(a, b) | Drawn(b, a);
      }
    }
  }

 private:
  Flag& Drawn(int from, int to) { return drawn_[from * size_.nodes + to]; }

  bool AddEdge(int from, int to) {
    if (Drawn(from, to) != 0 || degrees_[from] > size_.max_degree ||
        degrees_[to] > size_.max_degree) {
      return false;
    }
    Drawn(from, to) = 1;
    ++degrees_[from];
    ++degrees_[to];
    ++edges_;
    return true;
  }

  /// Adds random edges between nodes until there are `edges`.
  void AddEdges(threefry::Key key, int first, int nodes, int edges) {
    while (edges_ < edges) {
      const auto pair = drawer_.Choose(threefry::Split(key, 0), nodes, 2);
      key = threefry::Split(key, 1);
      AddEdge(first + pair[0], first + pair[1]);
    }
  }

  /// Connects the nodes of a part by a random walk.
  void Walk(const threefry::Key& walk_key, int first, int nodes, int edges) {
    threefry::Key key = threefry::Split(walk_key, 1);
    int node = RandInt(threefry::Split(walk_key, 0), 0, nodes - 1);
    reached_.assign(nodes, 0);
    reached_[node] = 1;
    edges_ = 0;
    while (std::ranges::count(reached_, 0) > 0) {
      const int next = RandInt(threefry::Split(key, 0), 0, nodes);
      key = threefry::Split(key, 1);
      if (reached_[next] == 0 &&
          AddEdge(first + std::min(node, next), first + std::max(node, next))) {
        reached_[next] = 1;
      }
      node = next;
    }
    AddEdges(key, first, nodes, edges);
  }

  GraphSize size_;
  SeveralDrawer drawer_;
  std::vector<Flag> drawn_;   // by node and node; directions differ
  std::vector<int> degrees_;  // by node
  std::vector<Flag> reached_;
  int edges_{0};  // of what is being built
};

}  // namespace envpool::planning

#endif  // ENVPOOL_PLANNING_GRAPH_H_
