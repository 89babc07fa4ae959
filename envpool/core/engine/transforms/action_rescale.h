// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ActionRescale: replaces stored actions x by (x - intercept) / gradient, each
// number with its own values, as Gymnasium's RescaleAction.
//
// Threads: those of ActionStore. Errors: none.

#ifndef ENVPOOL_CORE_ENGINE_TRANSFORMS_ACTION_RESCALE_H_
#define ENVPOOL_CORE_ENGINE_TRANSFORMS_ACTION_RESCALE_H_

#include <vector>

#include "envpool/core/engine/memory/action_store.h"
#include "envpool/core/export.h"

namespace envpool {

struct ActionRescaleOptions {
  int column = 0;  // action column of floats
  std::vector<double> gradient;
  std::vector<double> intercept;
};

class ENVPOOL_EXPORT ActionRescale {
 public:
  explicit ActionRescale(ActionRescaleOptions options);

  /// Changes the actions of these envs (null: all).
  void Apply(const ActionStore& store, const int* ids, int count) const;

 private:
  const ActionRescaleOptions options_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_TRANSFORMS_ACTION_RESCALE_H_
