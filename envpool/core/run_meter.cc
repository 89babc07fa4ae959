// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/run_meter.h"

namespace envpool {
namespace {

std::atomic<std::int64_t> total_steps{0};
std::atomic<std::int64_t> total_nanos{0};
thread_local std::int64_t here_nanos = 0;

}  // namespace

std::atomic<int> RunMeter::users_{0};

void RunMeter::Add(int steps, std::int64_t nanos) {
  total_steps.fetch_add(steps, std::memory_order_relaxed);
  total_nanos.fetch_add(nanos, std::memory_order_relaxed);
  here_nanos += nanos;
}

RunMeter::Totals RunMeter::Read() {
  return {total_steps.load(), total_nanos.load(), here_nanos};
}

}  // namespace envpool
