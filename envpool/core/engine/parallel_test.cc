// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/parallel.h"

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

/// Long enough that the rest is worth threads.
void TakeAMoment() {
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::microseconds(300);
  while (std::chrono::steady_clock::now() < end) {
  }
}

TEST(ParallelFor, EachOnce) {
  for (const int threads : {0, 1, 2, 5, 100}) {
    for (const int count : {0, 1, 2, 40}) {
      for (const bool slow : {false, true}) {
        std::vector<std::atomic<int>> calls(count);
        ParallelFor(
            count, threads,
            [&](int i) {
              ++calls[i];
              if (slow) {
                TakeAMoment();
              }
            },
            nullptr);
        for (const std::atomic<int>& each : calls) {
          ASSERT_EQ(each, 1);
        }
      }
    }
  }
}

TEST(ParallelFor, SeveralThreadsForSlowWork) {
  std::mutex mutex;
  std::set<std::thread::id> ids;
  ParallelFor(
      30, 3,
      [&](int) {
        TakeAMoment();
        const std::lock_guard lock(mutex);
        ids.insert(std::this_thread::get_id());
      },
      nullptr);
  EXPECT_GE(ids.size(), 2u);
  EXPECT_LE(ids.size(), 4u);  // three, and the caller's first
}

TEST(ParallelFor, TheFirstExceptionEndsIt) {
  for (const int threads : {1, 3}) {
    for (int culprit = 0; culprit < 30; ++culprit) {
      std::atomic<int> calls{0};
      EXPECT_THROW(ParallelFor(
                       1'000, threads,
                       [&](int i) {
                         ++calls;
                         TakeAMoment();
                         if (i == culprit) {
                           throw std::runtime_error("culprit");
                         }
                       },
                       nullptr),
                   std::runtime_error);
      EXPECT_LT(calls, 1'000);
    }
  }
}

TEST(ParallelFor, APollThatThrowsEndsIt) {
  struct Hooks : WaitHooks {
    void Poll() override { throw std::logic_error("interrupted"); }
  };
  for (const int threads : {1, 3}) {
    Hooks hooks;
    std::atomic<int> calls{0};
    EXPECT_THROW(ParallelFor(
                     1'000'000, threads,
                     [&](int) {
                       ++calls;
                       TakeAMoment();
                     },
                     &hooks),
                 std::logic_error);
    EXPECT_LT(calls, 1'000'000);
  }
}

}  // namespace
}  // namespace envpool
