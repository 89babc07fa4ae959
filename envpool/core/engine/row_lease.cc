// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/row_lease.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "envpool/core/engine/steady_seconds.h"

namespace envpool {

using Columns = ResultColumns;

RowLease::RowLease(Engine* engine, const Chunk& chunk, int offset,
                   const EnvRecord& record)
    : engine_(engine),
      columns_(engine->result_columns()),
      chunk_(chunk),
      offset_(offset),
      record_(record) {}

RowLease::~RowLease() {
  if (span_.block == nullptr) {
    Claim();
  }
  if (failed_) {
    WriteFault();
  }
  At<int>(Columns::kEnvId) = record_.env_id;  // whatever the env wrote
  // One that has failed is reset by its next step.
  span_.block->ended()[span_.row] = !failed_ && record_.needs_reset ? 1 : 0;
  if (chunk_.block == nullptr) {
    engine_->Complete(span_.block, 1);
  }
}

void RowLease::Claim() {
  if (chunk_.block != nullptr) {
    span_ = {chunk_.block, chunk_.first_row + offset_, 1};
  } else {
    RowAllocator* rows = engine_->row_allocator();
    span_ = rows->Locate(rows->Claim(1), 1, record_.env_id);
    // Also for a row that will hold nothing but a fault.
    span_.block->ZeroRows(span_.row, 1);
  }
  At<int>(Columns::kEnvId) = record_.env_id;
}

void RowLease::Open(int players, bool done, int max_episode_steps) {
  if (opened_) {
    throw std::logic_error("Allocate was called twice in one Reset or Step");
  }
  const int max_players = engine_->config().max_players;
  if (players < 0 || players > max_players) {
    throw std::length_error("Allocate: expected at most max_num_players=" +
                            std::to_string(max_players) + " players, got " +
                            std::to_string(players));
  }
  if (second_) {
    ZeroSecond();
  } else {
    Claim();
  }
  opened_ = true;
  players_ = players;
  if (!span_.block->players.empty()) {
    span_.block->players[span_.row] = players;
  }
  const bool at_limit = record_.elapsed_step >= max_episode_steps;
  const bool over = done || at_limit;
  std::fill_n(&At<int>(Columns::kPlayersEnvId), players, record_.env_id);
  // Only an end by the task itself ends the returns.
  std::fill_n(&At<float>(Columns::kDiscount), players,
              done && !at_limit ? 0.0f : 1.0f);
  At<int>(Columns::kElapsedStep) = record_.elapsed_step;
  At<bool>(Columns::kDone) = over;
  At<bool>(Columns::kTrunc) = at_limit;
  At<int>(Columns::kStepType) = record_.elapsed_step == 0 ? 0 : (over ? 2 : 1);
  At<bool>(columns_.ones) = true;
}

bool RowLease::Finish(bool terminated_at_limit) {
  const bool done = At<bool>(Columns::kDone);
  const bool trunc = At<bool>(Columns::kTrunc);
  At<bool>(columns_.terminated) = done && (!trunc || terminated_at_limit);
  if (terminated_at_limit) {
    std::fill_n(&At<float>(Columns::kDiscount), players_, 0.0f);
  }
  return done;
}

double RowLease::Reward() const {
  const float* reward = &At<float>(Columns::kReward);
  double sum = 0;
  for (int i = 0; i < players_; ++i) {
    sum += static_cast<double>(reward[i]);
  }
  return sum;
}

void RowLease::WriteEpisode() {
  At<bool>(columns_.episode_mask) = true;
  At<float>(columns_.episode_return) =
      static_cast<float>(record_.episode_return);
  At<int>(columns_.episode_length) = record_.elapsed_step;
  At<float>(columns_.episode_time) =
      static_cast<float>(SteadySeconds() - record_.episode_start);
}

void RowLease::BeginAutoreset() {
  for (const auto& [from, to] : columns_.finals) {
    std::memcpy(Item(to), Item(from), span_.block->layout().stride(from));
  }
  At<bool>(columns_.final_mask) = true;
  outcome_ = {At<float>(Columns::kReward), At<float>(Columns::kDiscount),
              At<int>(Columns::kStepType), At<bool>(Columns::kDone),
              At<bool>(Columns::kTrunc)};
  second_ = true;
  opened_ = false;
}

void RowLease::ZeroSecond() {
  for (int c = Columns::kFirstFamily; c < columns_.num_state; ++c) {
    span_.block->ZeroItem(c, span_.row);
  }
}

void RowLease::EndSecond() {
  At<float>(Columns::kReward) = outcome_.reward;
  At<float>(Columns::kDiscount) = outcome_.discount;
  At<int>(Columns::kStepType) = outcome_.step_type;
  At<bool>(Columns::kDone) = outcome_.done;
  At<bool>(Columns::kTrunc) = outcome_.trunc;
}

void RowLease::Fail(const char* text) noexcept {
  failed_ = true;
  std::strncpy(text_, text, sizeof(text_) - 1);
  text_[sizeof(text_) - 1] = '\0';
}

void RowLease::WriteFault() noexcept {
  StateBlock* block = span_.block;
  block->ZeroRows(span_.row, 1);
  At<int>(Columns::kEnvId) = record_.env_id;
  At<int>(Columns::kPlayersEnvId) = record_.env_id;
  At<bool>(columns_.ones) = true;
  if (!block->players.empty()) {
    block->players[span_.row] = 1;
  }
  try {
    block->AddFault(
        {record_.env_id, span_.row, record_.seed, record_.elapsed_step, text_});
  } catch (...) {
    block->lost_faults.fetch_add(1);  // no memory even for the text
  }
}

}  // namespace envpool
