// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/platform/cpu_texts.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace envpool {

std::vector<int> ParseCpuList(const std::string& text) {
  constexpr int kMaxCpu = 1 << 16;
  std::vector<int> cpus;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    std::istringstream range(part);
    int first = -1;
    int last = -1;
    char dash = 0;
    if (!(range >> first)) {
      continue;
    }
    if (!(range >> dash >> last)) {
      last = first;
    }
    for (int cpu = std::max(first, 0); cpu <= std::min(last, kMaxCpu); ++cpu) {
      cpus.push_back(cpu);
    }
  }
  std::sort(cpus.begin(), cpus.end());
  return cpus;
}

int ParseCpuMax(const std::string& text) {
  std::istringstream words(text);
  double quota = 0;
  double period = 0;
  if (!(words >> quota >> period) || quota <= 0 || period <= 0) {
    return 0;
  }
  constexpr double kMaxCpus = 1 << 16;
  return static_cast<int>(
      std::clamp((quota + period - 1) / period, 1.0, kMaxCpus));
}

}  // namespace envpool
