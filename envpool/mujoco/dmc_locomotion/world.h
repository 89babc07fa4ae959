// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// World: a simulation of a walker in an arena. Tasks write the places and sizes
// of the arena's geoms when an episode starts; they are part of saved states.
//
// Threads: one thread at a time. Errors: as Physics.

#ifndef ENVPOOL_MUJOCO_DMC_LOCOMOTION_WORLD_H_
#define ENVPOOL_MUJOCO_DMC_LOCOMOTION_WORLD_H_

#include <optional>

#include "envpool/mujoco/common/physics.h"

namespace envpool::mujoco::dmc_locomotion {

class World : public Physics {
 public:
  explicit World(const Model& model) : Physics(model), shared_(model) {
    own();  // before a task keeps pointers into the model
  }

  /// Derives what depends on the arena. Must be called when the task has
  /// written to it.
  void ArenaChanged();

  /// The materials of geoms, which tasks write when an episode starts. They are
  /// not part of saved states.
  [[nodiscard]] int* OwnMaterials();

  /// Steps, and updates what depends on positions and velocities, including the
  /// velocities of subtrees. Forces, accelerations and their sensors are those
  /// of the last step, or, with `evaluates`, of the state after it.
  void Advance(int times, bool evaluates);

  void Load(StateReader* reader);

 private:
  void CopyModel();
  void Derive();

  const Model shared_;
  std::optional<mjStatistic> computed_;  // empty while nothing is written
};

}  // namespace envpool::mujoco::dmc_locomotion

#endif  // ENVPOOL_MUJOCO_DMC_LOCOMOTION_WORLD_H_
