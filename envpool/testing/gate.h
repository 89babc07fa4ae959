// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Gate: blocks threads until a test opens it. Tests of concurrency wait for
// arrivals at gates instead of sleeping.
//
// Threads: all functions from any thread.

#ifndef ENVPOOL_TESTING_GATE_H_
#define ENVPOOL_TESTING_GATE_H_

#include <array>
#include <condition_variable>
#include <mutex>

namespace envpool::testing {

class Gate {
 public:
  /// Counts an arrival, then waits until the gate is open.
  void Pass() {
    std::unique_lock lock(mutex_);
    ++arrived_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return open_; });
  }
  void Open() { Set(true); }
  /// Closes the gate and resets the number of arrivals.
  void Close() { Set(false); }
  /// Waits until `count` threads have arrived since Close.
  void AwaitArrivals(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this, count] { return arrived_ >= count; });
  }
  int arrived() const {
    const std::lock_guard lock(mutex_);
    return arrived_;
  }

 private:
  void Set(bool open) {
    const std::lock_guard lock(mutex_);
    open_ = open;
    if (!open) {
      arrived_ = 0;
    }
    changed_.notify_all();
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool open_{false};
  int arrived_{0};
};

/// Gates 0 to 7, which a config can refer to by number.
inline Gate& GateAt(int index) {
  // Never destroyed, since a thread may be waiting when the process ends.
  static auto* const gates = new std::array<Gate, 8>();
  return gates->at(index);
}

}  // namespace envpool::testing

#endif  // ENVPOOL_TESTING_GATE_H_
