// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts how often the threads of a process lock mutexes: a library for
// LD_PRELOAD. `envpool_locks(counts)` sets two numbers: the acquisitions so
// far, and those that found the mutex locked.
//
// It forwards to glibc's internal names, because a lookup with dlsym would
// lock.

#include <pthread.h>

#include <atomic>
#include <cstdint>

extern "C" {

// NOLINTBEGIN: glibc's names
int __pthread_mutex_lock(pthread_mutex_t* mutex);
int __pthread_mutex_trylock(pthread_mutex_t* mutex);
// NOLINTEND

}  // extern "C"

namespace {

std::atomic<int64_t> num_locked{0};
std::atomic<int64_t> num_contended{0};

void Locked() { num_locked.fetch_add(1, std::memory_order_relaxed); }

}  // namespace

extern "C" {

void envpool_locks(int64_t* counts) {
  counts[0] = num_locked.load(std::memory_order_relaxed);
  counts[1] = num_contended.load(std::memory_order_relaxed);
}

int pthread_mutex_lock(pthread_mutex_t* mutex) {
  if (__pthread_mutex_trylock(mutex) != 0) {
    num_contended.fetch_add(1, std::memory_order_relaxed);
    const int error = __pthread_mutex_lock(mutex);
    if (error != 0) return error;
  }
  Locked();
  return 0;
}
int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  const int error = __pthread_mutex_trylock(mutex);
  if (error == 0) Locked();
  return error;
}

}  // extern "C"
