// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/schedule/topology.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace envpool {
namespace {

using Cpus = std::vector<int>;

TEST(Topology, ParallelismIsTheTightestLimit) {
  Topology topology;
  topology.cpus = {0, 1, 2, 3};
  EXPECT_EQ(topology.Parallelism(), 4);
  topology.quota = 2;
  EXPECT_EQ(topology.Parallelism(), 2);
  topology.quota = 8;
  EXPECT_EQ(topology.Parallelism(), 4);
}

TEST(Topology, DetectFindsCpusInNodes) {
  const Topology topology = Topology::Detect();
  EXPECT_GE(topology.Parallelism(), 1);
  Cpus in_nodes;
  for (const Cpus& node : topology.nodes) {
    EXPECT_FALSE(node.empty());
    in_nodes.insert(in_nodes.end(), node.begin(), node.end());
  }
  std::sort(in_nodes.begin(), in_nodes.end());
  EXPECT_EQ(in_nodes, topology.cpus);
}

}  // namespace
}  // namespace envpool
