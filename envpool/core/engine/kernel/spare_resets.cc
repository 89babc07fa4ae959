// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/kernel/spare_resets.h"

#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/kernel/row_lease.h"
#include "envpool/core/engine/kernel/state_io.h"

namespace envpool {

using Columns = ResultColumns;

SpareResets::SpareResets(const std::vector<EnvBase*>& spares, Engine* engine)
    : engine_(engine),
      layout_(engine->blocks()->layout().columns(), 1,
              engine->config().max_players),
      spares_(spares.size()),
      wishes_(engine->config().num_envs) {
  free_.reserve(spares.size());
  for (std::size_t i = 0; i < spares.size(); ++i) {
    spares_[i].env = spares[i];
    spares_[i].row = std::make_unique<StateBlock>(layout_);
    free_.push_back(&spares_[i]);
  }
}

SpareResets::~SpareResets() = default;

void SpareResets::ServeLocked(Spare* spare, int env_id) {
  Wish& wish = wishes_[env_id];
  wish.spare = spare;
  spare->env_id = env_id;
  spare->inputs = wish.inputs;
  if (spare->phase != Phase::kQueued) {
    spare->phase = Phase::kQueued;
    queue_.push_back(spare);
  }
}

bool SpareResets::FreeLocked(Spare* spare) {
  wishes_[spare->env_id].spare = nullptr;
  spare->env_id = -1;
  spare->phase = Phase::kFree;
  while (!waiting_.empty()) {
    const Place next = waiting_.front();
    waiting_.pop_front();
    if (wishes_[next.env_id].number == next.number) {
      ServeLocked(spare, next.env_id);
      return true;
    }
  }
  free_.push_back(spare);
  return false;
}

/// Runs change() under the mutex; it returns whether a spare has been queued.
/// Without memory for that, the spare stays unused.
template <typename F>
void SpareResets::Change(const F& change) noexcept {
  bool queued = false;
  try {
    const std::lock_guard lock(mutex_);
    queued = change();
  } catch (...) {
  }
  if (queued) {
    engine_->OfferIdleWork();
  }
}

bool SpareResets::AskLocked(int env_id, std::string inputs) {
  Wish& wish = wishes_[env_id];
  wish.inputs = std::move(inputs);
  ++wish.number;
  if (wish.spare != nullptr) {
    // RunOne compares the inputs when it has finished with a busy spare.
    if (wish.spare->phase == Phase::kBusy) {
      return false;
    }
    ServeLocked(wish.spare, env_id);
    return true;
  }
  if (free_.empty()) {
    waiting_.push_back({env_id, wish.number});
    return false;
  }
  Spare* spare = free_.back();
  free_.pop_back();
  ServeLocked(spare, env_id);
  return true;
}

void SpareResets::Ask(const EnvBase& env) noexcept {
  Change([&] {
    StateWriter inputs;
    return env.SaveResetInputs(&inputs) &&
           AskLocked(env.record_.env_id, inputs.bytes());
  });
}

bool SpareResets::IsReady(int env_id) const {
  const std::lock_guard lock(mutex_);
  const Spare* spare = wishes_[env_id].spare;
  return spare != nullptr && spare->phase == Phase::kReady;
}

SpareResets::Spare* SpareResets::FindReady(int env_id,
                                           const std::string& inputs) {
  const std::lock_guard lock(mutex_);
  Spare* spare = wishes_[env_id].spare;
  if (spare == nullptr || spare->phase != Phase::kReady ||
      spare->inputs != inputs) {
    return nullptr;
  }
  spare->phase = Phase::kBusy;
  return spare;
}

bool SpareResets::Take(EnvBase* env, RowLease* lease) {
  const int env_id = env->record_.env_id;
  StateWriter inputs;
  if (!IsReady(env_id) || !env->SaveResetInputs(&inputs)) {
    return false;
  }
  Spare* spare = FindReady(env_id, inputs.bytes());
  if (spare == nullptr) {
    return false;
  }
  try {
    Adopt(env, *spare, *lease);
  } catch (...) {
    Change([&] { return FreeLocked(spare); });
    throw;
  }
  taken_.fetch_add(1);
  Change([&] {
    std::string next = std::move(spare->next);
    const bool queued = FreeLocked(spare);
    return AskLocked(env_id, std::move(next)) || queued;
  });
  return true;
}

void SpareResets::Adopt(EnvBase* env, const Spare& spare,
                        const RowLease& lease) const {
  const StateBlock& from = *spare.row;
  env->AdoptEpisode(spare.env);
  const RowRef to =
      env->OpenRow(from.players.empty() ? 1 : from.players.front(),
                   env->IsDone(), env->CurrentMaxEpisodeSteps());
  // The ids are the env's own.
  for (int c = Columns::kElapsedStep; c < lease.num_state_columns(); ++c) {
    const Column& column = layout_.columns()[c];
    if (column.is_container()) {
      column.copy(from.Item(c, 0), to.Item(c));
    } else {
      std::memcpy(to.Item(c), from.Item(c, 0), layout_.stride(c));
    }
  }
}

bool SpareResets::RunOne() noexcept {
  Spare* spare = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (queue_.empty()) {
      return false;
    }
    spare = queue_.front();
    queue_.pop_front();
    spare->phase = Phase::kBusy;
  }
  const bool ready = Reset(spare);
  Change([&] { return FinishLocked(spare, ready); });
  return true;
}

bool SpareResets::FinishLocked(Spare* spare, bool ready) {
  if (wishes_[spare->env_id].inputs != spare->inputs) {
    ServeLocked(spare, spare->env_id);  // the env was reset meanwhile
    return true;
  }
  if (!ready) {
    return FreeLocked(spare);
  }
  spare->phase = Phase::kReady;
  return false;
}

/// Starts an episode in the spare object. Returns false if that fails.
bool SpareResets::Reset(Spare* spare) noexcept {
  EnvBase* env = spare->env;
  const Chunk chunk{spare->env_id, 1, Request::kReset, spare->row.get(), 0};
  RowLease lease(engine_, chunk);
  env->record_ = EnvRecord{.env_id = spare->env_id, .needs_reset = false};
  bool opened = false;
  try {
    StateReader inputs(spare->inputs);
    env->LoadResetInputs(&inputs);
    RowLease::PrepareRows(*engine_, chunk.block, 0, spare->env_id, 1);
    lease.Begin(0, &env->record_);
    env->lease_.store(&lease, std::memory_order_relaxed);
    env->StartEpisode();
    StateWriter next;
    opened = lease.opened() && env->SaveResetInputs(&next);
    spare->next = next.bytes();
  } catch (...) {  // the env resets itself, and reports this
  }
  env->lease_.store(nullptr, std::memory_order_relaxed);
  return opened;
}

}  // namespace envpool
