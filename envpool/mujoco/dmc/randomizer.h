// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Random states, drawn in the suite's order from NumPy's old generator.
//
// Threads: none of their own. Errors: std::runtime_error where no state free of
// contacts is found.

#ifndef ENVPOOL_MUJOCO_DMC_RANDOMIZER_H_
#define ENVPOOL_MUJOCO_DMC_RANDOMIZER_H_

#include <stdexcept>
#include <string>

#include "envpool/core/random_state.h"
#include "envpool/mujoco/dmc/physics.h"

namespace envpool::mujoco::dmc {

/// Joints with limits anywhere between them, hinges without anywhere, balls in
/// any direction; free joints keep their places.
void RandomizeJoints(Physics* physics, RandomState* random);

/// Draws states until one is free of contacts.
template <typename Draw>
void DrawUntilFree(Physics* physics, Draw draw) {
  constexpr int kAttempts = 10000;  // some tens are usual
  for (int i = 0; i < kAttempts; ++i) {
    draw();
    physics->Settle();
    if (physics->data().ncon == 0) {
      return;
    }
  }
  throw std::runtime_error("found no state without contacts in " +
                           std::to_string(kAttempts) + " attempts");
}

/// Draws `count` normal numbers and makes their length 1.
void RandomDirection(RandomState* random, double* out, int count);

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_RANDOMIZER_H_
