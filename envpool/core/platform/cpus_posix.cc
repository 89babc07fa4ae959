// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// POSIX knows how many CPUs there are; it has no affinity, quotas or nodes.

#include <unistd.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "envpool/core/platform/cpus.h"

namespace envpool {

std::vector<int> AllowedCpus() {
  std::vector<int> cpus(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
  std::iota(cpus.begin(), cpus.end(), 0);
  return cpus;
}

std::vector<std::vector<int>> NumaNodes(const std::vector<int>& allowed) {
  return {allowed};
}

int CpuQuota() { return 0; }

bool PinThisThread(std::span<const int> /*cpus*/) { return false; }

}  // namespace envpool
