// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc_locomotion/world.h"

#include "envpool/mujoco/common/derive.h"

namespace envpool::mujoco::dmc_locomotion {

void World::CopyModel() {
  if (!computed_.has_value()) {
    own().CopyAll();
    computed_ = ComputedStatistic(*shared_);
  }
}

int* World::OwnMaterials() {
  CopyModel();
  return own().get()->geom_matid;
}

void World::Derive() {
  CopyModel();
  mujoco::Derive(Derives::kFrames, *shared_, *computed_, &own());
}

void World::ArenaChanged() {
  Derive();
  Simulation::ParamsChanged();  // the stepper forgets the old arena
}

void World::Advance(int times, bool evaluates) {
  Physics::Advance(times);
  mj_subtreeVel(&model(), &data());
  if (evaluates) {
    Forward();
  }
}

void World::Load(StateReader* reader) {
  Physics::Load(reader);
  if (computed_.has_value()) {
    Derive();
    Physics::ParamsChanged();  // the loaded state is updated before a step
  }
}

}  // namespace envpool::mujoco::dmc_locomotion
