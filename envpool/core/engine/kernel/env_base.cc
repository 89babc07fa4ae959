// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/kernel/env_base.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "envpool/core/engine/kernel/not_supported.h"
#include "envpool/core/engine/kernel/row_lease.h"

namespace envpool {

RenderableEnv::~RenderableEnv() = default;
int RenderableEnv::CameraId(const std::string& name) const {
  RefuseCamera(name);
}

TextRenderableEnv::~TextRenderableEnv() = default;

EnvBase::EnvBase(int env_id, int seed)
    : env_id_(env_id),
      seed_(seed),
      own_gen_(std::make_unique<std::mt19937>(seed)),
      gen_(*own_gen_),
      seed64_(seed) {
  record_.env_id = env_id;
  record_.seed = seed;
}

EnvBase::~EnvBase() = default;

void EnvBase::StartEpisode() { Reset(); }

void EnvBase::Save(StateWriter* /*writer*/) { RefuseState(); }
void EnvBase::Load(StateReader* /*reader*/) { RefuseState(); }

void EnvBase::Observe(StateBlock* /*block*/, int /*row*/) {}

std::vector<Param> EnvBase::Params() const { return {}; }
void EnvBase::GetParam(int /*param*/, double* /*values*/) const {}
void EnvBase::SetParam(int /*param*/, const double* /*values*/) {}
void EnvBase::ParamsChanged() {}

bool EnvBase::SaveResetInputs(StateWriter* /*writer*/) const { return false; }
void EnvBase::LoadResetInputs(StateReader* /*reader*/) {}
void EnvBase::BeginSteps(std::span<EnvBase* const> /*envs*/,
                         const ActionStore& /*actions*/) noexcept {}
void EnvBase::AdoptEpisode(EnvBase* /*prepared*/) {}

void EnvBase::Reseed(std::int64_t seed) {
  seed64_ = seed;
  seed_ = static_cast<int>(seed);
  gen_.seed(seed_);
}

RowRef EnvBase::OpenRow(int players, bool done, int max_episode_steps) {
  RowLease* const lease = lease_.load(std::memory_order_relaxed);
  if (lease == nullptr) {
    throw std::logic_error("Allocate was called outside Reset and Step");
  }
  lease->Open(players, done, max_episode_steps);
  return lease->row();
}

}  // namespace envpool
