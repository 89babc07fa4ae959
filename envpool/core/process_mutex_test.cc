// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/process_mutex.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <mutex>
#include <string>
#include <thread>

namespace envpool {
namespace {

TEST(ProcessMutex, OneForEachName) {
  std::mutex& first = ProcessMutex("first");
  const std::lock_guard<std::mutex> lock(first);
  EXPECT_EQ(&first, &ProcessMutex(std::string("fir") + "st"));
  std::mutex& second = ProcessMutex("second");
  ASSERT_TRUE(second.try_lock());
  second.unlock();
}

std::atomic<int> forks_begun{0};

/// Returns the result of `predicate` in a forked child.
template <typename Predicate>
bool InChild(Predicate predicate) {
  const pid_t id = fork();
  if (id == 0) {
    _exit(predicate() ? 0 : 1);
  }
  int status = 1;
  EXPECT_EQ(waitpid(id, &status, 0), id);
  return status == 0;
}

bool AreFree() {
  for (const char* name : {"fork a", "fork b", "fork c"}) {
    std::mutex& mutex = ProcessMutex(name);
    if (!mutex.try_lock()) {
      return false;
    }
    mutex.unlock();
  }
  return true;
}

TEST(ProcessMutex, ForksWait) {
  // Prepare handlers run in reverse order: this one before the mutexes' one.
  ASSERT_EQ(pthread_atfork([] { ++forks_begun; }, nullptr, nullptr), 0);
  std::atomic<int> value{0};
  std::thread writer([&] {
    const std::lock_guard<std::mutex> lock(ProcessMutex("fork a"));
    value = 1;
    while (forks_begun == 0) {
      std::this_thread::yield();
    }
    for (int i = 0; i < 1000; ++i) {
      std::this_thread::yield();  // time for a fork that fails to wait
    }
    const std::lock_guard<std::mutex> nested(ProcessMutex("fork b"));
    value = 2;
  });
  while (value == 0) {
    std::this_thread::yield();
  }
  EXPECT_TRUE(
      InChild([&] { return value == 2 && AreFree() && InChild(AreFree); }));
  writer.join();
  EXPECT_TRUE(AreFree());
}

TEST(ProcessMutex, ManyForksAtATime) {
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    while (!stop) {
      const std::lock_guard<std::mutex> lock(ProcessMutex("fork c"));
    }
  });
  std::atomic<int> found{0};
  std::array<std::thread, 3> forkers;
  for (std::thread& forker : forkers) {
    forker = std::thread([&] {
      for (int i = 0; i < 10; ++i) {
        found += InChild(AreFree) ? 1 : 0;
      }
    });
  }
  for (std::thread& forker : forkers) {
    forker.join();
  }
  stop = true;
  writer.join();
  EXPECT_EQ(found, 30);
}

}  // namespace
}  // namespace envpool
