// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/rollout_together.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/schedule/id_runs.h"

namespace envpool {

RolloutTogether::RolloutTogether(Engine* engine, const RolloutRequest& request,
                                 WaitHooks* hooks)
    : engine_(engine),
      request_(request),
      hooks_(hooks),
      num_envs_(engine->config().num_envs),
      layout_(engine->blocks()->layout().columns(), num_envs_,
              engine->config().max_players),
      rows_(layout_, request, num_envs_, 0, num_envs_),
      columns_(request.policy->Reads()) {
  if (num_envs_ % engine->config().batch_size != 0) {
    throw Error(ErrorKind::kNotSupported,
                "rollout: expected a batch_size that divides num_envs, got " +
                    std::to_string(engine->config().batch_size) + " of " +
                    std::to_string(num_envs_));
  }
  for (const ColumnRows& each : request.results) {
    columns_.push_back(each.column);
  }
  for (const ColumnRows& each : request.last) {
    columns_.push_back(each.column);
  }
  if (request.actors.current >= 0) {
    columns_.push_back(request.actors.current);
  }
  std::ranges::sort(columns_);
  const auto repeated = std::ranges::unique(columns_);
  columns_.erase(repeated.begin(), repeated.end());
}

void RolloutTogether::Run(const RolloutObserver& observe,
                          std::vector<RolloutFault>* faults) {
  for (std::int64_t step = 0; step < request_.steps; ++step) {
    Send(step);
    rows_.Place(step);
    Receive(step, observe, faults);
    for (const ParamRows& params : request_.params) {
      params.Look(step, 0, num_envs_);
    }
    for (StackedRows* stacks : request_.stacks) {
      stacks->Look(step, 0, num_envs_);
    }
    rows_.CheckPlayers();
  }
  if (request_.steps > 0) {
    rows_.CopyLast();
  }
}

void RolloutTogether::Send(std::int64_t step) {
  engine_->Admit(nullptr, num_envs_, Request::kStep);
  try {
    rows_.Act(step, engine_);
    engine_->Publish(nullptr, num_envs_, Request::kStep, true);
  } catch (...) {
    engine_->Withdraw(nullptr, num_envs_);
    throw;
  }
}

void RolloutTogether::Receive(std::int64_t step, const RolloutObserver& observe,
                              std::vector<RolloutFault>* faults) {
  for (int received = 0; received < num_envs_;) {
    StateBlock* block = engine_->Recv(hooks_);
    received += block->rows;
    if (request_.transforms != nullptr && request_.transforms_results) {
      request_.transforms->Apply(block);
    }
    observe(*block);
    if (block->players.empty()) {
      CopyRows(*block);
    } else {
      CopyPlayers(*block);
    }
    for (Fault& fault : block->faults) {
      faults->push_back({step, std::move(fault)});
    }
    const bool has_lost_faults = block->lost_faults.load() > 0;
    engine_->blocks()->Release(block);
    if (has_lost_faults) {
      throw std::bad_alloc();
    }
  }
}

void RolloutTogether::CopyRows(const StateBlock& from) {
  ForRuns(from.env_ids(), from.rows, [&](int row, int env_id, int count) {
    for (const int column : columns_) {
      std::memcpy(rows_.block()->Item(column, env_id), from.Item(column, row),
                  layout_.columns()[column].ItemBytes() * count);
    }
  });
}

/// As CopyRows, if envs may have several players. The rows of players are
/// adjacent in the block; envs that failed have fewer of them.
void RolloutTogether::CopyPlayers(const StateBlock& from) {
  StateBlock* to = rows_.block();
  int first_player = 0;
  for (int row = 0; row < from.rows; ++row) {
    const int env_id = from.env_ids()[row];
    const int players = from.players[row];
    for (const int column : columns_) {
      const Column& about = layout_.columns()[column];
      const std::size_t item = about.ItemBytes();
      to->ZeroItem(column, env_id);
      std::memcpy(to->Item(column, env_id),
                  about.per_player ? from.Item(column, 0) + first_player * item
                                   : from.Item(column, row),
                  (about.per_player ? players : 1) * item);
    }
    to->players[env_id] = players;
    first_player += players;
  }
  for (const Fault& fault : from.faults) {
    to->players[fault.env_id] = layout_.max_players();
  }
}

}  // namespace envpool
