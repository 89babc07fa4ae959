// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Topology: the CPUs that this process may use, by its affinity mask and the
// cgroup's CPU quota, grouped by NUMA node. (hardware_concurrency() ignores the
// quota, so it is wrong in containers.)
//
// Threads: immutable value. Errors: none; unreadable files count as absent.

#ifndef ENVPOOL_CORE_ENGINE_SCHEDULE_TOPOLOGY_H_
#define ENVPOOL_CORE_ENGINE_SCHEDULE_TOPOLOGY_H_

#include <span>
#include <string>
#include <vector>

#include "envpool/core/export.h"

namespace envpool {

struct ENVPOOL_EXPORT Topology {
  std::vector<int> cpus;                // allowed, ascending
  std::vector<std::vector<int>> nodes;  // allowed CPUs by NUMA node, none empty
  int quota = 0;  // CPUs that the cgroup allows, rounded up; 0: no limit

  /// The number of threads that can run at once.
  [[nodiscard]] int Parallelism() const;

  /// Reads the live system.
  static Topology Detect();
};

/// "0-3,8" -> {0, 1, 2, 3, 8}; malformed parts are skipped.
ENVPOOL_EXPORT std::vector<int> ParseCpuList(const std::string& text);

/// CPUs of a cgroup v2 "cpu.max" text ("max 100000" or "150000 100000"),
/// rounded up; 0 when unlimited or malformed.
ENVPOOL_EXPORT int ParseCpuMax(const std::string& text);

/// Restricts the calling thread to the CPUs; false if the system refuses.
ENVPOOL_EXPORT bool PinThisThread(std::span<const int> cpus);

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_SCHEDULE_TOPOLOGY_H_
