// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CostMeter: what a step costs, measured while running. It decides how much a
// thread claims at once and whether others are worth waking; never what the
// results are.
//
// Threads: any; all figures are estimates, and racing updates lose nothing that
// matters.

#ifndef ENVPOOL_CORE_ENGINE_COST_METER_H_
#define ENVPOOL_CORE_ENGINE_COST_METER_H_

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace envpool {

class CostMeter {
 public:
  /// A hand-over to a parked thread costs about this much, so less work than
  /// that is done by the thread that asks for it.
  static constexpr std::int64_t kHandOverNanos = 25'000;
  /// No claim should take longer: a waiting thread must see Ctrl-C, a closing
  /// pool its end.
  static constexpr std::int64_t kLongestNanos = 10'000'000;

  void Guess(std::int64_t nanos_per_step) { nanos_.store(nanos_per_step); }
  [[nodiscard]] std::int64_t nanos_per_step() const {
    return nanos_.load(std::memory_order_relaxed);
  }
  /// Whether a run of so many steps should be timed; cheap ones only sometimes.
  bool WorthTiming(int steps) {
    return nanos_per_step() * steps >= kCheapRunNanos ||
           runs_.fetch_add(1, std::memory_order_relaxed) %
                   kCheapRunsPerTiming ==
               0;
  }
  /// A run of so many steps took so long.
  void Record(std::int64_t nanos, int steps) {
    // A moving average over about eight runs.
    const std::int64_t known = nanos_per_step();
    nanos_.store(std::max<std::int64_t>(1, known + (nanos / steps - known) / 8),
                 std::memory_order_relaxed);
  }
  /// How many of `available` steps to claim, with `queued` waiting in all for
  /// `workers` threads.
  [[nodiscard]] int ChunkSize(int available, std::int64_t queued,
                              int workers) const {
    const std::int64_t nanos = nanos_per_step();
    if (workers == 1 || queued * nanos <= kHandOverNanos) {
      return static_cast<int>(  // nobody to share with
          std::clamp<std::int64_t>(kLongestNanos / nanos, 1, available));
    }
    const std::int64_t share = queued / (2 * workers) + 1;
    return static_cast<int>(std::clamp<std::int64_t>(
        std::min(kChunkNanos / nanos, share), 1, available));
  }

 private:
  // A claim costs some tens of nanoseconds; a chunk this long makes that
  // nothing, and is short enough to balance the load.
  static constexpr std::int64_t kChunkNanos = 20'000;
  static constexpr std::int64_t kCheapRunNanos = 2'000;
  static constexpr unsigned kCheapRunsPerTiming = 64;

  std::atomic<std::int64_t> nanos_{1};
  std::atomic<unsigned> runs_{0};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_COST_METER_H_
