// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// NodeMap: assigns envs to NUMA nodes, in equal shares of consecutive ids.
//
// Threads: immutable value.

#ifndef ENVPOOL_CORE_ENGINE_SCHEDULE_NODE_MAP_H_
#define ENVPOOL_CORE_ENGINE_SCHEDULE_NODE_MAP_H_

#include <algorithm>
#include <cstdint>

namespace envpool {

class NodeMap {
 public:
  NodeMap(int num_envs, int num_nodes)
      : num_envs_(num_envs), num_nodes_(num_nodes) {}

  [[nodiscard]] int num_nodes() const { return num_nodes_; }
  [[nodiscard]] int NodeOf(int env_id) const {
    return static_cast<int>(static_cast<std::int64_t>(env_id) * num_nodes_ /
                            num_envs_);
  }
  [[nodiscard]] int FirstOf(int node) const {
    return node == 0 ? 0 : EndOf(node - 1);
  }
  /// The first env of the next node.
  [[nodiscard]] int EndOf(int node) const {
    const std::int64_t bound = static_cast<std::int64_t>(node + 1) * num_envs_;
    return static_cast<int>((bound + num_nodes_ - 1) / num_nodes_);
  }

  /// Calls f(node, first, part) for each node's part of a range of envs.
  template <typename F>
  void ForParts(int first_env, int count, F&& f) const {
    while (count > 0) {
      const int node = NodeOf(first_env);
      const int part = std::min(count, EndOf(node) - first_env);
      f(node, first_env, part);
      first_env += part;
      count -= part;
    }
  }

 private:
  std::int64_t num_envs_;
  int num_nodes_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_SCHEDULE_NODE_MAP_H_
