// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A term in C++, as a package of one's own has it.

#include <algorithm>
#include <cstddef>
#include <span>

#include "envpool/mujoco/tasks/term.h"

ENVPOOL_TERM EnvPoolTerm spread;

int spread(const double* inputs, int num_inputs, double* outputs,
           int num_outputs) {
  if (num_inputs < 1 || num_outputs != 1) {
    return 1;
  }
  const std::span values(inputs, static_cast<std::size_t>(num_inputs));
  const auto [low, high] = std::ranges::minmax(values);
  outputs[0] = high - low;
  return 0;
}
