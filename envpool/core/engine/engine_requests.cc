// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/params/env_params.h"
#include "envpool/core/engine/schedule/id_runs.h"
#include "envpool/core/engine/schedule/scheduler.h"

namespace envpool {
namespace {

// Waking a worker costs the caller some microseconds. In batches shorter than
// this, workers that were awake when the batch was queued are taken to have
// begun it; in longer ones, one that was just falling asleep would be missed.
constexpr std::int64_t kShortNanos = 8 * CostMeter::kHandOverNanos;

}  // namespace

void Engine::Admit(const int* ids, int count, Request request, bool alone) {
  const std::unique_lock lock = Lock();
  CheckOpen();
  admission_.Admit(ids, count, request);
  if (alone && !CanCompleteLocked()) {
    const int outstanding = admission_.outstanding();
    admission_.Withdraw(ids, count);
    throw Error(ErrorKind::kProtocol,
                "too few results would be pending (" +
                    std::to_string(outstanding) +
                    " of batch_size=" + std::to_string(config_.batch_size) +
                    "); nothing was sent, call send() for more envs first");
  }
}

void Engine::Withdraw(const int* ids, int count) {
  const std::unique_lock lock = Lock();
  admission_.Withdraw(ids, count);
  NotifyLocked();  // a waiting thread's batch may never come now
}

void Engine::Publish(const int* ids, int count, Request request,
                     bool caller_waits) {
  if (!config_.options.caller_helps && !kernel_->PassesOn()) {
    RequireThreads();
  }
  int awake = 0;
  {
    const std::unique_lock lock = Lock();
    CheckOpen();
    awake = workers_->spinning();  // before they see the work, and begin
    scheduler_->Queue(ids, count, request);
    published_.Add(count);
    queued_rows_.fetch_add(count);
    NotifyLocked();  // a waiting thread may help
  }
  if (kernel_->PassesOn()) {
    PassOn();
  } else {
    WakeWorkers(caller_waits, awake);
  }
}

/// Returns a block for a step of all envs, or null if there are other requests,
/// results or waiting threads. Since the mutex stays locked, the step needs no
/// entry in the queue, and no env is marked outstanding.
StateBlock* Engine::BeginAtOnceLocked(StateBlock** spare) {
  CheckOpen();
  if (admission_.outstanding() != 0 || active_.load() != 0 ||
      waiters_.load() != 0) {
    return nullptr;
  }
  StateBlock* block = scheduler_->RetractBlock();
  if (block == nullptr) {
    block = std::exchange(*spare, nullptr);
  }
  if (block == nullptr) {
    block = blocks_->Acquire();
  }
  block->SetEnvIds(0, nullptr, config_.num_envs);
  block->received_at_once = true;
  return block;
}

void Engine::RunAtOnceLocked(StateBlock* block) {
  RunChunk({0, config_.num_envs, Request::kStep, block, 0});
  block->received_at_once = false;
  block->rows = config_.num_envs;
  std::ranges::sort(block->faults, {}, &Fault::env_id);
  block->CompactPlayers();
}

/// Claims a step of all envs and a place among the workers for it. Returns
/// false if StepAlone should do nothing.
bool Engine::BeginAlone(StateBlock** spare, Chunk* chunk) {
  const int num_envs = config_.num_envs;
  if (!is_sync() || !Helps(false) || kernel_->PassesOn() ||
      cost_.SharedNanos(num_envs, num_envs) >= CostMeter::kHandOverNanos) {
    return false;
  }
  const std::unique_lock lock = Lock();
  CheckOpen();
  if (admission_.outstanding() != 0 || active_.load() != 0) {
    return false;
  }
  admission_.Admit(nullptr, num_envs, Request::kStep);
  try {
    *chunk = scheduler_->ClaimAll(num_envs, spare);
  } catch (...) {
    admission_.Withdraw(nullptr, num_envs);
    throw;
  }
  published_.Add(num_envs);
  active_.Add(1);
  return true;
}

/// Returns null if the batch is not complete: the kernel has given envs back,
/// or another thread has sent more.
StateBlock* Engine::FinishAlone(const Chunk& chunk) {
  RunChunk(chunk);
  std::unique_lock lock(mutex_);
  LeaveLocked();
  if (closed() || !scheduler_->Ready()) {
    return nullptr;
  }
  return TakeLocked(&lock);
}

/// Keeps the order of the envs; a range of ids is passed on in one call.
void Engine::PassOn() noexcept {
  std::unique_lock lock(mutex_);
  active_.Add(1);
  const ChunkSize size{cost_, config_.num_envs, queued_rows_.load(),
                       max_workers_};
  Chunk chunk;
  while (scheduler_->Pop(0, false, size, &chunk)) {
    queued_rows_.fetch_sub(chunk.count);
    lock.unlock();
    RunChunk(chunk);
    lock.lock();
  }
  LeaveLocked();
}

/// Starts the workers if there are none, since callers do not run envs.
void Engine::RequireThreads() {
  const std::shared_ptr<WorkerPool> workers = LiveWorkers();
  if (workers != nullptr && workers->started() == 0) {
    workers->Start();
  }
}

bool Engine::OfferBlock(StateBlock* block) {
  const std::unique_lock lock = Lock();
  return scheduler_->OfferBlock(block);
}

StateBlock* Engine::RetractBlock() {
  const std::unique_lock lock = Lock();
  return scheduler_->RetractBlock();
}

/// Whether batches follow each other so closely that a worker spins from one to
/// the next: then one that is woken for a batch helps with all that follow.
bool Engine::ReturnsSoon() const {
  return std::chrono::steady_clock::now() - received_at_.load() <
         WorkerPool::kSpin;
}

void Engine::WakeWorkers(bool caller_waits, int awake) noexcept {
  const bool helps = ReceiversHelp();
  const std::int64_t rows = queued_rows_.load();
  const std::int64_t nanos = SharedNanos();
  if (rows == 0 || (helps && nanos < CostMeter::kHandOverNanos)) {
    return;  // the receiver runs them
  }
  std::int64_t wanted = std::clamp<std::int64_t>(
      std::min(rows, nanos / CostMeter::kHandOverNanos), 1, max_workers_);
  if (helps && caller_waits) {  // the caller is one of them
    const bool one_more = wanted == 1 && max_workers_ > 1 && ReturnsSoon();
    wanted -= one_more ? 0 : 1;
    if (nanos < kShortNanos) {
      wanted -= awake;
    }
  }
  if (wanted <= 0) {
    return;
  }
  if (const std::shared_ptr<WorkerPool> workers = LiveWorkers()) {
    workers->Wake(static_cast<int>(wanted));
    has_threads_.store(workers->started() > 0);
  }
}

/// Returns null if the ids are those of all envs in order; null is faster.
const int* Engine::NullIfAll(const int* ids, int count) const {
  const bool all = ids != nullptr && count == config_.num_envs && ids[0] == 0 &&
                   RunEnd(ids, 0, count) == count;
  return all ? nullptr : ids;
}

void Engine::Send(const std::vector<Array>& arrays, bool caller_waits,
                  bool alone, bool float32) {
  if (arrays.empty() || arrays[0].ndim != 1 ||
      arrays[0].element_size != sizeof(int)) {
    throw Error(ErrorKind::kArgument,
                "env_id: expected a one-dimensional int32 array");
  }
  const int* ids = static_cast<const int*>(arrays[0].Data());
  const int count = static_cast<int>(arrays[0].size);
  actions_.Check(arrays, ids, count);
  ids = NullIfAll(ids, count);
  Admit(ids, count, Request::kStep, alone);
  try {
    actions_.Copy(arrays, ids, count);
    actions_.MarkFloat32(ids, count, float32);
    Publish(ids, count, Request::kStep, caller_waits);
  } catch (...) {
    Withdraw(ids, count);
    throw;
  }
}

void Engine::Reset(const int* ids, int count, Seeds seeds, bool caller_waits,
                   bool alone, const AnyResetOptions& options) {
  ids = NullIfAll(ids, count);
  Admit(ids, count, Request::kReset, alone);
  try {
    ReseedAdmitted(ids, count, seeds);
    StoreOptions(ids, count, options);
    Publish(ids, count, Request::kReset, caller_waits);
  } catch (...) {
    Withdraw(ids, count);
    throw;
  }
}

/// Stores null options, too: an earlier reset may have had options.
void Engine::StoreOptions(const int* ids, int count,
                          const AnyResetOptions& options) noexcept {
  if (reset_options_.empty()) {
    return;
  }
  for (int i = 0; i < count; ++i) {
    reset_options_[ids == nullptr ? i : ids[i]] = options;
  }
}

void Engine::ReseedAdmitted(const int* ids, int count, Seeds seeds) {
  const FpScope fp;
  const auto id_of = [ids](int i) { return ids == nullptr ? i : ids[i]; };
  for (int i = 0; i < count; ++i) {
    if (seeds.Has(i) && seeds.values[i] > kernel_->MaxSeed(id_of(i))) {
      throw Error(ErrorKind::kArgument,
                  "seed: expected at most " +
                      std::to_string(kernel_->MaxSeed(id_of(i))) +
                      " for this env, got " + std::to_string(seeds.values[i]) +
                      " for env " + std::to_string(id_of(i)));
    }
  }
  for (int i = 0; i < count; ++i) {
    if (seeds.Has(i)) {
      kernel_->Reseed(id_of(i), seeds.values[i]);
      params_->Reseed(id_of(i), seeds.values[i]);
    }
  }
}

}  // namespace envpool
