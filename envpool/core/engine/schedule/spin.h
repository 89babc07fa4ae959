// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Bounded spinning: waits without sleeping, and for a limited time, for an
// event that is expected within microseconds.

#ifndef ENVPOOL_CORE_ENGINE_SCHEDULE_SPIN_H_
#define ENVPOOL_CORE_ENGINE_SCHEDULE_SPIN_H_

#include <chrono>
#include <thread>

namespace envpool {

/// Tells the processor that this is a spin loop.
inline void SpinPause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  // Drains the pipeline; most processors ignore the instruction `yield`.
  __asm__ volatile("isb" ::: "memory");
#else
  std::this_thread::yield();
#endif
}

/// Spins until done() or for the duration; returns the last done().
template <typename Done>
bool SpinUntil(std::chrono::nanoseconds duration, Done&& done) {
  constexpr int kLooksPerTurn = 32;
  const auto end = std::chrono::steady_clock::now() + duration;
  do {
    for (int i = 0; i < kLooksPerTurn; ++i) {
      if (done()) {
        return true;
      }
      SpinPause();
    }
    // Gives this processor to other threads, which may have work.
    std::this_thread::yield();
  } while (std::chrono::steady_clock::now() < end);
  return done();
}

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_SCHEDULE_SPIN_H_
