// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/schedule/scheduler.h"

namespace envpool {

Scheduler::~Scheduler() = default;

Chunk Scheduler::ClaimAll(int num_envs, StateBlock** /*spare*/) {
  return {0, num_envs, Request::kStep, nullptr, 0};
}

bool Scheduler::OfferBlock(StateBlock*) { return false; }

StateBlock* Scheduler::RetractBlock() { return nullptr; }

RowAllocator* Scheduler::rows() { return nullptr; }

}  // namespace envpool
