// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// How fast envs are in plain threads, with no pool around them.
//
// Threads: each of them has envs of its own. Errors: whatever an env throws
// ends the program.

#ifndef BENCHMARK_LOOP_H_
#define BENCHMARK_LOOP_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

namespace benchmark {

/// The steps of all envs a second. `make(i)` returns a pointer to env i, whose
/// Step(std::mt19937*) draws an action and takes it, or resets the env.
template <typename Make>
double StepsPerSecond(int envs, int threads, double seconds, const Make& make) {
  std::atomic<std::int64_t> steps{0};
  std::vector<std::thread> workers;
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [start] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
  };
  for (int thread = 0; thread < threads; ++thread) {
    workers.emplace_back([&, thread] {
      std::mt19937 actions(thread);
      std::vector<decltype(make(0))> own;
      for (int env = thread; env < envs; env += threads) {
        own.push_back(make(env));
      }
      while (elapsed() < seconds) {
        for (auto& env : own) {
          env->Step(&actions);
        }
        steps += static_cast<std::int64_t>(own.size());
      }
    });
  }
  for (std::thread& worker : workers) {
    worker.join();
  }
  return static_cast<double>(steps) / elapsed();
}

}  // namespace benchmark

#endif  // BENCHMARK_LOOP_H_
