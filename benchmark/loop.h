// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Envs in plain threads, without a pool, results or Python: an upper bound for
// the speed of a pool of the envs.
//
// A family's loop library has these functions; loops.py calls them.
//
// Threads: LoopPlay starts threads, and must be called by one thread at a time.
// Each of its threads steps its envs one after the other, as a pool does.
// Errors: on stderr.

#ifndef BENCHMARK_LOOP_H_
#define BENCHMARK_LOOP_H_

#include <atomic>
#include <cstdio>
#include <exception>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace benchmark {

class Loop {
 public:
  Loop() = default;
  virtual ~Loop() = default;
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  /// Steps each env `steps` times. Returns false if an env threw.
  virtual bool Play(int steps) = 0;
};

/// `Env` has Step(std::mt19937*), which takes a random action or resets the
/// env.
template <typename Env>
class LoopOf : public Loop {
 public:
  /// `make(i)` returns a pointer to env i.
  template <typename Make>
  LoopOf(int envs, int threads, const Make& make) : threads_(threads) {
    for (int i = 0; i < envs; ++i) {
      players_.push_back({std::mt19937(i), make(i)});
    }
  }

  bool Play(int steps) override {
    std::atomic<bool> fine{true};
    const auto work = [&](std::size_t first) {
      try {
        for (int step = 0; step < steps; ++step) {
          for (std::size_t i = first; i < players_.size(); i += threads_) {
            players_[i].env->Step(&players_[i].actions);
          }
        }
      } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        fine = false;
      }
    };
    std::vector<std::thread> others;
    for (int i = 1; i < threads_; ++i) {
      others.emplace_back(work, i);
    }
    work(0);
    for (std::thread& other : others) {
      other.join();
    }
    return fine;
  }

 private:
  struct Player {
    std::mt19937 actions;
    std::unique_ptr<Env> env;
  };

  const int threads_;
  std::vector<Player> players_;
};

/// Arguments of LoopMake; each definition of MakeLoop documents its own.
using Arguments = std::vector<std::string>;

/// Null if there is no such loop, or an env throws.
std::unique_ptr<Loop> MakeLoop(const Arguments& arguments, int envs,
                               int threads);

}  // namespace benchmark

#endif  // BENCHMARK_LOOP_H_
