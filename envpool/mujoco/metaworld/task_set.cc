// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/metaworld/task_set.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "envpool/core/random/random_state.h"
#include "envpool/mujoco/metaworld/task.h"

namespace envpool::mujoco::metaworld {
namespace {

Vector<6> DrawOne(const Task& task, RandomState* random) {
  Vector<6> drawn{};
  do {
    for (std::size_t i = 0; i < static_cast<std::size_t>(task.num_drawn); ++i) {
      drawn[i] = random->Uniform(task.drawn_low[i], task.drawn_high[i]);
    }
  } while (task.is_refused != nullptr && task.is_refused(drawn));
  return drawn;
}

}  // namespace

std::vector<Vector<6>> DrawVariants(std::uint32_t seed,
                                    std::span<const int> tasks) {
  RandomState random(seed);
  std::vector<Vector<6>> variants(kVariants);
  for (const int index : tasks) {
    for (Vector<6>& variant : variants) {
      // The official env's reset draws twice.
      DrawOne(TaskAt(index), &random);
      variant = DrawOne(TaskAt(index), &random);
    }
  }
  return variants;
}

}  // namespace envpool::mujoco::metaworld
