// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/schedule/topology.h"

#include <algorithm>

#include "envpool/core/platform/cpus.h"

namespace envpool {

int Topology::Parallelism() const {
  const int allowed = static_cast<int>(cpus.size());
  return quota > 0 ? std::min(quota, allowed) : allowed;
}

Topology Topology::Detect() {
  Topology topology;
  topology.cpus = AllowedCpus();
  topology.nodes = NumaNodes(topology.cpus);
  topology.quota = CpuQuota();
  return topology;
}

}  // namespace envpool
