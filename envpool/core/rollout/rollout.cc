// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/rollout.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/rollout/rollout_apart.h"
#include "envpool/core/rollout/rollout_together.h"

namespace envpool {
namespace {

void CheckColumns(const std::vector<ColumnRows>& rows, const Layout& layout) {
  for (const ColumnRows& each : rows) {
    const Column& column = layout.columns().at(each.column);
    if (column.is_container()) {
      throw Error(ErrorKind::kNotSupported,
                  "rollout: expected entries of one shape, got those of '" +
                      column.key + "', which differ in shape");
    }
  }
}

void Check(const Engine& engine, const RolloutRequest& request) {
  const Layout& layout = engine.blocks()->layout();
  CheckColumns(request.results, layout);
  CheckColumns(request.first, layout);
  CheckColumns(request.last, layout);
  CheckColumns(request.actions, engine.actions().layout());
}

/// Whether each env's rows follow from its own actions, and Run completes them.
bool CanRunApart(const Engine& engine, const RolloutRequest& request) {
  if (engine.kernel()->PassesOn() || request.has_late_rows) {
    return false;
  }
  const bool is_explicit =
      engine.config().options.autoreset == AutoresetMode::kDisabled;
  return (request.transforms == nullptr || !request.transforms_results) &&
         (!is_explicit || request.restarts_ended);
}

}  // namespace

std::vector<RolloutFault> RunRollout(Engine* engine,
                                     const RolloutRequest& request,
                                     WaitHooks* hooks,
                                     const RolloutObserver& observe) {
  Check(*engine, request);
  std::vector<RolloutFault> faults;
  if (CanRunApart(*engine, request)) {
    RolloutApart(engine, request, hooks).Run(observe, &faults);
  } else {
    RolloutTogether(engine, request, hooks).Run(observe, &faults);
  }
  std::ranges::sort(faults, {}, [](const RolloutFault& each) {
    return std::tuple(each.step, each.fault.env_id);
  });
  return faults;
}

}  // namespace envpool
