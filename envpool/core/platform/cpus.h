// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The CPUs that this process may use, and their limits.
//
// Threads: any. Errors: none; what the system does not tell counts as absent.

#ifndef ENVPOOL_CORE_PLATFORM_CPUS_H_
#define ENVPOOL_CORE_PLATFORM_CPUS_H_

#include <span>
#include <vector>

#include "envpool/core/export.h"

namespace envpool {

/// The CPUs on which the calling thread may run, ascending; at least one.
ENVPOOL_EXPORT std::vector<int> AllowedCpus();

/// The `allowed` CPUs by NUMA node. No node is empty.
std::vector<std::vector<int>> NumaNodes(const std::vector<int>& allowed);

/// The process may use the time of this many CPUs, rounded up; 0: no limit.
int CpuQuota();

/// Restricts the calling thread to the CPUs; false if the system refuses, or
/// cannot do that.
ENVPOOL_EXPORT bool PinThisThread(std::span<const int> cpus);

}  // namespace envpool

#endif  // ENVPOOL_CORE_PLATFORM_CPUS_H_
