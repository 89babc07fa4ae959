// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Topology: the CPUs that this process may use, by its affinity mask and its
// CPU quota, grouped by NUMA node, as far as the system has them (see
// platform/cpus.h). hardware_concurrency() ignores the quota, so it is wrong in
// containers.
//
// Threads: immutable value. Errors: none.

#ifndef ENVPOOL_CORE_ENGINE_SCHEDULE_TOPOLOGY_H_
#define ENVPOOL_CORE_ENGINE_SCHEDULE_TOPOLOGY_H_

#include <vector>

#include "envpool/core/export.h"

namespace envpool {

struct ENVPOOL_EXPORT Topology {
  std::vector<int> cpus;                // allowed, ascending
  std::vector<std::vector<int>> nodes;  // allowed CPUs by NUMA node, none empty
  int quota = 0;  // CPUs that the quota allows, rounded up; 0: no limit

  /// The number of threads that can run at once.
  [[nodiscard]] int Parallelism() const;

  /// Reads the live system.
  static Topology Detect();
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_SCHEDULE_TOPOLOGY_H_
