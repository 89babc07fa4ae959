// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// WaitClock: tells a waiting thread when to poll and when to give up. It reads
// the clock only after some time has passed, since most waits end sooner.
//
// Threads: none.

#ifndef ENVPOOL_CORE_ENGINE_SCHEDULE_WAIT_CLOCK_H_
#define ENVPOOL_CORE_ENGINE_SCHEDULE_WAIT_CLOCK_H_

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "envpool/core/engine/schedule/cost_meter.h"

namespace envpool {

class WaitClock {
 public:
  using Clock = std::chrono::steady_clock;

  /// timeout_seconds < 0 sets no time limit; a poll_interval of zero disables
  /// polls.
  WaitClock(double timeout_seconds, Clock::duration poll_interval)
      : limited_(timeout_seconds >= 0),
        timeout_(std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(
                limited_ ? std::min(timeout_seconds, kForeverSeconds) : 0))),
        poll_interval_(poll_interval) {
    if (limited_) {
      Start();
    }
  }
  void Start() {
    if (!started_) {
      started_ = true;
      start_ = polled_ = Clock::now() - std::chrono::nanoseconds(spent_);
    }
  }
  /// Accounts for about this many nanoseconds of work, which may have taken
  /// longer.
  void Spend(std::int64_t nanos) {
    spent_ += nanos;
    if (spent_ > CostMeter::kHandOverNanos) {
      Start();
    }
    poll_soon_ |= nanos >= CostMeter::kLongestNanos;
  }
  /// Whether the caller must poll now.
  bool PollIsDue() {
    if (!started_ || poll_interval_ == Clock::duration::zero()) {
      return false;
    }
    const Clock::time_point now = Clock::now();
    if (now - polled_ < poll_interval_ && !poll_soon_) {
      return false;
    }
    polled_ = now;
    poll_soon_ = false;
    return true;
  }
  /// Whether the time limit and `grace` have passed.
  [[nodiscard]] bool Expired(
      Clock::duration grace = Clock::duration::zero()) const {
    return limited_ && Clock::now() - start_ >= timeout_ + grace;
  }
  /// Sleeps until notified, but at most until the next poll or the time limit.
  void Sleep(std::condition_variable* progress,
             std::unique_lock<std::mutex>* lock) {
    Start();
    const bool polls = poll_interval_ != Clock::duration::zero();
    if (!polls && !limited_) {
      progress->wait(*lock);
      return;
    }
    Clock::time_point end =
        polls ? polled_ + poll_interval_ : start_ + timeout_;
    if (limited_) {
      end = std::min(end, start_ + timeout_);
    }
    progress->wait_until(*lock, end);
  }

 private:
  static constexpr double kForeverSeconds = 1e9;

  const bool limited_;
  const Clock::duration timeout_;
  const Clock::duration poll_interval_;
  std::int64_t spent_{0};
  bool started_{false};
  bool poll_soon_{false};
  Clock::time_point start_;
  Clock::time_point polled_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_SCHEDULE_WAIT_CLOCK_H_
