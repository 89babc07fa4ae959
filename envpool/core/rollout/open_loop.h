// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// OpenLoop: a policy that plays given actions.
//
// Threads: as Policy. Ownership: it has a copy of the actions.

#ifndef ENVPOOL_CORE_ROLLOUT_OPEN_LOOP_H_
#define ENVPOOL_CORE_ROLLOUT_OPEN_LOOP_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "envpool/core/array.h"
#include "envpool/core/export.h"
#include "envpool/core/rollout/policy.h"

namespace envpool {

class ENVPOOL_EXPORT OpenLoop : public Policy {
 public:
  /// `arrays`: for each action column after the ids, the actions in the
  /// column's dtype, (steps, envs, item), with `rows` items of an env in a
  /// column of players; after the last of the steps, the first one follows.
  /// Throws Error(kArgument) for an action out of range.
  OpenLoop(const ActionStore& store, const std::vector<Array>& arrays,
           std::int64_t steps, int rows = 1);

  void Act(const Turn& turn) const override;

 private:
  const std::int64_t steps_;
  const std::size_t num_envs_;
  std::vector<std::vector<char>> actions_;  // by column
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ROLLOUT_OPEN_LOOP_H_
