// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RunMeter: measures the time in which the threads of this process run envs. It
// counts only between Start and Stop; otherwise it costs one load per chunk of
// envs.
//
// Threads: any. Errors: none.

#ifndef ENVPOOL_CORE_RUN_METER_H_
#define ENVPOOL_CORE_RUN_METER_H_

#include <atomic>
#include <cstdint>

#include "envpool/core/export.h"

namespace envpool {

class ENVPOOL_EXPORT RunMeter {
 public:
  /// Totals that only grow, while the meter runs.
  struct Totals {
    std::int64_t steps;       // steps and resets of all threads
    std::int64_t nanos;       // time of all threads
    std::int64_t here_nanos;  // time of the calling thread
  };

  [[nodiscard]] static bool running() {
    return users_.load(std::memory_order_relaxed) > 0;
  }
  /// Calls nest: the meter runs until each Start has its Stop.
  static void Start() { users_.fetch_add(1); }
  static void Stop() { users_.fetch_sub(1); }
  /// Adds `steps` env steps of this thread, which took `nanos`.
  static void Add(int steps, std::int64_t nanos);
  [[nodiscard]] static Totals Read();

 private:
  static std::atomic<int> users_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_RUN_METER_H_
