// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/schedule/parallel_for.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace envpool {
namespace {

/// Takes long enough that the remaining jobs are worth threads.
void TakeAMoment() {
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

TEST(ParallelFor, EachOnce) {
  WorkerPool workers(3, -1, false);
  for (WorkerPool* each : {static_cast<WorkerPool*>(nullptr), &workers}) {
    for (const int threads : {0, 1, 2, 100}) {
      for (const int count : {0, 1, 2, 40}) {
        std::vector<std::atomic<int>> calls(count);
        ParallelFor(
            count, each, threads,
            [&](int i) {
              ++calls[i];
              TakeAMoment();
            },
            nullptr);
        for (const std::atomic<int>& call : calls) {
          ASSERT_EQ(call, 1);
        }
      }
    }
  }
}

TEST(ParallelFor, NoMoreThreadsThanAllowed) {
  WorkerPool workers(4, -1, false);
  for (const int allowed : {1, 2, 5}) {
    std::mutex mutex;
    std::set<std::thread::id> ids;
    std::atomic<int> inside{0};
    std::atomic<int> most{0};
    ParallelFor(
        60, &workers, allowed,
        [&](int) {
          int now = ++inside;
          int before = most.load();
          while (now > before && !most.compare_exchange_weak(before, now)) {
          }
          TakeAMoment();
          --inside;
          const std::lock_guard lock(mutex);
          ids.insert(std::this_thread::get_id());
        },
        nullptr);
    EXPECT_LE(most, allowed);
    EXPECT_EQ(ids.size() > 1, allowed > 1);
  }
}

TEST(ParallelFor, LightWorkWakesNobody) {
  WorkerPool workers(3, -1, false);
  ParallelFor(4, &workers, 3, [](int) {}, nullptr);
  EXPECT_EQ(workers.started(), 0);
}

TEST(ParallelFor, TheFirstExceptionEndsIt) {
  WorkerPool workers(2, -1, false);
  for (const int bad : {0, 1, 7}) {
    std::atomic<int> calls{0};
    EXPECT_THROW(ParallelFor(
                     1000, &workers, 3,
                     [&](int i) {
                       ++calls;
                       TakeAMoment();
                       if (i == bad) {
                         throw std::runtime_error("bad");
                       }
                     },
                     nullptr),
                 std::runtime_error);
    EXPECT_LT(calls, 30);
  }
}

class ThrowingHooks : public WaitHooks {
 public:
  void Poll() override { throw std::logic_error("poll"); }
  std::chrono::milliseconds PollInterval() override { return {}; }
};

TEST(ParallelFor, APollThatThrowsEndsIt) {
  WorkerPool workers(2, -1, false);
  ThrowingHooks hooks;
  std::atomic<int> calls{0};
  EXPECT_THROW(ParallelFor(
                   1000, &workers, 3,
                   [&](int) {
                     ++calls;
                     TakeAMoment();
                   },
                   &hooks),
               std::logic_error);
  EXPECT_LT(calls, 30);
}

}  // namespace
}  // namespace envpool
