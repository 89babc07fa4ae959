// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RolloutTogether: a rollout that steps all envs together, as a loop of single
// steps does.
//
// Threads: one call of Run. Errors: see RunRollout. After an error between
// sending and receiving, results may be outstanding, as after a failed step.

#ifndef ENVPOOL_CORE_ROLLOUT_ROLLOUT_TOGETHER_H_
#define ENVPOOL_CORE_ROLLOUT_ROLLOUT_TOGETHER_H_

#include <cstdint>
#include <vector>

#include "envpool/core/rollout/rollout.h"
#include "envpool/core/rollout/rollout_rows.h"

namespace envpool {

class RolloutTogether {
 public:
  RolloutTogether(Engine* engine, const RolloutRequest& request,
                  WaitHooks* hooks);

  void Run(const RolloutObserver& observe, std::vector<RolloutFault>* faults);

 private:
  void Send(std::int64_t step);
  void Receive(std::int64_t step, const RolloutObserver& observe,
               std::vector<RolloutFault>* faults);
  void CopyRows(const StateBlock& from);
  void CopyPlayers(const StateBlock& from);

  Engine* const engine_;
  const RolloutRequest& request_;
  WaitHooks* const hooks_;
  const int num_envs_;
  const Layout layout_;
  RolloutRows rows_;          // of all envs, by env id
  std::vector<int> columns_;  // those that rows_ needs
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ROLLOUT_ROLLOUT_TOGETHER_H_
