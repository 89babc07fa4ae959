// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace envpool {
namespace {

using Clock = std::chrono::steady_clock;

// Below this a thread costs more than it saves.
constexpr std::chrono::microseconds kWorthAThread{500};
constexpr std::chrono::milliseconds kPollInterval{50};

struct Shared {
  std::atomic<int> next{0};
  std::mutex mutex;
  std::condition_variable finished;
  int running = 0;
  std::exception_ptr error;
};

void Work(int count, const std::function<void(int)>& f, Shared* shared) {
  try {
    for (int i; (i = shared->next.fetch_add(1)) < count;) {
      f(i);
    }
  } catch (...) {
    shared->next.store(count);
    const std::lock_guard lock(shared->mutex);
    if (shared->error == nullptr) {
      shared->error = std::current_exception();
    }
  }
  const std::lock_guard lock(shared->mutex);
  --shared->running;
  shared->finished.notify_all();
}

void Wait(Shared* shared, int count, WaitHooks* hooks) {
  std::unique_lock lock(shared->mutex);
  while (!shared->finished.wait_for(lock, kPollInterval,
                                    [&] { return shared->running == 0; })) {
    lock.unlock();
    try {
      if (hooks != nullptr) {
        hooks->Poll();
      }
    } catch (...) {
      shared->next.store(count);  // those under way end by themselves
      lock.lock();
      shared->error = std::current_exception();
      hooks = nullptr;
      continue;
    }
    lock.lock();
  }
}

}  // namespace

void ParallelFor(int count, int num_threads, const std::function<void(int)>& f,
                 WaitHooks* hooks) {
  Shared shared;
  // The first few tell whether the rest are worth threads.
  const Clock::time_point start = Clock::now();
  Clock::time_point polled = start;
  int done = 0;
  const auto alone = [&] {
    return num_threads <= 1 ||
           (Clock::now() - start) / done * (count - done) < kWorthAThread;
  };
  while (done < count && (done == 0 || alone())) {
    f(done++);
    if (hooks != nullptr && Clock::now() - polled > kPollInterval) {
      polled = Clock::now();
      hooks->Poll();
    }
  }
  if (done == count) {
    return;
  }
  shared.next.store(done);
  std::vector<std::thread> threads;
  const int wanted = std::min(num_threads, count - done);
  threads.reserve(wanted);
  for (int i = 0; i < wanted; ++i) {
    {
      const std::lock_guard lock(shared.mutex);
      ++shared.running;
    }
    try {
      threads.emplace_back(Work, count, std::cref(f), &shared);
    } catch (...) {  // no more threads, or no memory for one
      const std::lock_guard lock(shared.mutex);
      --shared.running;
      break;
    }
  }
  if (threads.empty()) {
    ++shared.running;
    Work(count, f, &shared);
  }
  Wait(&shared, count, hooks);
  for (std::thread& thread : threads) {
    thread.join();
  }
  if (shared.error != nullptr) {
    std::rethrow_exception(shared.error);
  }
}

}  // namespace envpool
