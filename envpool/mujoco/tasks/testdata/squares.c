// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A term in C.

#include "envpool/mujoco/tasks/term.h"

ENVPOOL_TERM EnvPoolTerm squares;

int squares(const double* inputs, int num_inputs, double* outputs,
            int num_outputs) {
  int i;
  outputs[0] = 0;
  for (i = 0; i < num_inputs; ++i) {
    outputs[0] += inputs[i] * inputs[i];
  }
  return num_outputs != 1;
}
