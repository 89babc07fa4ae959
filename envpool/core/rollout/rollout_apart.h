// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RolloutApart: a rollout in which a thread takes a few envs at a time through
// all steps.
//
// Threads: one call of Run; it uses the engine's workers. Errors: see
// RunRollout.

#ifndef ENVPOOL_CORE_ROLLOUT_ROLLOUT_APART_H_
#define ENVPOOL_CORE_ROLLOUT_ROLLOUT_APART_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "envpool/core/rollout/rollout.h"
#include "envpool/core/rollout/rollout_rows.h"

namespace envpool {

class RolloutApart {
 public:
  RolloutApart(Engine* engine, const RolloutRequest& request, WaitHooks* hooks);

  /// Calls the observer with the last rows, before others can use the envs.
  void Run(const RolloutObserver& observe, std::vector<RolloutFault>* faults);

 private:
  /// Takes envs through all steps, unless the rollout stops.
  void RunEnvs(int first_env, int count);
  void Step(RolloutRows* rows, int first_env, int count);
  void TakeFaults(StateBlock* block, std::int64_t step);
  /// Checks for Ctrl-C at times, on the thread that called Run.
  void Poll();
  /// Calls the observer with the rows of the request's `last`.
  void ObserveLast(const RolloutObserver& observe) const;
  [[nodiscard]] int EnvsAtOnce() const;

  Engine* const engine_;
  const RolloutRequest& request_;
  WaitHooks* const hooks_;
  const int num_envs_;
  const int at_once_;
  const Layout layout_;
  const std::thread::id caller_;
  std::chrono::steady_clock::time_point polled_;
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::vector<RolloutFault> faults_;  // guarded by mutex_
  int lost_faults_{0};                // guarded by mutex_
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ROLLOUT_ROLLOUT_APART_H_
