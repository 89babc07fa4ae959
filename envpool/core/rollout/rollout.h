// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RunRollout: steps all envs of a pool several times in one call. A policy
// chooses the actions, and the results go into the caller's arrays.
//
// Usually, a thread takes a few envs through all steps, so that their state
// stays in its caches, and threads never wait for each other. The rows are
// those of single steps, since an env's results depend on nothing but its own
// actions. If that does not hold, all envs are stepped together: the kernel
// passes envs on, results are normalised by common statistics, or ended envs
// need explicit resets.
//
// If envs may have several players, each must have all of them in each row.
//
// Threads: as Engine's functions. Errors: see RunRollout.

#ifndef ENVPOOL_CORE_ROLLOUT_ROLLOUT_H_
#define ENVPOOL_CORE_ROLLOUT_ROLLOUT_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/transforms/pool_transforms.h"
#include "envpool/core/export.h"
#include "envpool/core/rollout/param_rows.h"
#include "envpool/core/rollout/policy.h"
#include "envpool/core/rollout/stacked_rows.h"

namespace envpool {

/// A column, and the memory of its items in C order; of a column of players,
/// those of all players of an env, or of all rows of an action.
struct ColumnRows {
  int column;
  char* data;
};

struct RolloutRequest {
  std::int64_t steps = 0;
  const Policy* policy = nullptr;
  Actors actors;
  std::vector<ColumnRows> results;   // of all steps: (steps, envs, item)
  std::vector<ColumnRows> actions;   // the same, of the ActionStore's columns
  std::vector<ColumnRows> first;     // before the first step: (envs, item)
  std::vector<ColumnRows> last;      // after the last step: (envs, item)
  std::vector<ParamRows> params;     // they look at envs, step by step
  std::vector<StackedRows*> stacks;  // they look at results, step by step
  PoolTransforms* transforms = nullptr;  // those of the pool, if any
  // Whether results are transformed; if not, only actions are.
  bool transforms_results = true;
  // Whether the results of ended envs may be those of their next episodes, even
  // in a pool with explicit resets.
  bool restarts_ended = false;
  bool float32 = false;  // the actions were float32 before they were double
  // Whether the kernel completes some rows after Run has returned.
  bool has_late_rows = false;
};

/// A fault in one of the steps.
struct RolloutFault {
  std::int64_t step;
  Fault fault;
};

/// Called with the last results of all envs, those of `last`, or with each
/// result.
using RolloutObserver = std::function<void(const StateBlock&)>;

/// Returns the faults in the order of steps and envs; their rows are zeros.
/// Throws Error(kProtocol) if a result is outstanding, or an ended env must be
/// reset; Error(kNotSupported) if an env has less than all players in a row, a
/// column has no fixed shape, or a pool that needs common steps has batches of
/// unequal size; Error(kClosed); an exception of the policy or of hooks->Poll.
/// Envs may then have made different numbers of steps.
ENVPOOL_EXPORT std::vector<RolloutFault> RunRollout(
    Engine* engine, const RolloutRequest& request, WaitHooks* hooks,
    const RolloutObserver& observe);

}  // namespace envpool

#endif  // ENVPOOL_CORE_ROLLOUT_ROLLOUT_H_
