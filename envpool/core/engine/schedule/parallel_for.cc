// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/schedule/parallel_for.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <mutex>

#include "envpool/core/engine/kernel/fp_scope.h"

namespace envpool {
namespace {

using Clock = std::chrono::steady_clock;

// Waking a thread for less work than this costs more than it saves.
constexpr std::chrono::microseconds kWorthAThread{500};

class Jobs : public WorkSource {
 public:
  Jobs(int count, int max_helpers, const std::function<void(int)>& f)
      : count_(count), max_helpers_(max_helpers), f_(f) {}

  bool RunOne(int /*node*/) override {
    if (!HasWork()) {
      return false;
    }
    const bool ran = helpers_.fetch_add(1) < max_helpers_ && RunNext();
    helpers_.fetch_sub(1);
    return ran;
  }
  [[nodiscard]] bool HasWork() const override {
    return left() > 0 && helpers_.load() < max_helpers_;
  }

  /// Returns false if no job is left.
  bool RunNext() {
    const int i = next_.fetch_add(1);
    if (i >= count_) {
      return false;
    }
    const FpScope fp;
    try {
      f_(i);
    } catch (...) {
      Stop();
      const std::lock_guard lock(mutex_);
      if (error_ == nullptr) {
        error_ = std::current_exception();
      }
    }
    return true;
  }

  /// Starts no further jobs.
  void Stop() { next_.store(count_); }
  [[nodiscard]] int left() const { return std::max(0, count_ - next_.load()); }
  [[nodiscard]] std::exception_ptr error() {
    const std::lock_guard lock(mutex_);
    return error_;
  }

 private:
  const int count_;
  const int max_helpers_;
  const std::function<void(int)>& f_;
  std::atomic<int> next_{0};
  std::atomic<int> helpers_{0};
  std::mutex mutex_;
  std::exception_ptr error_;
};

/// Lends workers to jobs.
class LentWorkers {
 public:
  explicit LentWorkers(Jobs* jobs) : jobs_(jobs) {}
  ~LentWorkers() {
    jobs_->Stop();
    if (workers_ != nullptr) {
      workers_->Remove(jobs_);  // waits for workers inside the jobs
    }
  }
  LentWorkers(const LentWorkers&) = delete;
  LentWorkers& operator=(const LentWorkers&) = delete;

  void Begin(WorkerPool* workers, int threads) {
    workers->Add(jobs_);
    workers_ = workers;
    workers->Wake(threads);
  }
  [[nodiscard]] bool begun() const { return workers_ != nullptr; }

 private:
  Jobs* const jobs_;
  WorkerPool* workers_{nullptr};
};

}  // namespace

void ParallelFor(int count, WorkerPool* workers, int max_threads,
                 const std::function<void(int)>& f, WaitHooks* hooks) {
  const int helpers = workers == nullptr ? 0 : max_threads - 1;
  Jobs jobs(count, helpers, f);
  {
    LentWorkers lent(&jobs);
    const Clock::time_point start = Clock::now();
    Clock::time_point polled = start;
    for (int done = 1; jobs.RunNext(); ++done) {
      const Clock::time_point now = Clock::now();
      if (hooks != nullptr && now - polled >= hooks->PollInterval()) {
        polled = now;
        hooks->Poll();
      }
      // The time of the jobs done so far shows whether the rest is worth
      // threads.
      if (helpers > 0 && !lent.begun() &&
          (now - start) / done * jobs.left() > kWorthAThread) {
        lent.Begin(workers, std::min(jobs.left(), helpers));
      }
    }
  }
  if (jobs.error() != nullptr) {
    std::rethrow_exception(jobs.error());
  }
}

}  // namespace envpool
