// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/testing/thread_limit.h"

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <limits>
#include <thread>

namespace envpool::testing {
namespace {

constexpr int kNoLimit = std::numeric_limits<int>::max();
std::atomic<int> allowed{kNoLimit};

}  // namespace

ThreadLimit::ThreadLimit(int count) { allowed.store(count); }
ThreadLimit::~ThreadLimit() { allowed.store(kNoLimit); }

int CountThreads() {
  // ThreadSanitizer starts a thread together with the first thread.
  static const bool kStarted = (std::thread([] {}).join(), true);
  static_cast<void>(kStarted);
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<int>(std::distance(begin(tasks), end(tasks)));
}

}  // namespace envpool::testing

// Defined by the program, so the loader finds it before libc's pthread_create.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attr,
                              void* (*start)(void*), void* arg) {
  using envpool::testing::allowed;
  using envpool::testing::kNoLimit;
  using Create =
      int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto kReal =
      reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  if (allowed.load() != kNoLimit && allowed.fetch_sub(1) <= 0) {
    return EAGAIN;
  }
  return kReal(thread, attr, start, arg);
}
