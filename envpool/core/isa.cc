// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/isa.h"

#include <algorithm>
#include <atomic>

namespace envpool {
namespace {

Isa Detect() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw")) {
    return Isa::kAvx512;
  }
  if (__builtin_cpu_supports("avx2")) {
    return Isa::kAvx2;
  }
#endif
  return Isa::kBaseline;
}

std::atomic<Isa> limit{Isa::kAvx512};

}  // namespace

Isa CurrentIsa() {
  static const Isa kBest = Detect();
  return std::min(kBest, limit.load());
}

void SetIsa(Isa isa) { limit.store(isa); }

}  // namespace envpool
