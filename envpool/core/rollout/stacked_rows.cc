// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/stacked_rows.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace envpool {
namespace {

// If none of the first rows of an env follows another, none is expected to.
constexpr std::int64_t kTrialSteps = 3;

}  // namespace

StackedRows::StackedRows(const char* rows, char* newest, std::int64_t steps,
                         int envs, int frames, std::size_t frame_bytes)
    : rows_(rows),
      newest_(newest),
      steps_(steps),
      envs_(envs),
      frames_(frames),
      frame_bytes_(frame_bytes),
      follows_(steps * envs),
      has_stacks_(envs, 1) {}

void StackedRows::CopyNewest(std::int64_t step, int env) {
  std::memcpy(newest_ + (env * steps_ + step) * frame_bytes_,
              Row(step, env) + (frames_ - 1) * frame_bytes_, frame_bytes_);
}

void StackedRows::Look(std::int64_t step, int first_env, int count) {
  const std::size_t shared = (frames_ - 1) * frame_bytes_;
  for (int env = first_env; env < first_env + count; ++env) {
    if (has_stacks_[env] == 0) {
      continue;
    }
    if (step > 0) {
      follows_[step * envs_ + env] = static_cast<char>(
          std::memcmp(Row(step, env), Row(step - 1, env) + frame_bytes_,
                      shared) == 0);
    }
    CopyNewest(step, env);
    if (step + 1 == kTrialSteps) {
      has_stacks_[env] = static_cast<char>(follows_[envs_ + env] != 0 ||
                                           follows_[2 * envs_ + env] != 0);
    }
  }
}

std::vector<char> StackedRows::TakeOthers() {
  const std::size_t bytes = (frames_ - 1) * frame_bytes_;
  std::vector<char> others;
  others.reserve(std::ranges::count(follows_, 0) * bytes);
  for (std::int64_t step = 0; step < steps_; ++step) {
    for (int env = 0; env < envs_; ++env) {
      if (follows_[step * envs_ + env] == 0) {
        others.insert(others.end(), Row(step, env), Row(step, env) + bytes);
      }
      if (has_stacks_[env] == 0 && step >= kTrialSteps) {
        CopyNewest(step, env);
      }
    }
  }
  return others;
}

void StackedRows::WriteIndex(std::int64_t* index) const {
  std::int64_t next = steps_ * envs_;
  for (std::int64_t step = 0; step < steps_; ++step) {
    for (int env = 0; env < envs_; ++env) {
      std::int64_t* row = index + (step * envs_ + env) * frames_;
      const std::int64_t* before = row - envs_ * frames_;
      for (int i = 0; i + 1 < frames_; ++i) {
        row[i] = follows_[step * envs_ + env] != 0 ? before[i + 1] : next++;
      }
      row[frames_ - 1] = env * steps_ + step;
    }
  }
}

}  // namespace envpool
