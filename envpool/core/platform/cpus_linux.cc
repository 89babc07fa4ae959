// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Affinity masks, cgroups and the NUMA nodes of /sys.

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "envpool/core/platform/cpu_texts.h"
#include "envpool/core/platform/cpus.h"

namespace envpool {
namespace {

std::string ReadFile(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

int StricterQuota(int a, int b) {
  return a == 0 ? b : (b == 0 ? a : std::min(a, b));
}

}  // namespace

std::vector<int> AllowedCpus() {
  std::vector<int> cpus;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) == 0) {
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (CPU_ISSET(cpu, &set)) {
        cpus.push_back(cpu);
      }
    }
  }
  if (cpus.empty()) {
    // cpu_set_t is too small, or the call is missing: assume all online CPUs.
    const int online =
        std::max(1, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
    for (int cpu = 0; cpu < online; ++cpu) {
      cpus.push_back(cpu);
    }
  }
  return cpus;
}

// The tightest quota on the path from this process' cgroup to the root.
int CpuQuota() {
  int quota = 0;
  std::istringstream lines(ReadFile("/proc/self/cgroup"));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) {
      continue;
    }
    const std::string controllers = line.substr(first + 1, second - first - 1);
    std::string path = line.substr(second + 1);
    const bool v2 = controllers.empty();
    if (!v2 && controllers.find("cpu") == std::string::npos) {
      continue;
    }
    for (;;) {
      if (v2) {
        quota = StricterQuota(
            quota, ParseCpuMax(ReadFile("/sys/fs/cgroup" + path + "/cpu.max")));
      } else {
        const std::string folder = "/sys/fs/cgroup/cpu" + path;
        quota = StricterQuota(
            quota, ParseCpuMax(ReadFile(folder + "/cpu.cfs_quota_us") + " " +
                               ReadFile(folder + "/cpu.cfs_period_us")));
      }
      if (path.empty() || path == "/") {
        break;
      }
      path.resize(std::min(path.rfind('/'), path.size() - 1));
    }
  }
  return quota;
}

std::vector<std::vector<int>> NumaNodes(const std::vector<int>& allowed) {
  std::vector<std::vector<int>> nodes;
  for (const int node :
       ParseCpuList(ReadFile("/sys/devices/system/node/online"))) {
    const std::vector<int> listed = ParseCpuList(ReadFile(
        "/sys/devices/system/node/node" + std::to_string(node) + "/cpulist"));
    std::vector<int> cpus;
    std::set_intersection(listed.begin(), listed.end(), allowed.begin(),
                          allowed.end(), std::back_inserter(cpus));
    if (!cpus.empty()) {
      nodes.push_back(cpus);
    }
  }
  if (nodes.empty()) {
    nodes.push_back(allowed);
  }
  return nodes;
}

bool PinThisThread(std::span<const int> cpus) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int cpu : cpus) {
    if (cpu >= 0 && cpu < CPU_SETSIZE) {
      CPU_SET(cpu, &set);
    }
  }
  return sched_setaffinity(0, sizeof(set), &set) == 0;
}

}  // namespace envpool
