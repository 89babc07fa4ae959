// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CostMeter: what a step costs, measured while running. It decides how much a
// thread claims at once and whether others are worth waking; never what the
// results are.
//
// Threads: any; all figures are estimates, and racing updates lose nothing that
// matters.

#ifndef ENVPOOL_CORE_ENGINE_SCHEDULE_COST_METER_H_
#define ENVPOOL_CORE_ENGINE_SCHEDULE_COST_METER_H_

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
  /// A thread that waits for results leaves dearer steps to the workers:
  /// nothing can end its wait while it is in one.
  static constexpr std::int64_t kHelpNanos = 1'000'000;

  void Guess(std::int64_t nanos_per_step) { nanos_.store(nanos_per_step); }
  [[nodiscard]] std::int64_t nanos_per_step() const {
    return nanos_.load(std::memory_order_relaxed);
  }
  /// Whether steps are so cheap that a waiting thread may run them.
  [[nodiscard]] bool WorthHelping() const {
    return nanos_per_step() < kHelpNanos;
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
    // A moving average over about eight runs. A run that a busy system has
    // interrupted must not outweigh thousands of others.
    const std::int64_t known = nanos_per_step();
    const std::int64_t sample = std::min(nanos / steps, kMaxGrowth * known);
    nanos_.store(std::max<std::int64_t>(1, known + (sample - known) / 8),
                 std::memory_order_relaxed);
  }
  /// About how long it takes to run what is worth sharing among threads of
  /// `queued` rows, of which a receiver waits for `batch_size`. Beyond them,
  /// rows that are cheaper to run than to move to another core do not count:
  /// workers on a backlog of those slow the receiver down and, as they make
  /// each row seem dear, would never find it too little to go on.
  [[nodiscard]] std::int64_t SharedNanos(std::int64_t queued,
                                         std::int64_t batch_size) const {
    const std::int64_t nanos = nanos_per_step();
    return nanos * (nanos < kMoveNanos ? std::min(queued, batch_size) : queued);
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
  // The cache lines of an env's state and results that follow it to another
  // core cost about this much.
  static constexpr std::int64_t kMoveNanos = 100;
  static constexpr std::int64_t kMaxGrowth = 16;
  static constexpr std::int64_t kCheapRunNanos = 2'000;
  static constexpr unsigned kCheapRunsPerTiming = 64;

  std::atomic<std::int64_t> nanos_{1};
  std::atomic<unsigned> runs_{0};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_SCHEDULE_COST_METER_H_
