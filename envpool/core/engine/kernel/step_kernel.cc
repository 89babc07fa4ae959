// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/kernel/step_kernel.h"

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/kernel/not_supported.h"
#include "envpool/core/engine/params/env_params.h"

namespace envpool {

StepKernel::~StepKernel() = default;

std::vector<Param> StepKernel::Params(int /*env_id*/) const { return {}; }
void StepKernel::GetParam(int /*env_id*/, int /*param*/,
                          double* /*values*/) const {}
void StepKernel::SetParam(int /*env_id*/, int /*param*/,
                          const double* /*values*/) {}
void StepKernel::ParamsChanged(int /*env_id*/) {}
void StepKernel::PrepareParams() {}
void StepKernel::SettleParams() {}
void StepKernel::UseParams(EnvParams* params, const int* ids) {
  env_params_ = params;
  param_ids_ = ids;
}
void StepKernel::BeforeReset(int env_id) {
  if (env_params_ != nullptr) {
    env_params_->BeforeReset(ParamsId(env_id));
  }
}

std::vector<int> StepKernel::Running() const { return {}; }

bool StepKernel::PassesOn() const { return false; }

bool StepKernel::RunsAtOnce() const { return false; }

int StepKernel::RowsTogether() const { return 1; }

void StepKernel::RunIdleWork() noexcept {}

bool StepKernel::HasOwnParams(int env_id) const {
  return env_params_ != nullptr && env_params_->HasChanged(ParamsId(env_id));
}

bool StepKernel::CanObserve() const { return false; }

bool StepKernel::Observe(int /*env_id*/, StateBlock* /*block*/, int /*row*/) {
  return false;
}

std::int64_t StepKernel::MaxSeed(int /*env_id*/) {
  return std::numeric_limits<std::int64_t>::max();
}

std::pair<int, int> StepKernel::RenderSize(int /*env_id*/, int /*width*/,
                                           int /*height*/) {
  RefuseRender();
}

void StepKernel::Render(int /*env_id*/, int /*width*/, int /*height*/,
                        int /*camera_id*/, unsigned char* /*rgb*/) {
  RefuseRender();
}

int StepKernel::CameraId(int /*env_id*/, const std::string& name) {
  RefuseCamera(name);
}

bool StepKernel::CanRenderText() const { return false; }

std::string StepKernel::RenderText(int /*env_id*/) { RefuseText(); }

}  // namespace envpool
