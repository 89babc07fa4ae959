// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CostMeter: measures the cost of a step at run time. The cost determines how
// many envs a thread claims at once, and whether it wakes other threads; it
// never affects results.
//
// Threads: any; all figures are estimates, so racing updates do no harm.

#ifndef ENVPOOL_CORE_ENGINE_SCHEDULE_COST_METER_H_
#define ENVPOOL_CORE_ENGINE_SCHEDULE_COST_METER_H_

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace envpool {

class CostMeter {
 public:
  /// Approximate cost of handing work to a parked thread. The requesting thread
  /// runs smaller amounts of work itself.
  static constexpr std::int64_t kHandOverNanos = 25'000;
  /// The greatest duration of a claim: waiting threads must see Ctrl-C in time,
  /// and closing threads must not wait long.
  static constexpr std::int64_t kLongestNanos = 10'000'000;
  /// A thread that waits for results leaves costlier steps to the workers,
  /// since nothing can interrupt it inside a step.
  static constexpr std::int64_t kHelpNanos = 1'000'000;

  void Guess(std::int64_t nanos_per_step) { nanos_.store(nanos_per_step); }
  [[nodiscard]] std::int64_t nanos_per_step() const {
    return nanos_.load(std::memory_order_relaxed);
  }
  /// Whether steps are so cheap that a waiting thread may run them.
  [[nodiscard]] bool WorthHelping() const {
    return nanos_per_step() < kHelpNanos;
  }
  /// Whether to time a run of this many steps; cheap runs are only sampled.
  bool WorthTiming(int steps) {
    if (nanos_per_step() * steps >= kCheapRunNanos) {
      return true;
    }
    // Not fetch_add, which costs more; a lost count does no harm.
    const unsigned runs = runs_.load(std::memory_order_relaxed);
    runs_.store(runs + 1, std::memory_order_relaxed);
    return runs % kCheapRunsPerTiming == 0;
  }
  /// Records that a run of this many steps took this long.
  void Record(std::int64_t nanos, int steps) {
    // A moving average over about eight runs. A run that the system interrupted
    // must not outweigh thousands of others.
    const std::int64_t known = nanos_per_step();
    const std::int64_t sample = std::min(nanos / steps, kMaxGrowth * known);
    nanos_.store(std::max<std::int64_t>(1, known + (sample - known) / 8),
                 std::memory_order_relaxed);
  }
  /// Estimates how long it takes to run the rows that are worth sharing among
  /// threads, if a receiver waits for `batch_size` of the `queued` rows. Rows
  /// beyond the batch do not count if they are cheaper to run than to move to
  /// another core: workers on such a backlog would slow the receiver, and the
  /// inflated estimate would keep them on it.
  [[nodiscard]] std::int64_t SharedNanos(std::int64_t queued,
                                         std::int64_t batch_size) const {
    const std::int64_t nanos = nanos_per_step();
    return nanos * (nanos < kMoveNanos ? std::min(queued, batch_size) : queued);
  }
  /// The number of `available` steps to claim if `queued` steps wait for
  /// `workers` threads. `shared`: others of them are running already, so that
  /// little work, too, is worth dividing.
  [[nodiscard]] int StepsToClaim(int available, std::int64_t queued,
                                 int workers, bool shared = false) const {
    const std::int64_t nanos = nanos_per_step();
    if (workers == 1 || (!shared && queued * nanos <= kHandOverNanos)) {
      return static_cast<int>(  // no other thread shares the work
          std::clamp<std::int64_t>(kLongestNanos / nanos, 1, available));
    }
    const std::int64_t share =
        std::max(queued / (2 * workers) + 1, kShortestNanos / nanos);
    const std::int64_t chunk = std::max(kChunkNanos, workers * kClaimNanos);
    return static_cast<int>(
        std::clamp<std::int64_t>(std::min(chunk / nanos, share), 1, available));
  }

 private:
  // A claim costs some tens of nanoseconds, which is negligible for a chunk of
  // this length. Longer chunks would balance the load less well.
  static constexpr std::int64_t kChunkNanos = 20'000;
  // If there are many workers, chunks are longer, so that all threads together
  // claim at most once in this time. A claim that has to wait for others takes
  // a third of it.
  static constexpr std::int64_t kClaimNanos = 1'000;
  // If there are many workers, a chunk of cheap steps exceeds a thread's share,
  // so that claims cost only a few percent.
  static constexpr std::int64_t kShortestNanos = 2'000;
  // Approximate cost of moving the cache lines of an env's state and results to
  // another core.
  static constexpr std::int64_t kMoveNanos = 100;
  static constexpr std::int64_t kMaxGrowth = 16;
  static constexpr std::int64_t kCheapRunNanos = 2'000;
  static constexpr unsigned kCheapRunsPerTiming = 64;

  std::atomic<std::int64_t> nanos_{1};
  std::atomic<unsigned> runs_{0};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_SCHEDULE_COST_METER_H_
