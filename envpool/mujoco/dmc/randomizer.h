// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Random states, sampled in the suite's order from NumPy's legacy generator.
//
// Threads: none of their own. Errors: std::runtime_error where no state free of
// contacts is found.

#ifndef ENVPOOL_MUJOCO_DMC_RANDOMIZER_H_
#define ENVPOOL_MUJOCO_DMC_RANDOMIZER_H_

#include <stdexcept>
#include <string>

#include "envpool/core/random/random_state.h"
#include "envpool/mujoco/common/physics.h"

namespace envpool::mujoco::dmc {

/// Samples joints uniformly: limited joints between their limits, unlimited
/// hinges and balls anywhere. Free joints get only a random orientation.
void RandomizeJoints(Physics* physics, RandomState* random);

/// Calls sample(), which sets positions, until there are no contacts.
template <typename Sample>
void SampleUntilFree(Physics* physics, Sample sample) {
  constexpr int kAttempts = 10000;  // usually tens suffice
  for (int i = 0; i < kAttempts; ++i) {
    sample();
    physics->ForwardWithoutActuation();
    if (physics->data().ncon == 0) {
      return;
    }
  }
  throw std::runtime_error("found no state without contacts in " +
                           std::to_string(kAttempts) + " attempts");
}

/// Samples a unit vector by normalizing `count` normal values.
void RandomDirection(RandomState* random, double* out, int count);

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_RANDOMIZER_H_
