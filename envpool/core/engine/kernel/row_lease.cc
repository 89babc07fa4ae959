// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/kernel/row_lease.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <string>

#include "envpool/core/engine/steady_seconds.h"

namespace envpool {

using Columns = ResultColumns;

void RowLease::RefuseSecondOpen() {
  throw std::logic_error("Allocate was called twice in one Reset or Step");
}

void RowLease::FindCommon(StateBlock* block) {
  common_.elapsed_step = block->Scalars<int>(Columns::kElapsedStep);
  common_.done = block->Scalars<bool>(Columns::kDone);
  common_.trunc = block->Scalars<bool>(Columns::kTrunc);
  if (block->players.empty()) {
    common_.reward = block->Scalars<float>(Columns::kReward);
    return;
  }
  common_.players = block->players.data();
  common_.owners = block->Rows<int>(Columns::kPlayersEnvId, 0);
  common_.discount = block->Rows<float>(Columns::kDiscount, 0);
  common_.max_players = block->layout().max_players();
}

void RowLease::OpenRare(int players, bool done, int max_episode_steps) {
  if (opened_) {
    RefuseSecondOpen();
  }
  if (players != 1) {
    CheckPlayers(players);
  }
  if (second_) {
    if (zeroes_family_) {
      ZeroSecond();
    }
  } else if (row_.block == nullptr) {
    ClaimNext();
  }
  opened_ = true;
  players_ = players;
  const int step = record_->elapsed_step;
  const bool at_limit = step >= max_episode_steps;
  if (done || at_limit || step == 0 || !row_.block->players.empty()) {
    OpenAny(done, at_limit);
  } else {
    At<int>(Columns::kElapsedStep) = step;
  }
}

void RowLease::CheckPlayers(int players) const {
  if (players < 0 || players > engine_->config().max_players) {
    throw std::length_error("Allocate: expected at most max_num_players=" +
                            std::to_string(engine_->config().max_players) +
                            " players, got " + std::to_string(players));
  }
}

void RowLease::PrepareRows(const Engine& engine, StateBlock* block, int row,
                           int first_env, int count, bool zeroes_family) {
  if (zeroes_family) {
    block->ZeroRows(row, count);
  } else {
    const int num_columns = static_cast<int>(block->layout().columns().size());
    block->ZeroColumns(0, Columns::kFirstFamily, row, count);
    block->ZeroColumns(engine.result_columns().num_state, num_columns, row,
                       count);
  }
  std::memset(block->ended() + row, 0, count);
  RestoreIds(*block, row, first_env, count);
  std::fill_n(block->Rows<int>(Columns::kStepType, row), count, 1);
  std::fill_n(block->Rows<bool>(engine.result_columns().ones, row), count,
              true);
  if (block->players.empty()) {
    int* owners = block->Rows<int>(Columns::kPlayersEnvId, row);
    std::iota(owners, owners + count, first_env);
    std::fill_n(block->Rows<float>(Columns::kDiscount, row), count, 1.0F);
  }
}

void RowLease::RestoreIds(const StateBlock& block, int row, int first_env,
                          int count) {
  int* ids = block.Rows<int>(Columns::kEnvId, row);
  std::iota(ids, ids + count, first_env);
}

void RowLease::ClaimNext() {
  if (RowAllocator* rows = engine_->row_allocator(); rows != nullptr) {
    const RowSpan span = rows->Locate(rows->Claim(1), 1, record_->env_id);
    row_ = {span.block, span.row};
  } else {
    row_ = static_cast<const LateChunk&>(chunk_).ClaimRow();
  }
  FindCommon(row_.block);
  PrepareRows(*engine_, row_.block, row_.row, record_->env_id, 1,
              zeroes_family_);
}

void RowLease::OpenAny(bool done, bool at_limit) {
  const bool over = done || at_limit;
  const int step = record_->elapsed_step;
  // The discount is 0 only if the task itself ended, not at the time limit.
  const float discount = done && !at_limit ? 0.0F : 1.0F;
  if (row_.block->players.empty()) {
    At<int>(Columns::kPlayersEnvId) = record_->env_id;
    At<float>(Columns::kDiscount) = discount;
  } else {
    OpenPlayers(discount);
  }
  At<int>(Columns::kElapsedStep) = step;
  At<bool>(Columns::kDone) = over;
  At<bool>(Columns::kTrunc) = at_limit;
  At<int>(Columns::kStepType) = step == 0 ? 0 : (over ? 2 : 1);
}

void RowLease::OpenPlayers(float discount) {
  row_.block->players[row_.row] = players_;
  std::fill_n(OfPlayers<int>(Columns::kPlayersEnvId), players_,
              record_->env_id);
  SetDiscount(discount);
}

void RowLease::SetDiscount(float discount) {
  std::fill_n(OfPlayers<float>(Columns::kDiscount), players_, discount);
}

double RowLease::SumOfRewards() const {
  const float* reward = OfPlayers<float>(Columns::kReward);
  double sum = 0;
  for (int i = 0; i < players_; ++i) {
    sum += static_cast<double>(reward[i]);
  }
  return sum;
}

void RowLease::WriteEpisode() {
  At<bool>(columns_.episode_mask) = true;
  At<float>(columns_.episode_return) =
      static_cast<float>(record_->episode_return);
  At<int>(columns_.episode_length) = record_->elapsed_step;
  At<float>(columns_.episode_time) =
      static_cast<float>(SteadySeconds() - record_->episode_start);
}

void RowLease::BeginAutoreset() {
  for (const auto& [from, to] : columns_.finals) {
    std::memcpy(row_.Item(to), row_.Item(from),
                row_.block->layout().stride(from));
  }
  At<bool>(columns_.final_mask) = true;
  outcome_ = {*OfPlayers<float>(Columns::kReward),
              *OfPlayers<float>(Columns::kDiscount),
              At<int>(Columns::kStepType), At<bool>(Columns::kDone),
              At<bool>(Columns::kTrunc)};
  second_ = true;
  opened_ = false;
}

void RowLease::ZeroSecond() {
  for (int c = Columns::kFirstFamily; c < columns_.num_state; ++c) {
    row_.block->ZeroItem(c, row_.row);
  }
}

void RowLease::EndSecond() {
  *OfPlayers<float>(Columns::kReward) = outcome_.reward;
  *OfPlayers<float>(Columns::kDiscount) = outcome_.discount;
  At<int>(Columns::kStepType) = outcome_.step_type;
  At<bool>(Columns::kDone) = outcome_.done;
  At<bool>(Columns::kTrunc) = outcome_.trunc;
}

void RowLease::Fail(const char* text) noexcept {
  failed_ = true;
  if (row_.block == nullptr) {
    ClaimNext();
  }
  StateBlock* block = row_.block;
  block->ZeroRows(row_.row, 1);
  At<int>(Columns::kEnvId) = record_->env_id;
  *OfPlayers<int>(Columns::kPlayersEnvId) = record_->env_id;
  At<bool>(columns_.ones) = true;
  if (!block->players.empty()) {
    block->players[row_.row] = 1;
  }
  try {
    block->AddFault({record_->env_id, row_.row, record_->seed,
                     record_->elapsed_step, text});
  } catch (...) {
    block->lost_faults.fetch_add(1);  // no memory even for the text
  }
}

}  // namespace envpool
