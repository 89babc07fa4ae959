// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/rollout_rows.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "envpool/core/engine/errors.h"

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
    const std::size_t item = layout.stride(each.column);
    std::memcpy(block_.OwnRows(each.column), each.data + first_env * item,
                count * item);
  }
}

void RolloutRows::Act(std::int64_t step, Engine* engine) {
  ActionStore* store = engine->actions();
  const int* ids = block_.env_ids();
  if (step == 0 && block_.layout().max_players() > 1) {
    SetPlayers(store);
  }
  const Turn turn{step, first_env_, count_, &block_, 0, store, request_.actors};
  request_.policy->Act(turn);
  for (const ColumnRows& each : request_.actions) {
    const std::size_t item = turn.RowsOf(each.column) *
                             store->layout().columns()[each.column].ItemBytes();
    CopyItems(store->Item(each.column, first_env_),
              store->layout().stride(each.column),
              each.data + (step * num_envs_ + first_env_) * item, item, item,
              count_);
  }
  store->MarkFloat32(ids, count_, request_.float32);
  if (request_.transforms != nullptr) {
    request_.transforms->ChangeActions(ids, count_);
  }
}

/// Sets the numbers of rows in the actions of these envs.
void RolloutRows::SetPlayers(ActionStore* store) const {
  const int rows = request_.actors.rows;
  std::vector<int> owners;
  for (int i = 0; i < count_; ++i) {
    owners.insert(owners.end(), rows, block_.env_ids()[i]);
  }
  store->CopyPlayers(block_.env_ids(), count_, owners.data(), owners.size(),
                     [](std::size_t, int, int) {});
}

void RolloutRows::Place(std::int64_t step) {
  if (block_.layout().has_containers()) {
    block_.Clear();
  }
  for (const ColumnRows& each : request_.results) {
    const std::size_t item = block_.layout().stride(each.column);
    block_.PlaceColumn(each.column,
                       each.data + (step * num_envs_ + first_env_) * item);
  }
}

void RolloutRows::CheckPlayers() const {
  const int expected = block_.layout().max_players();
  for (int row = 0; row < (expected > 1 ? count_ : 0); ++row) {
    const int found = block_.players[row];
    const bool has_failed = std::ranges::any_of(
        block_.faults, [row](const Fault& each) { return each.row == row; });
    if (found != expected && !has_failed) {
      throw Error(ErrorKind::kNotSupported,
                  "rollout: expected all " + std::to_string(expected) +
                      " players of each env in each step, got " +
                      std::to_string(found) + " of env " +
                      std::to_string(first_env_ + row));
    }
  }
}

void RolloutRows::CopyLast() const {
  for (const ColumnRows& each : request_.last) {
    const std::size_t item = block_.layout().stride(each.column);
    std::memcpy(each.data + first_env_ * item, block_.Item(each.column, 0),
                count_ * item);
  }
}

}  // namespace envpool
