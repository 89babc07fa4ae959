// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/rollout_rows.h"

#include <cstring>
#include <numeric>
#include <vector>

namespace envpool {

RolloutRows::RolloutRows(const Layout& layout, const RolloutRequest& request,
                         std::int64_t num_envs, int first_env, int count)
    : request_(request),
      num_envs_(num_envs),
      first_env_(first_env),
      count_(count),
      block_(layout) {
  std::iota(block_.env_ids(), block_.env_ids() + count, first_env);
  for (const ColumnRows& each : request.first) {
    const std::size_t item = layout.columns()[each.column].ItemBytes();
    std::memcpy(block_.OwnRows(each.column), each.data + first_env * item,
                count * item);
  }
}

void RolloutRows::Act(std::int64_t step, Engine* engine) {
  ActionStore* store = engine->actions();
  request_.policy->Act({step, first_env_, count_, &block_, 0, store});
  for (const ColumnRows& each : request_.actions) {
    const std::size_t item = store->layout().columns()[each.column].ItemBytes();
    std::memcpy(each.data + (step * num_envs_ + first_env_) * item,
                store->Item(each.column, first_env_), count_ * item);
  }
  const int* ids = block_.env_ids();
  store->MarkFloat32(ids, count_, request_.float32);
  if (request_.transforms != nullptr) {
    request_.transforms->ChangeActions(ids, count_);
  }
}

void RolloutRows::Place(std::int64_t step) {
  if (block_.layout().has_containers()) {
    block_.Clear();
  }
  for (const ColumnRows& each : request_.results) {
    const std::size_t item = block_.layout().columns()[each.column].ItemBytes();
    block_.PlaceColumn(each.column,
                       each.data + (step * num_envs_ + first_env_) * item);
  }
}

void RolloutRows::CopyLast() const {
  for (const ColumnRows& each : request_.last) {
    const std::size_t item = block_.layout().columns()[each.column].ItemBytes();
    std::memcpy(each.data + first_env_ * item, block_.Item(each.column, 0),
                count_ * item);
  }
}

}  // namespace envpool
