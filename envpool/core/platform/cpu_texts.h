// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The texts in which Linux describes CPUs and their limits.
//
// Threads: any. Errors: none; see the functions.

#ifndef ENVPOOL_CORE_PLATFORM_CPU_TEXTS_H_
#define ENVPOOL_CORE_PLATFORM_CPU_TEXTS_H_

#include <string>
#include <vector>

namespace envpool {

/// "0-3,8" -> {0, 1, 2, 3, 8}; malformed parts are skipped.
std::vector<int> ParseCpuList(const std::string& text);

/// CPUs of a cgroup v2 "cpu.max" text ("max 100000" or "150000 100000"),
/// rounded up; 0 when unlimited or malformed.
int ParseCpuMax(const std::string& text);

}  // namespace envpool

#endif  // ENVPOOL_CORE_PLATFORM_CPU_TEXTS_H_
